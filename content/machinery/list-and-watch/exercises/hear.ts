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
  const says = t`At ${timeOf(wrong)} something without a name gets into a cache. A bookmark is an event that tells of no object: it holds a version, and nothing that could be kept.`;
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
  const says = t`In the end the cache still has pod ${name}, which is gone. The watch told of its deletion.`;
  return { says, entry: told?.index ?? lastEntry(recording).index };
}

function missing(recording: Recording): Problem | undefined {
  const { stored, cached } = atTheEnd(recording);
  const name = [...stored].find((each) => !cached.has(each));
  if (name === undefined) return undefined;
  const says = t`In the end there is a pod ${name}, and the cache does not have it.`;
  return { says, entry: lastEntry(recording).index };
}

function old(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const cache = mapGet(last.world.indexers, informer) ?? emptyMap();
  for (const pod of podsIn(last.world)) {
    const { name = '', namespace = '', resourceVersion } = pod.metadata;
    const kept = mapGet(cache, `${namespace}/${name}`);
    if (!kept || kept.metadata.resourceVersion === resourceVersion) continue;
    const says = t`In the end the cache has pod ${name} at version ${kept.metadata.resourceVersion ?? ''}, and the store at ${resourceVersion ?? ''}.`;
    return { says, entry: last.index };
  }
  return undefined;
}

function notReplaced(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const active = podsIn(last.world).filter(isActive).length;
  if (active === 2) return undefined;
  const says = t`In the end ${active} pods are there, and two were asked for. The controller counts what is in its cache.`;
  return { says, entry: last.index };
}

export const exercise: Exercise = {
  id: 'machinery/list-and-watch/hear',
  kind: 'code',
  title: 'What a watch event does',
  task:
    'This reflector adds whatever it hears of. Let each event of a watch do what it says: an object that was added, changed or deleted ' +
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
    { name: 'What is gone is not in the cache', problem: ghost },
    { name: 'What is there is in the cache', problem: missing },
    { name: 'The cache is as new as the store', problem: old },
    { name: 'There are two pods in the end', problem: notReplaced },
  ],
  hints: [
    'Look at the pane of the cache after a pod was deleted at once, without time to end. The controller believes that it is there.',
    "An event says in `event.type` what happened: `'ADDED'`, `'MODIFIED'`, `'DELETED'` or `'BOOKMARK'`. Errors do not come here.",
    'The store has `add`, `update` and `delete`. Each of them may have to wait, so each is called with `yield*`.',
  ],
  why:
    'The store behind `#store` is a DeltaFIFO. It notes what is said to it, so an addition in the place of a deletion stays an addition, ' +
    'for every cache and every handler behind it. Of four kinds of event three change the copy. The fourth only says how far the ' +
    'watch has come; the version is noted elsewhere, after this call, for all four.',
  next: 'Call `update` for what was added, too. Does it matter? Look at what the informer tells its handlers, and find out who decides that.',
};
