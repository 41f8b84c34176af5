import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  entriesOf,
  isActive,
  lastEntry,
  podsIn,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { emptyMap, mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

const informer = 'kube-controller-manager/pods';

function nameless(recording: Recording): Problem | undefined {
  const wrong = entriesOf(recording, 'indexer.write').find(({ event }) => event.key === '');
  if (!wrong) return undefined;
  const says = t`At ${timeOf(wrong)} something without a name gets into a cache. It is a bookmark, which is about no object: all that it holds is a version.`;
  return { says, entry: wrong.index };
}

/** Names of the pods in the store and in the cache of the controller, in the end. */
function atTheEnd(recording: Recording): { readonly stored: Set<string>; readonly cached: Set<string> } {
  const { world } = lastEntry(recording);
  const cache = mapEntries(mapGet(world.indexers, informer) ?? emptyMap());
  const names = (keys: readonly string[]): Set<string> =>
    new Set(keys.map((key) => key.slice(key.lastIndexOf('/') + 1)));
  return {
    stored: new Set(podsIn(world).map(({ metadata }) => metadata.name ?? '')),
    cached: names(cache.map(([key]) => key)),
  };
}

function ghost(recording: Recording): Problem | undefined {
  const { stored, cached } = atTheEnd(recording);
  const name = [...cached].find((each) => each !== '' && !stored.has(each));
  if (name === undefined) return undefined;
  const told = entriesOf(recording, 'watch.event').find(
    ({ event }) => event.watch === informer && event.type === 'DELETED' && event.key.endsWith(`/${name}`),
  );
  const says = t`In the end the cache still has the pod \`${name}\`, which is gone. The watch delivered its deletion.`;
  return { says, entry: told?.index ?? lastEntry(recording).index };
}

function missing(recording: Recording): Problem | undefined {
  const { stored, cached } = atTheEnd(recording);
  const name = [...stored].find((each) => !cached.has(each));
  if (name === undefined) return undefined;
  const says = t`In the end there is a pod \`${name}\`, and the cache does not have it.`;
  return { says, entry: lastEntry(recording).index };
}

function old(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const cache = mapGet(last.world.indexers, informer) ?? emptyMap();
  for (const pod of podsIn(last.world)) {
    const { name = '', namespace = '', resourceVersion } = pod.metadata;
    const kept = mapGet(cache, `${namespace}/${name}`);
    if (!kept || kept.metadata.resourceVersion === resourceVersion) continue;
    const says = t`In the end the cache has the pod \`${name}\` at version ${kept.metadata.resourceVersion ?? ''}, and the store has it at version ${resourceVersion ?? ''}.`;
    return { says, entry: last.index };
  }
  return undefined;
}

function notReplaced(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const active = podsIn(last.world).filter(isActive).length;
  if (active === 2) return undefined;
  const says = t`In the end there are ${active} pods, and two were asked for. The controller counts what is in its cache.`;
  return { says, entry: last.index };
}

/** What the store is given for each event of a watch. */
const deltas: Readonly<Record<string, string>> = { ADDED: 'Added', MODIFIED: 'Updated', DELETED: 'Deleted' };

function notAsTold(recording: Recording): Problem | undefined {
  const queued = new Map(entriesOf(recording, 'fifo.add').map((entry) => [entry.cause, entry]));
  for (const entry of entriesOf(recording, 'watch.event')) {
    const { watch, type, key } = entry.event;
    const wanted = deltas[type];
    if (!watch.startsWith('kube-controller-manager/') || wanted === undefined) continue;
    const found = queued.get(entry.index)?.event.delta;
    if (found === wanted) continue;
    const says =
      found === undefined
        ? t`At ${timeOf(entry)} the watch says \`${type}\` of \`${key}\`, and the store gets nothing of it. \`event.type\` is \`'ADDED'\`, \`'MODIFIED'\`, \`'DELETED'\` or \`'BOOKMARK'\`.`
        : t`At ${timeOf(entry)} the watch says \`${type}\` of \`${key}\`, and the store records \`${found}\`. Each type of event has a method of its own.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'machinery/list-and-watch/hear',
  kind: 'code',
  title: 'What a watch event does',
  task:
    'This reflector adds every object that it hears of. Let each event of a watch do what it says: an object that was added, changed or deleted ' +
    'is added, updated or deleted in `#store`, and a bookmark changes nothing there.',
  file: 'kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts',
  symbol: 'Reflector.#apply',
  start: `  *#apply(event: WatchEvent): Blocking<void> {
    const object = event.object as KubeObject;
    yield* this.#store.add(object);
  }`,
  solution: `  *#apply(event: WatchEvent): Blocking<void> {
    const object = event.object as KubeObject;
    if (event.type === 'ADDED') {
      yield* this.#store.add(object);
    } else if (event.type === 'MODIFIED') {
      yield* this.#store.update(object);
    } else if (event.type === 'DELETED') {
      yield* this.#store.delete(object);
    }
  }`,
  scenario: 'machinery/list-and-watch#lost-without-warning',
  seeds: [1, 2, 3, 5, 8, 13],
  checks: [
    { name: 'Nothing without a name is in a cache', problem: nameless },
    { name: 'The store gets what each event says', problem: notAsTold },
    { name: 'What is gone is not in the cache', problem: ghost },
    { name: 'What is there is in the cache', problem: missing },
    { name: 'The cache is as new as the store', problem: old },
    { name: 'There are two pods in the end', problem: notReplaced },
  ],
  hints: [
    'Look at the pane of the cache after a pod was deleted at once, without time to end. The controller believes that the pod is there.',
    "`event.type` says what happened: `'ADDED'`, `'MODIFIED'`, `'DELETED'` or `'BOOKMARK'`. Errors do not come here. In a `switch`, each `case` needs a `break` at its end, unlike in Go.",
    'The store has `add`, `update` and `delete`. Each of them may have to wait, so each is called with `yield*`.',
  ],
  why:
    'The store behind `#store` is a DeltaFIFO. It records what it gets, so an addition in the place of a deletion stays an addition, ' +
    'for every cache and every handler behind it. Three of the four types of event change the copy. A bookmark only says how far the ' +
    'watch has come. That version is recorded elsewhere, after this call, for all four.',
  next: 'Call `update` for what was added, too. One check fails. Do the handlers hear anything else? Find out who decides what they hear.',
};
