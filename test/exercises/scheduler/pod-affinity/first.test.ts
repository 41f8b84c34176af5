import { exercise } from '../../../../content/scheduler/pod-affinity/exercises/first.ts';
import { refuses, swap } from '../../tried.ts';

const asks = 'return requiredAffinityTerms.every';
const orElse = (start: string, when: string): string =>
  swap(start, asks, `return ${when} || requiredAffinityTerms.every`);
const itsLike = 'podMatchesAllAffinityTerms(state.podInfo.pod, requiredAffinityTerms)';

refuses(exercise, [
  {
    name: 'a pod that has to be there already',
    write: ({ start }) => start,
    says: /In the end `web-1` has no node\. It has to be near a pod of the app web\. There is no other, but it is one itself[^]*In the end `proxy` has no node/,
  },
  {
    name: 'every pod let in that finds none',
    write: ({ start }) => orElse(start, 'counts.empty'),
    says: /At 3,002 ms `web-1` comes to `node-e`, which has no label for the zone[^]*`web-2` comes to `node-c`\. That is not the zone of `web-1`, which is on `node-e`\. `web-2` is not the first[^]*At 2,002 ms `api` comes to `node-[cd]`\. It has to be near a pod of the app db\. There is none, and `api` is not one itself/,
  },
  {
    name: 'the label of the node forgotten',
    write: ({ start }) => orElse(start, `(counts.empty && ${itsLike})`),
    says: /At 3,002 ms `web-1` comes to `node-e`, which has no label for the zone[^]*`web-3` comes to `node-c`\. That is not the zone of `web-1`, which is on `node-e`\. `web-3` is not the first/,
  },
  {
    name: 'a pod that is not the first',
    write: ({ solution }) => swap(solution, 'counts.empty && ', ''),
    says: /`web-2` comes to `node-b`\. That is not the zone of `web-1`, which is on `node-d`\. `web-2` is not the first/,
  },
  {
    name: 'a first pod for each zone',
    write: ({ start }) =>
      swap(
        start,
        '> 0;',
        `> 0 || (value !== undefined && counts.at(topologyKey, value) === 0 && ${itsLike});`,
      ),
    says: /`web-2` comes to `node-b`\. That is not the zone of `web-1`, which is on `node-d`\. `web-2` is not the first/,
  },
  {
    name: 'one of two terms',
    write: ({ solution }) =>
      swap(
        swap(solution, 'podsExist = true', 'podsExist = false'),
        '<= 0) podsExist = false',
        '> 0) podsExist = true',
      ),
    says: /At 6,002 ms `proxy` comes to `node-d`, where no pod of the app web is\. One of its terms asks for the zone, the other for the host, and both have to hold/,
  },
  {
    name: 'no pod in the domain taken for enough',
    write: ({ start }) => swap(start, '> 0;', '>= 0;'),
    says: /`web-2` comes to `node-a`\. That is not the zone of `web-1`, which is on `node-d`\. `web-2` is not the first[^]*At 2,002 ms `api` comes to `node-[cd]`\. It has to be near a pod of the app db\. There is none, and `api` is not one itself/,
  },
  {
    name: 'the wrong way round: its like has to wait',
    write: ({ solution }) =>
      swap(solution, 'podMatchesAllAffinityTerms(pod', '!podMatchesAllAffinityTerms(pod'),
    says: /In the end `web-1` has no node[^]*At 2,002 ms `api` comes to `node-[cd]`\. It has to be near a pod of the app db\. There is none, and `api` is not one itself/,
  },
  {
    name: 'a getter that is called',
    write: ({ solution }) => swap(solution, 'counts.empty', 'counts.empty()'),
    says: /`counts\.empty` is no function, so it cannot be called\. It is `true`/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'counts.at(', 'counts.At('),
    says: /`At` is not a method of `counts`\. Did you mean `at`\?/,
  },
]);
