import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  controllerOf,
  entriesOf,
  isActive,
  lastEntry,
  podsIn,
  syncsOf,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const queue = 'replicaset';

function twice(recording: Recording): Problem | undefined {
  for (const entry of recording.entries) {
    const waiting = mapGet(entry.world.queues, queue)?.queue ?? [];
    const double = waiting.find((key, i) => waiting.indexOf(key) < i);
    if (double === undefined) continue;
    const says = t`At ${timeOf(entry)} \`${double}\` waits in the queue twice. One sync of it is enough.`;
    return { says, entry: entry.index };
  }
  return undefined;
}

function together(recording: Recording): Problem | undefined {
  const syncs = syncsOf(recording, queue);
  for (const [i, sync] of syncs.entries()) {
    const until = sync.done?.index ?? Infinity;
    const other = syncs.slice(i + 1).find(({ key, get }) => key === sync.key && get.index < until);
    if (!other) continue;
    const says = t`At ${timeOf(other.get)} a worker takes \`${sync.key}\`, which another worker has had since ${timeOf(sync.get)}. Both see the same missing pods, and each makes them.`;
    return { says, entry: other.get.index };
  }
  return undefined;
}

function lost(recording: Recording): Problem | undefined {
  const adds = entriesOf(recording, 'workqueue.add').filter(({ event }) => event.queue === queue);
  for (const { key, get, done } of syncsOf(recording, queue)) {
    if (!done || mapGet(done.world.queues, queue)?.queue.includes(key)) continue;
    const add = adds.find(({ index, event }) => event.key === key && index > get.index && index < done.index);
    if (!add) continue;
    const says = t`At ${timeOf(add)} \`${key}\` is added while a worker has it. The worker is done at ${timeOf(done)}, and the key does not wait: no sync will see what changed meanwhile.`;
    return { says, entry: add.index };
  }
  return undefined;
}

/** At the end all is quiet, so nothing that needs work is left. */
function leftOver(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const left = mapGet(last.world.queues, queue);
  const key = left?.dirty.find((one) => !mapGet(left.processing, one));
  if (key === undefined) return undefined;
  const says = left?.queue.includes(key)
    ? t`In the end \`${key}\` waits in the queue, and no worker takes it. A worker that waits for a key is woken by \`signal\`.`
    : t`In the end \`${key}\` is dirty, and does not wait in the queue. No worker has it, so no \`done\` will append it.`;
  return { says, entry: last.index };
}

function wrongCount(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  for (const name of ['web', 'db']) {
    const pods = podsIn(last.world).filter((pod) => isActive(pod) && controllerOf(pod) === name);
    if (pods.length === 3) continue;
    const says = t`In the end \`${name}\` has ${pods.length} pods, and 3 were asked for.`;
    return { says, entry: last.index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'machinery/workqueues/once',
  kind: 'code',
  title: 'Once, and never by two',
  task:
    'This `add` puts every key into the queue, wherever the key is already. Let a key wait at most once, be with at most one worker, and come ' +
    'again if it was added while a worker had it. `get` and `done` are as upstream has them.',
  file: 'kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts',
  symbol: 'Type.add',
  start: `  add(item: T): void {
    if (this.#shuttingDown) return;
    this.#append(item);
    this.#cond.signal();
  }`,
  solution: `  add(item: T): void {
    if (this.#shuttingDown) return;
    if (this.#dirty.has(item)) return;
    this.#dirty.add(item);
    if (this.#processing.has(item)) return;
    this.#append(item);
    this.#cond.signal();
  }`,
  scenario: 'machinery/workqueues#busy',
  seeds: [1, 2, 3, 5, 8, 13],
  checks: [
    { name: 'A key waits at most once', problem: twice },
    { name: 'A key is with at most one worker', problem: together },
    { name: 'A key that is added while a worker has it comes again', problem: lost },
    { name: 'A key that needs work is taken', problem: leftOver },
    { name: 'Each set has the pods it asked for', problem: wrongCount },
  ],
  hints: [
    'Read `get` and `done`. `get` moves a key from one set to the other, and `done` looks into the first set again.',
    '`#dirty` holds the keys that need work. For a key that is in it already, there is nothing more to record.',
    'A key that is in `#processing` must not be appended. It is enough that it is dirty: `done` will append it.',
  ],
  why:
    'The queue holds the order, `#dirty` what needs work, and `#processing` what a worker has. A key that is dirty while a worker has it is the reason ' +
    'for three of them. It is not queued, so no second worker gets it, and it is not forgotten, since `done` finds it. ' +
    'Two changes in that time are one: the next sync reads how things stand then.',
  next: 'Leave the dirty set out, and let `add` return for a key that a worker has. Which check fails, and what would a user see?',
};
