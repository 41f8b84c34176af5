import { exercise } from '../../../../content/scheduler/spreading/exercises/skew.ts';
import { refuses, swap } from '../../tried.ts';

const skew = 'matchNum + selfMatchNum - minMatchNum';
const noZone = /if \(tpVal === undefined\) .*/;

refuses(exercise, [
  {
    name: 'maxSkew as the most in a zone',
    write: ({ start }) => start,
    says: /`batch-2` gets `node-d`, which has no zone: `labelOf` gives `undefined` for it[^]*At 2,002 ms no node is found for `batch-1`\. In zone-1 are 2 pods of the app web, in the others 1\. `batch-1` does not count, as the `selector` of its constraint does not match its labels/,
  },
  {
    name: 'the pod itself forgotten',
    write: ({ solution }) => swap(solution, skew, 'matchNum - minMatchNum'),
    says: /At 4,002 ms `web-8` gets `node-a`\. Then zone-1 has 4 pods of the app web, and some zone has 2\. The difference is more than one/,
  },
  {
    name: 'every pod counted',
    write: ({ solution }) => swap(solution, /const selfMatchNum = .*/, 'const selfMatchNum = 1;'),
    says: /At 2,002 ms no node is found for `batch-1`\. In zone-1 are 2 pods of the app web, in the others 1\. `batch-1` does not count, as the `selector` of its constraint does not match its labels/,
  },
  {
    name: 'a difference of maxSkew refused',
    write: ({ solution }) => swap(solution, 'skew > maxSkew', 'skew >= maxSkew'),
    says: /In the end `web-5` has no node, though one can take it and keep the balance/,
  },
  {
    name: 'the pod in place of its labels',
    write: ({ solution }) => swap(solution, 'matches(pod.metadata.labels)', 'matches(pod)'),
    says: /At 4,002 ms `web-8` gets `node-a`\. Then zone-1 has 4 pods of the app web, and some zone has 2\. The difference is more than one/,
  },
  {
    name: 'nodes without a zone let through',
    write: ({ solution }) => swap(solution, noZone, 'if (tpVal === undefined) continue;'),
    says: /`batch-2` gets `node-d`, which has no zone: `labelOf` gives `undefined` for it/,
  },
  {
    name: 'a zone without a name',
    write: ({ solution }) =>
      swap(swap(solution, noZone, ''), 'labelOf(node, topologyKey)', "labelOf(node, topologyKey) ?? ''"),
    says: /`batch-2` gets `node-d`, which has no zone: `labelOf` gives `undefined` for it/,
  },
  {
    name: 'a code that says that it may help if pods go',
    write: ({ solution }) => swap(solution, 'UnschedulableAndUnresolvable', 'Unschedulable'),
    says: /At 2,502 ms preemption tries for `batch-2` whether it helps if pods go from `node-d`\. That node has no zone, .* The code `Unschedulable` says that it may help/,
  },
  {
    name: 'the first constraint alone',
    write: ({ solution }) =>
      swap(
        solution,
        "return newStatus('Unschedulable', errReasonConstraintsNotMatch);",
        "return newStatus('Unschedulable', errReasonConstraintsNotMatch);\n    return undefined;",
      ),
    says: /`web-5` gets `node-d`, which has no zone: `labelOf` gives `undefined` for it/,
  },
  {
    name: 'a constraint refused that is not broken',
    write: ({ solution }) => swap(solution, 'skew > maxSkew', 'Math.abs(skew) > 0'),
    says: /In the end `web-5` has no node, though one can take it and keep the balance/,
  },
  {
    name: 'a Map that is indexed, as in Go',
    write: ({ solution }) =>
      swap(solution, 's.tpKeyToCriticalPaths.get(topologyKey)', 's.tpKeyToCriticalPaths[topologyKey]'),
    says: /`s\.tpKeyToCriticalPaths` is a Map, which has no index\. Write `s\.tpKeyToCriticalPaths\.get\(key\)`/,
  },
  {
    name: 'a field in another spelling',
    write: ({ solution }) => swap(solution, '?.minMatchNum ?? maxInt32', '?.minMatch'),
    says: /`minMatchNum` is `undefined`, which is no number: what is computed from it is NaN/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'selector.matches', 'selector.Matches'),
    says: /`Matches` is not a method of `selector`\. Did you mean `matches`\?/,
  },
]);
