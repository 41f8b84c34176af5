import { exercise } from '../../../../content/scheduler/node-selection/exercises/two-types.ts';
import { refuses, swap } from '../../tried.ts';

const ofType = `              - key: type
                operator: In
                values: [compute, storage]
`;
const wish = /      preferredDuring[^]*?values: \[ssd\]\n/;
const wishOf = (weight: number, type: string): string => `        - weight: ${weight}
          preference:
            matchExpressions:
              - key: disk
                operator: In
                values: [ssd]
              - key: type
                operator: In
                values: [${type}]
`;
const wishes = (...all: readonly string[]): string =>
  `      preferredDuringSchedulingIgnoredDuringExecution:\n${all.join('')}`;

refuses(
  exercise,
  [
    {
      name: 'a selector of both labels',
      write: ({ start }) => start,
      says: /At 104 ms `web` can run on `node-a`\. The API server has no affinity in the `spec` of the pod\. It should be able to run on `node-a` and `node-b`, which are of type compute, and `node-c`, of type storage[^]*No node gets a score\. A preference counts only where several nodes are left/,
    },
    {
      name: 'a preference for the other disk',
      write: ({ solution }) => swap(solution, '[ssd]', '[hdd]'),
      says: /the sums of the weights are 0 for `node-a`, 100 for `node-b` and 0 for `node-c`\. `node-a` and `node-c` have an ssd, and should have the same, and more than `node-b`/,
    },
    {
      name: 'one type',
      write: ({ solution }) => swap(solution, '[compute, storage]', '[compute]'),
      says: /`web` can run on `node-a`, `node-b`\. It should be able to run on `node-a` and `node-b`, which are of type compute, and `node-c`, of type storage/,
    },
    {
      name: 'two conditions of one term, which have to hold both',
      write: ({ solution }) =>
        swap(
          solution,
          ofType,
          ofType.replace('[compute, storage]', '[compute]') +
            ofType.replace('[compute, storage]', '[storage]'),
        ),
      says: /no node can run `web`\. All conditions of one term have to hold; of several terms, one is enough/,
    },
    {
      name: 'every type but the one that is known besides',
      write: ({ solution }) =>
        swap(solution, ofType, ofType.replace('In\n', 'NotIn\n').replace('[compute, storage]', '[gpu]')),
      says: /`web` can run on `node-a`, `node-b`, `node-c`, `node-e`\. It should be able to run on `node-a` and `node-b`, which are of type compute, and `node-c`, of type storage\. `node-d` is of type gpu, and `node-e` of none/,
    },
    {
      name: 'the disk required too',
      write: ({ solution }) =>
        swap(
          solution,
          ofType,
          `${ofType}              - key: disk\n                operator: In\n                values: [ssd]\n`,
        ),
      says: /`web` can run on `node-a`, `node-c`\. It should be able to run on `node-a` and `node-b`, which are of type compute, and `node-c`, of type storage/,
    },
    {
      name: 'no requirement at all',
      write: ({ solution }) => swap(solution, /      requiredDuring[^]*?storage\]\n/, ''),
      says: /`web` can run on `node-a`, `node-b`, `node-c`, `node-d`, `node-e`\. It should be able to run on `node-a` and `node-b`, which are of type compute, and `node-c`, of type storage/,
    },
    {
      name: 'no preference',
      write: ({ solution }) => swap(solution, wish, ''),
      says: /the sums of the weights are 0 for `node-a`, 0 for `node-b` and 0 for `node-c`\. `node-a` and `node-c` have an ssd, and should have the same, and more than `node-b`/,
    },
    {
      name: 'a preference for each type, with a weight of its own',
      write: ({ solution }) => swap(solution, wish, wishes(wishOf(100, 'compute'), wishOf(50, 'storage'))),
      says: /the sums of the weights are 100 for `node-a`, 0 for `node-b` and 50 for `node-c`\. `node-a` and `node-c` have an ssd, and should have the same, and more than `node-b`/,
    },
    {
      name: 'a weight of 200',
      write: ({ solution }) => swap(solution, 'weight: 100', 'weight: 200'),
      says: /The API server refuses it: .*weight: Invalid value: 200: must be in the range 1-100/,
    },
    {
      name: 'an operator in small letters',
      write: ({ solution }) => swap(solution, 'operator: In', 'operator: in'),
      says: /The API server refuses it: .*operator: Invalid value: "in": not a valid selector operator/,
    },
    {
      name: 'a value where a list is needed',
      write: ({ solution }) => swap(solution, 'values: [ssd]', 'values: ssd'),
      says: /The API server refuses it: .*values: expected a list, found "ssd"/,
    },
    {
      name: 'the affinity beside the spec',
      write: ({ solution }) => {
        const affinity = /  affinity:\n[^]*?\[ssd\]\n/.exec(solution)![0];
        return swap(solution, affinity, '') + affinity.replaceAll(/^  /gm, '');
      },
      says: /The API server has no affinity in the `spec` of the pod/,
    },
    {
      name: 'a pod by another name',
      write: ({ solution }) => swap(solution, 'name: web', 'name: shop'),
      says: /The scheduler never tries a pod called `web`/,
    },
  ],
  [
    {
      name: 'two terms, one for each type',
      write: ({ solution }) =>
        swap(
          solution,
          /          - matchExpressions:\n[^]*?storage\]\n/,
          ['compute', 'storage']
            .map(
              (type) => `          - matchExpressions:\n${ofType.replace('[compute, storage]', `[${type}]`)}`,
            )
            .join(''),
        ),
    },
    {
      name: 'a preference for each type, with the same weight',
      write: ({ solution }) => swap(solution, wish, wishes(wishOf(50, 'compute'), wishOf(50, 'storage'))),
    },
  ],
);
