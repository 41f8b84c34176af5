import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, podsIn, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type {
  KubeObject,
  Node,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { World } from '../../../../src/runtime/stage/world.ts';
import { type PMap, emptyMap, mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

const program = 'node-counter';
const master = 'node-role.kubernetes.io/master';
const label = 'demo.example/pods';

const cacheOf = ({ indexers }: World, resource: string): PMap<KubeObject> =>
  mapGet(indexers, `${program}/${resource}`) ?? emptyMap();

function wrongInTheEnd(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const count = String(podsIn(last.world).length);
  for (const [key, object] of mapEntries(last.world.store.objects)) {
    const { name = '', labels = {} } = (object as Node).metadata;
    if (!key.startsWith('nodes/') || labels[master] === undefined || labels[label] === count) continue;
    const says = t`In the end there are ${count} pods, and the label of \`${name}\` says ${labels[label] ?? t`nothing`}.`;
    return { says, entry: last.index };
  }
  return undefined;
}

function askedAgain(recording: Recording): Problem | undefined {
  const lists = entriesOf(recording, 'api.request').filter(
    ({ event }) => event.program === program && (event.verb === 'list' || event.verb === 'get'),
  );
  for (const resource of ['pods', 'nodes']) {
    const second = lists.filter(({ event }) => event.resource === resource)[1];
    if (!second) continue;
    const says = t`At ${timeOf(second)} the API server is asked for ${resource}, which are in the cache. The informer asked for them once, and hears of every change.`;
    return { says, entry: second.index };
  }
  return undefined;
}

function errorLost(recording: Recording): Problem | undefined {
  const later = entriesOf(recording, 'workqueue.addAfter');
  for (const refused of entriesOf(recording, 'api.error')) {
    if (refused.event.program !== program || refused.event.verb !== 'update') continue;
    const key = refused.event.key.replace('nodes/', '');
    if (later.some(({ event, at, index }) => event.key === key && at === refused.at && index > refused.index))
      continue;
    const says = t`At ${timeOf(refused)} the update of \`${key}\` is refused, and the key is not put back for later. An error that a sync keeps to itself is lost: return it.`;
    return { says, entry: refused.index };
  }
  return undefined;
}

function triedForNothing(recording: Recording): Problem | undefined {
  for (const again of entriesOf(recording, 'workqueue.addAfter')) {
    const { key } = again.event;
    const refused = entriesOf(recording, 'api.error').some(
      ({ at, event }) => at === again.at && event.key === `nodes/${key}`,
    );
    if (refused) continue;
    const says = mapGet(cacheOf(again.world, 'nodes'), key)
      ? t`At ${timeOf(again)} \`${key}\` is to be tried again, and nothing was refused. A sync that has done its work returns \`undefined\`, as \`nil\` in Go.`
      : t`At ${timeOf(again)} \`${key}\` is to be tried again, and there is no such node. What is gone needs no work, and is no error: \`isNotFound\` tells.`;
    return { says, entry: again.index };
  }
  return undefined;
}

function writtenForNothing(recording: Recording): Problem | undefined {
  for (const request of entriesOf(recording, 'api.request')) {
    const { event, world } = request;
    if (event.program !== program || event.verb !== 'update') continue;
    const name = event.key.replace('nodes/', '');
    const cached = mapGet(cacheOf(world, 'nodes'), name);
    if (cached?.metadata.labels?.[label] !== String(cacheOf(world, 'pods').size)) continue;
    const says = t`At ${timeOf(request)} \`${name}\` is written, and its label is right already.`;
    return { says, entry: request.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'your-own/standard-shape/sync',
  kind: 'code',
  title: 'A sync that reads from caches',
  task:
    'This sync works as long as all goes well. It asks the API server for what is in its caches, keeps the error of its write to itself, and takes a node ' +
    'that is gone for an error. Let it read through `this.nodeLister` and `this.#podLister`, and return the error of what has to be tried again, and no other.',
  file: 'demo/node-counter.ts',
  symbol: 'NodeCounter.sync',
  start: `  *sync(key: string): Blocking<Error | undefined> {
    const [node, err] = yield* this.kubeClient.coreV1().nodes().get(key);
    if (err) return err;
    const [pods, listErr] = yield* this.kubeClient.coreV1().pods('').list();
    if (listErr) return listErr;
    yield* this.label(node, pods.items.length);
    return undefined;
  }`,
  solution: `  *sync(key: string): Blocking<Error | undefined> {
    const [node, err] = this.nodeLister.get(key);
    if (err) return isNotFound(err) ? undefined : err;
    const [pods, listErr] = this.#podLister.list(everything());
    if (listErr) return listErr;
    return yield* this.label(node, pods.length);
  }`,
  scenario: 'your-own/standard-shape#busy',
  seeds: [1, 5, 8, 13, 34],
  checks: [
    { name: 'In the end each master has the number of pods', problem: wrongInTheEnd },
    { name: 'Pods and nodes are read from the caches', problem: askedAgain },
    { name: 'What is refused is tried again', problem: errorLost },
    { name: 'Nothing else is tried again, and nothing that is gone', problem: triedForNothing },
    { name: 'A label that is right is not written', problem: writtenForNothing },
  ],
  hints: [
    'A lister answers at once, so it is called without `yield*`: `const [node, err] = this.nodeLister.get(key)`.',
    '`this.#podLister.list(everything())` gives all pods of the cache, or an error. Their number is `pods.length`.',
    '`isNotFound(err)` tells whether an error says that there is no such object. Then `undefined` is the right answer: nothing is left to do.',
    '`this.label` returns the error of its write. Return it in turn: `return yield* this.label(node, pods.length)`.',
  ],
  why:
    'What a sync returns decides whether its key comes again. An error that is kept leaves the label wrong until something else happens, and an error that is none ' +
    'is tried five times for nothing. And a sync that asks the API server costs two requests for each key, where the caches have cost one list each, once.',
  next: 'Let the sync return an error whenever the label was not right. How often does each key come then, and what does that cost?',
};
