import { exercise } from '../../../../content/your-own/first-controller/exercises/round.ts';
import { refuses, swap } from '../../tried.ts';

const upToDate = /if \(node.*continue;/;
const records = /for \(const pod of pods\).*/;
const copy = 'withPodCount(node, pods.length)';

refuses(
  exercise,
  [
    {
      name: 'pods that are printed, and no more',
      write: ({ start }) => start,
      says: /the label `demo\.example\/pods` of `node-a` says nothing, and the cache has 3 pods[^]*there is no event about the pod `default\/web-a`/,
    },
    {
      name: 'pods listed through the client',
      write: ({ solution }) =>
        swap(
          swap(
            swap(
              solution,
              'this.podLister.list(everything())',
              "yield* this.kubeClient.coreV1().pods('').list()",
            ),
            'for (const { metadata } of pods)',
            'const pods = listed!.items;\n    for (const { metadata } of pods)',
          ),
          'const [pods, err]',
          'const [listed, err]',
        ),
      says: /At 100 ms the API server is asked for all pods again\. They are in the cache: ask `this\.podLister`/,
    },
    {
      name: 'every node labelled',
      write: ({ solution }) => swap(solution, '{ labelSelector: masterLabel }', '{}'),
      says: /At 106 ms `node-a` gets the label, and it is no master/,
    },
    {
      name: 'one master labelled',
      write: ({ solution }) => swap(solution, 'of masters.items)', 'of masters.items.slice(0, 1))'),
      says: /At 40,118 ms, after a round, the label `demo\.example\/pods` of `node-b` says nothing, and the cache has 3 pods/,
    },
    {
      name: 'other labels taken away',
      write: ({ solution }) =>
        swap(
          solution,
          copy,
          "{ ...node, metadata: { ...node.metadata, labels: { [masterLabel]: '', 'demo.example/pods': String(pods.length) } } }",
        ),
      says: /`node-a` loses its label `kubernetes\.io\/arch`\. An update writes the whole node/,
    },
    {
      name: 'a write each time, needed or not',
      write: ({ solution }) => swap(solution, upToDate, ''),
      says: /At 30,104 ms `node-a` is written, and its label is right already/,
    },
    {
      name: 'a label that is written once',
      write: ({ solution }) =>
        swap(solution, upToDate, "if (node.metadata.labels?.['demo.example/pods'] !== undefined) continue;"),
      says: /At 20,110 ms, after a round, the label `demo\.example\/pods` of `node-a` says 3, and the cache has 2 pods/,
    },
    {
      name: 'a number where labels hold texts',
      write: ({ solution }) =>
        swap(
          solution,
          copy,
          "{ ...node, metadata: { ...node.metadata, labels: { ...node.metadata.labels, 'demo.example/pods': pods.length } } }",
        ),
      says: /the API server refused to write it: .*: expected a string, found 3/,
    },
    {
      name: 'no events',
      write: ({ solution }) => swap(solution, records, ''),
      says: /after a round, there is no event about the pod `default\/web-a`/,
    },
    {
      name: 'events about nodes',
      write: ({ solution }) =>
        swap(
          swap(solution, records, ''),
          'if (updateErr)',
          "this.recorder.eventf(node, 'Normal', 'Counted', '%d pods', pods.length);\n      if (updateErr)",
        ),
      says: /after a round, there is no event about the pod `default\/web-a`/,
    },
    {
      name: 'a write into the node that the client gave, as Go allows',
      write: ({ solution }) =>
        swap(
          solution,
          `const [, updateErr] = yield* nodes.update(${copy});`,
          "node.metadata.labels['demo.example/pods'] = String(pods.length);\n      const [, updateErr] = yield* nodes.update(node);",
        ),
      says: /`node\.metadata\.labels` is frozen\. .* here objects of a client are frozen as well\. Make a changed copy, .* `withPodCount` makes one, too/,
    },
    {
      name: 'a list that is not asked for',
      write: ({ solution }) => swap(solution, 'yield* nodes.list', 'nodes.list'),
      says: /`nodes\.list\(.*\)` was called without `yield\*`, so nothing of it has run/,
    },
    {
      name: 'an update that is not sent',
      write: ({ solution }) =>
        swap(
          solution,
          /const \[, updateErr\] = yield\* (.*)\n.*/,
          'nodes.update(withPodCount(node, pods.length));',
        ),
      says: /`nodes\.update\(.*\)` was called without `yield\*`, so nothing of it has run/,
    },
    {
      name: 'a list that is looped over itself',
      write: ({ solution }) => swap(solution, 'of masters.items', 'of masters'),
      says: /A list is needed here, and `masters` is none/,
    },
    {
      name: 'the name that Go has for it',
      write: ({ solution }) => swap(solution, 'this.recorder.eventf', 'this.recorder.Eventf'),
      says: /`Eventf` is not a method of `this\.recorder`\. Did you mean `eventf`\?/,
    },
  ],
  [
    {
      name: 'masters picked out of all nodes',
      write: ({ solution }) =>
        swap(
          swap(solution, '{ labelSelector: masterLabel }', '{}'),
          upToDate,
          "if (node.metadata.labels?.[masterLabel] === undefined) continue;\n      if (node.metadata.labels['demo.example/pods'] === String(pods.length)) continue;",
        ),
    },
  ],
);
