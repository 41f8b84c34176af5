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
    const refused = entriesOf(recording, 'api.error').findLast(({ event }) => event.key.endsWith(name));
    const why = refused ? t` The last write was refused: ${refused.event.message}.` : '';
    const says = t`In the end \`${name}\` has ${count} pods, and its label says ${label}.${why}`;
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
      const says = t`At ${timeOf(entry)} the cache has \`${name}\` at version ${version} with ${labelOf(node)} in the label. At that version the API server said ${was}. The label was written into the cached node, or into a part that your copy shares with it.`;
      return { says, entry: entry.index };
    }
  }
  return undefined;
}

/** A write that changed a label of a node beside the one that is meant. */
function otherLabels(recording: Recording): Problem | undefined {
  for (const entry of entriesOf(recording, 'store.write')) {
    const { resource, verb, program, object, previous } = entry.event;
    if (resource !== 'nodes' || verb !== 'update' || program !== 'pods-per-node') continue;
    const now = object.metadata.labels ?? {};
    const lost = Object.entries(previous?.metadata.labels ?? {}).find(
      ([label, value]) => label !== podCountLabel && now[label] !== value,
    );
    if (!lost) continue;
    const says = t`At ${timeOf(entry)} \`${object.metadata.name ?? ''}\` loses its label \`${lost[0]}\`. The copy has to hold all that the node holds.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'machinery/indexer-and-lister/own-copy',
  kind: 'code',
  title: 'A copy of your own',
  task:
    'This controller writes the number of pods into the node that its lister gave. Let it write into a copy. Then the cache holds what ' +
    'the API server said, and after a refused write the controller tries again.',
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
    { name: 'A node keeps its other labels', problem: otherLabels },
  ],
  hints: [
    'Look at the table of labels right before the write that is refused. Which line wrote that into the cache?',
    '`{ ...node }` copies the outermost part only. Its `metadata`, and the labels in that, are still the cached ones. Each part on the way to what you change needs a copy.',
    'Make `labels` with `{ ...node.metadata.labels, [podCountLabel]: String(count) }`, a `metadata` with those labels, and a node with that `metadata`.',
  ],
  why:
    'The copy is yours until the API server has taken it. If it refuses, the cache still says what is stored, so the next sync sees the ' +
    'difference and tries again. In Go one writes `node.DeepCopy()`, which copies everything. Here it is enough to copy the parts on the way.',
  next: 'Copy the outermost part only, and run it again. Which of the checks fail, and would a test that looks at the end of the run have failed?',
};
