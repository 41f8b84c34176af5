import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  type EntryOf,
  entriesOf,
  lastEntry,
  podsIn,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { ConfigMap } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { World } from '../../../../src/runtime/stage/world.ts';
import type { StoredObject } from '../../../../src/runtime/subjects/api/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const finalizer = 'demo.example/register';

const poolIn = ({ store }: World): StoredObject | undefined => mapGet(store.objects, 'podpools/default/red');
const entryIn = ({ store }: World): string | undefined =>
  (mapGet(store.objects, 'configmaps/kube-system/pod-pools') as ConfigMap | undefined)?.data?.['default.red'];

const writesOf = (recording: Recording, resource: string): EntryOf<'store.write'>[] =>
  entriesOf(recording, 'store.write').filter(({ event }) => event.resource === resource);

function noPromise(recording: Recording): Problem | undefined {
  for (const write of writesOf(recording, 'configmaps')) {
    const pool = poolIn(write.world);
    if (entryIn(write.world) === undefined || pool?.metadata.finalizers?.includes(finalizer)) continue;
    const says = t`At ${timeOf(write)} the pool is entered in the register, and nothing holds it: it has no finalizer. Deleted now, it would leave its entry behind. \`#addFinalizer\` comes first.`;
    return { says, entry: write.index };
  }
  return undefined;
}

function gone(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const pool = poolIn(last.world);
  if (!pool) return undefined;
  const { finalizers = [] } = pool.metadata;
  const says =
    new Set(finalizers).size < finalizers.length
      ? t`In the end the pool is still there, and has its finalizer ${finalizers.length} times: each sync adds it again. Ask whether the list includes \`registerFinalizer\`.`
      : t`In the end the pool is still there, and waits for its controller to take off the finalizer. \`#finalize\` does that, once the pool has a deletion timestamp.`;
  return { says, entry: last.index };
}

function leftBehind(recording: Recording): Problem | undefined {
  const [removed] = writesOf(recording, 'podpools').filter(({ event }) => event.verb === 'delete');
  if (!removed || entryIn(removed.world) === undefined) return undefined;
  const says = t`At ${timeOf(removed)} the pool is gone, and its entry is still in the register. Clean up first; the finalizer goes last.`;
  return { says, entry: removed.index };
}

function madeForTheDead(recording: Recording): Problem | undefined {
  for (const write of entriesOf(recording, 'store.write')) {
    const { resource, verb, program, key } = write.event;
    if (program !== 'pool-manager') continue;
    const pool = poolIn(write.world);
    if (pool && pool.metadata.deletionTimestamp === undefined) continue;
    const made = resource === 'pods' && verb === 'create';
    const entered = resource === 'configmaps' && entryIn(write.world) !== undefined;
    if (!made && !entered) continue;
    const says = t`At ${timeOf(write)} \`${key}\` is written for a pool that is being deleted or gone. Look for a deletion timestamp before you make anything.`;
    return { says, entry: write.index };
  }
  return undefined;
}

function tooFew(recording: Recording): Problem | undefined {
  const end = entriesOf(recording, 'act').find(({ event }) => event.act.kind === 'crash');
  if (!end) return undefined;
  const pods = podsIn(end.world).length;
  if (pods === 1) return undefined;
  const deleting = poolIn(end.world)?.metadata.deletionTimestamp !== undefined;
  const made = writesOf(recording, 'pods').some(({ event }) => event.verb === 'create');
  const why =
    made || deleting
      ? ''
      : t` None was ever made. Where Go has \`nil\`, a pool that is not being deleted has \`undefined\` for its deletion timestamp, and not \`null\`.`;
  const says = t`At ${timeOf(end)} the pool asks for one pod, and there are ${pods}.${why}`;
  return { says, entry: end.index };
}

export const exercise: Exercise = {
  id: 'your-own/custom-resource/finalizer',
  kind: 'code',
  title: 'Leave nothing behind',
  task:
    'This sync makes pods, keeps the register and writes the status. It does not know of deletion, so a pool that is deleted leaves its entry in the register. ' +
    'Let it make a promise before the entry is written, and keep it when the pool is deleted: `this.#addFinalizer(pool)` and `this.#finalize(pool)` do the writing.',
  file: 'demo/pool/pool-controller.ts',
  symbol: 'PoolController.sync',
  start: `  *sync(key: string): Blocking<MaybeError> {
    const [namespace = '', name = ''] = key.split('/');
    const [found, err] = this.#poolLister.byNamespace(namespace).get(name);
    if (err) return isNotFound(err) ? undefined : err;
    const pool = found as LivePool;
    const entryErr = yield* this.#writeEntry(pool, String(pool.spec.size));
    if (entryErr) return entryErr;
    const pods = this.#podsOf(pool);
    const podsErr = yield* this.#syncPods(pool, pods);
    const statusErr = yield* this.#updateStatus(pool, pods);
    return podsErr ?? statusErr;
  }`,
  solution: `  *sync(key: string): Blocking<MaybeError> {
    const [namespace = '', name = ''] = key.split('/');
    const [found, err] = this.#poolLister.byNamespace(namespace).get(name);
    if (err) return isNotFound(err) ? undefined : err;
    const pool = found as LivePool;
    if (pool.metadata.deletionTimestamp !== undefined) return yield* this.#finalize(pool);
    if (!pool.metadata.finalizers?.includes(registerFinalizer)) return yield* this.#addFinalizer(pool);
    const entryErr = yield* this.#writeEntry(pool, String(pool.spec.size));
    if (entryErr) return entryErr;
    const pods = this.#podsOf(pool);
    const podsErr = yield* this.#syncPods(pool, pods);
    const statusErr = yield* this.#updateStatus(pool, pods);
    return podsErr ?? statusErr;
  }`,
  scenario: 'your-own/custom-resource#hard',
  seeds: [4, 9, 16, 25, 36],
  checks: [
    { name: 'What is in the register is held by a finalizer', problem: noPromise },
    { name: 'A pool that goes has left the register', problem: leftBehind },
    { name: 'In the end the pool is gone', problem: gone },
    { name: 'Nothing is made for a pool that is being deleted', problem: madeForTheDead },
    { name: 'The pool has as many pods as it asks for', problem: tooFew },
  ],
  hints: [
    'Go to where the pool is deleted, and look at the register. Which program could take the entry out, now that the pool is gone?',
    'A pool with a finalizer does not go when it is deleted. It gets a `pool.metadata.deletionTimestamp`, and your sync gets its key once more.',
    'Two lines are missing, both before the entry is written. The first asks whether the pool is being deleted, the second whether it has its finalizer: `pool.metadata.finalizers?.includes(registerFinalizer)`.',
    'Both end the sync: `return yield* this.#finalize(pool)`. Each write of the pool brings its key again, and the next sync goes on from there.',
  ],
  why:
    'Order is all there is to it. The promise is stored before there is anything to clean up, and taken back after everything is cleaned up. Between any two of these writes the program ' +
    'may crash, and the next sync finds out from the objects alone how far it was.',
  next: 'Ask for the finalizer first and for the deletion second. What happens to a pool that is deleted before its controller has seen it?',
};
