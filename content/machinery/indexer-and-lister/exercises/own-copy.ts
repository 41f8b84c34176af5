import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { podCountLabel } from '../../../../src/runtime/demo/pod-count.ts';
import type { StoredObject } from '../../../../src/runtime/subjects/api/world.ts';
import { emptyMap, mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

const labelOf = (node: StoredObject | undefined): string =>
  node?.metadata.labels?.[podCountLabel] ?? t`nothing`;

function wrongInTheEnd(recording: Recording): Problem | undefined {
  const { world, index } = lastEntry(recording);
  for (const name of ['node-a', 'node-b']) {
    const count = podsIn(world).filter(({ spec }) => spec?.nodeName === name).length;
    const label = labelOf(mapGet(world.store.objects, `nodes/${name}`));
    if (label === String(count)) continue;
    const says = t`In the end ${name} has ${count} pods, and its label says ${label}.`;
    const refused = entriesOf(recording, 'api.error').findLast(({ event }) => event.key.endsWith(name));
    return { says, entry: refused?.index ?? index };
  }
  return undefined;
}

/** A cached node that says something else than the API server said at that version. */
function writtenInto(recording: Recording): Problem | undefined {
  const said = new Map<string, string>();
  for (const entry of recording.entries) {
    const { event, world } = entry;
    if (event.kind === 'store.write' && event.resource === 'nodes')
      said.set(`${event.object.metadata.name} ${event.revision}`, labelOf(event.object));
    const cache = mapGet(world.indexers, 'pods-per-node/nodes') ?? emptyMap();
    for (const [name, node] of mapEntries(cache)) {
      const version = node.metadata.resourceVersion ?? '';
      const was = said.get(`${name} ${version}`);
      if (was === undefined || was === labelOf(node)) continue;
      const says = t`At ${timeOf(entry)} the cache has ${name} at version ${version} with ${labelOf(node)} in the label. At that version the API server said ${was}.`;
      return { says, entry: entry.index };
    }
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'machinery/indexer-and-lister/own-copy',
  kind: 'code',
  title: 'A copy of your own',
  task:
    'This controller writes the number of pods into the node that its lister gave. Let it write into a copy, so that the cache holds what ' +
    'the API server said, and a write that is refused is made again.',
  file: 'demo/pods-per-node.ts',
  symbol: 'PodsPerNode.label',
  start: `  override *label(node: Node, count: number): Blocking<Error | undefined> {
    const labels = (node.metadata.labels ??= {});
    if (labels[podCountLabel] === String(count)) return undefined;
    labels[podCountLabel] = String(count);
    const [, err] = yield* this.kubeClient.coreV1().nodes().update(node);
    return err;
  }`,
  solution: `  override *label(node: Node, count: number): Blocking<Error | undefined> {
    const { metadata } = node;
    if (metadata.labels?.[podCountLabel] === String(count)) return undefined;
    const labels = { ...metadata.labels, [podCountLabel]: String(count) };
    const copy = { ...node, metadata: { ...metadata, labels } };
    const [, err] = yield* this.kubeClient.coreV1().nodes().update(copy);
    return err;
  }`,
  scenario: 'machinery/indexer-and-lister#refused',
  seeds: [1, 2, 3, 5, 8],
  checks: [
    { name: 'Each node says how many pods it has', problem: wrongInTheEnd },
    { name: 'The cache holds what the API server said', problem: writtenInto },
  ],
  hints: [
    'Look at the table of labels right before the write that is refused. Who wrote that into the cache?',
    '`{ ...node }` copies the outermost part only: its `metadata`, and the labels in that, are still the cached ones. Each part on the way to what you change needs a copy.',
    'Make `labels` with `{ ...node.metadata.labels, [podCountLabel]: String(count) }`, a `metadata` with those labels, and a node with that `metadata`.',
  ],
  why:
    'The copy is yours until the API server has taken it. If it refuses, the cache still says what is stored, the next sync sees the ' +
    'difference, and tries again. In Go one writes `node.DeepCopy()`, which copies everything; copying the parts on the way is enough.',
  next: 'Copy the outermost part only, and run it again. Which of the checks notices, and would a test that looks at the end of the run have noticed?',
};
