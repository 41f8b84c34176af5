import { exercise } from '../../../../content/scheduler/node-selection/exercises/both.ts';
import { refuses, swap } from '../../tried.ts';

const someTerm = (text: string): string => swap(text, 'terms.every', 'terms.some');
const allPairs = (text: string): string =>
  swap(text, 'Object.keys(selector).some', 'Object.keys(selector).every');
const bothHold = (text: string): string => swap(text, 'pairs || matched', 'pairs && matched');
/** The start with each of its three mistakes mended. */
const mended = (start: string): string =>
  swap(bothHold(allPairs(someTerm(start))), '&& matched', '&& (!required || matched)');

refuses(
  exercise,
  [
    {
      name: 'all three the wrong way round',
      write: ({ start }) => start,
      says: /can run `web`, which asks for type=compute, disk=ssd\. `node-b` is one of them, and should not be\. Its labels: type compute, disk hdd[^]*can run `etl`, which asks for disk In hdd, or type In gpu\. `node-b` is missing[^]*can run `db`, which asks for disk=ssd, and one of two terms\. `node-a` is one of them, and should not be/,
    },
    {
      name: 'the terms changed alone',
      write: ({ start }) => someTerm(start),
      says: /0 nodes can run `cron`, which asks for nothing\. `node-a` is missing\.[^]*can run `web`, which asks for type=compute, disk=ssd\. `node-b` is one of them, and should not be\. Its labels: type compute, disk hdd[^]*can run `db`, which asks for disk=ssd, and one of two terms\. `node-a` is one of them, and should not be/,
    },
    {
      name: 'an affinity that may be absent, forgotten',
      write: ({ start }) => bothHold(allPairs(someTerm(start))),
      says: /0 nodes can run `cron`, which asks for nothing\. `node-a` is missing\.[^]*0 nodes can run `web`, .* `node-a` is missing\. Its labels: type compute, disk ssd/,
    },
    {
      name: 'all terms in place of one',
      write: ({ start }) => bothHold(allPairs(start)),
      says: /can run `etl`, which asks for disk In hdd, or type In gpu\. `node-b` is missing[^]*`node-c` is missing\. Its labels: type storage, disk ssd/,
    },
    {
      name: 'every node let through',
      write: ({ start }) => swap(start, 'return pairs || matched;', 'return true;'),
      says: /can run `web`, which asks for type=compute, disk=ssd\. `node-b` is one of them, and should not be\. Its labels: type compute, disk hdd[^]*4 nodes can run `etl`, .* `node-a` is one of them, and should not be[^]*4 nodes can run `api`, which asks for a term without conditions\. `node-a` is one of them[^]*can run `db`, which asks for disk=ssd, and one of two terms\. `node-a` is one of them, and should not be/,
    },
    {
      name: 'the selector or the affinity',
      write: ({ start }) =>
        swap(
          mended(start),
          'return pairs && (!required || matched)',
          'return required ? (pod.spec.nodeSelector !== undefined && pairs) || matched : pairs',
        ),
      says: /can run `db`, which asks for disk=ssd, and one of two terms\. `node-a` is one of them, and should not be/,
    },
    {
      name: 'one pair in place of all',
      write: ({ start }) =>
        swap(
          mended(start),
          'Object.keys(selector).every((key)',
          '!Object.keys(selector).length || Object.keys(selector).some((key)',
        ),
      says: /can run `web`, which asks for type=compute, disk=ssd\. `node-b` is one of them, and should not be\. Its labels: type compute, disk hdd/,
    },
    {
      name: 'a term without conditions taken for one that always holds',
      write: ({ start }) =>
        swap(
          mended(start),
          '!required || matched',
          '!required || matched || terms.some((term) => !term.matchExpressions?.length)',
        ),
      says: /4 nodes can run `api`, which asks for a term without conditions\. `node-a` is one of them/,
    },
    {
      name: 'one condition of a term in place of all',
      write: ({ start }) =>
        swap(
          mended(start),
          'terms.some((term) => matchNodeSelectorTerms(node, { nodeSelectorTerms: [term] })[0])',
          'matchNodeSelectorTerms(node, { nodeSelectorTerms: terms.flatMap(({ matchExpressions = [] }) => matchExpressions.map((one) => ({ matchExpressions: [one] }))) })[0]',
        ),
      says: /can run `db`, which asks for disk=ssd, and one of two terms\. `node-a` is one of them, and should not be/,
    },
    {
      name: 'the pair of a match and an error, taken for the match',
      write: ({ start }) =>
        swap(mended(start), '{ nodeSelectorTerms: [term] })[0]', '{ nodeSelectorTerms: [term] })'),
      says: /`matchNodeSelectorTerms\(.*\)` is a pair, .* which always counts as true\. Take it apart/,
    },
    {
      name: 'an assignment in place of a comparison',
      write: ({ start }) =>
        swap(mended(start), 'labels[key] === selector[key]', '(labels[key] = selector[key])'),
      says: /`labels` is frozen\. .* line 13 of `node_affinity\.ts`/,
    },
    {
      name: 'the fields as Go calls them',
      write: ({ start }) => swap(mended(start), 'pod.spec.nodeSelector', 'pod.Spec.NodeSelector'),
      says: /`pod` has no `Spec`\. Did you mean `spec`\?/,
    },
  ],
  [
    {
      name: 'the start, mended in three places and asked whether there is an affinity',
      write: ({ start }) => mended(start),
    },
  ],
);
