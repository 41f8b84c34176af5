import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import {
  entriesOf,
  lastEntry,
  podsIn,
  syncsOf,
  timeOf,
} from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Node } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { mapEntries, mapGet } from '../../../../src/runtime/sim/pmap.ts';

const queue = 'nodecounter';
const program = 'node-counter';

function wrongInTheEnd(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const count = String(podsIn(last.world).length);
  const stored = mapGet(last.world.store.objects, 'nodes/node-a') as Node | undefined;
  const has = stored?.metadata.labels?.['demo.example/pods'] ?? t`nothing`;
  if (has === count) return undefined;
  const says = t`In the end there are ${count} pods, and the label of \`node-a\` says ${has}.`;
  return { says, entry: last.index };
}

function notDone(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const held = mapGet(last.world.queues, queue);
  const [first] = held ? mapEntries(held.processing) : [];
  if (!first) return undefined;
  const [key] = first;
  const taken = entriesOf(recording, 'workqueue.get').findLast(({ event }) => event.key === key);
  const says = t`In the end the queue believes that a worker still works on \`${key}\`, and gives the key to no other. A worker that takes a key has to call \`done\` when it is over, whatever came of it.`;
  return { says, entry: taken?.index ?? last.index };
}

function doneTooEarly(recording: Recording): Problem | undefined {
  for (const { key, entries, done } of syncsOf(recording, queue)) {
    const write =
      done && entries.find(({ index, event }) => index > done.index && event.kind === 'api.request');
    if (!write) continue;
    const says = t`At ${timeOf(write)} a worker writes \`${key}\`, and has called \`done\` before that. Another worker may have taken the key meanwhile.`;
    return { says, entry: write.index };
  }
  return undefined;
}

function refusedAndForgotten(recording: Recording): Problem | undefined {
  const later = entriesOf(recording, 'workqueue.addAfter');
  for (const refused of entriesOf(recording, 'api.error')) {
    const { event, at, index } = refused;
    if (event.program !== program || event.verb !== 'update') continue;
    const key = event.key.replace('nodes/', '');
    if (later.some((entry) => entry.event.key === key && entry.at === at && entry.index > index)) continue;
    const says = t`At ${timeOf(refused)} the update of \`${key}\` is refused, and the key is not put back for later. \`handleErr\` puts it back if it is given the error.`;
    return { says, entry: index };
  }
  return undefined;
}

function failuresKept(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const held = mapGet(last.world.queues, queue);
  const [first] = held ? mapEntries(held.failures) : [];
  if (!first) return undefined;
  const [key, failures] = first;
  const says = t`In the end the number of failures that the queue counts of \`${key}\` is still ${failures}, and the key has succeeded since. The next failure would wait for too long. \`handleErr\` forgets them if it is given no error.`;
  return { says, entry: last.index };
}

export const exercise: Exercise = {
  id: 'your-own/standard-shape/worker',
  kind: 'code',
  title: 'The loop round a sync',
  task:
    'This worker takes a key and syncs it, and does no more. Let it hand what the sync returns to `this.handleErr`, and say that it is done ' +
    'with the key, whatever came of it.',
  file: 'demo/node-counter.ts',
  symbol: 'NodeCounter.processNextItem',
  start: `  *processNextItem(): Blocking<boolean> {
    const [key, quit] = yield* this.queue.get();
    if (quit) return false;
    yield* this.sync(key);
    return true;
  }`,
  solution: `  *processNextItem(): Blocking<boolean> {
    const [key, quit] = yield* this.queue.get();
    if (quit) return false;
    try {
      this.handleErr(yield* this.sync(key), key);
    } finally {
      this.queue.done(key);
    }
    return true;
  }`,
  scenario: 'your-own/standard-shape#busy',
  seeds: [1, 5, 8, 13, 34],
  checks: [
    { name: 'In the end `node-a` has the number of pods', problem: wrongInTheEnd },
    { name: 'In the end no worker works on a key', problem: notDone },
    { name: 'No worker writes after it was done', problem: doneTooEarly },
    { name: 'What is refused is tried again', problem: refusedAndForgotten },
    { name: 'Success forgets the failures', problem: failuresKept },
  ],
  hints: [
    'Step through a run to where the label goes wrong, and look at the work queue. Which worker works on which key?',
    '`this.sync(key)` returns an error, or `undefined`. `this.handleErr(err, key)` sends the key back or forgets it; it never waits.',
    '`this.queue.done(key)` has to be called for each key that was taken, when the work on it is over. A `finally` does it even if something is thrown.',
  ],
  why:
    'Between `get` and `done` a key belongs to one worker. If it is added meanwhile, the queue remembers that, and gives it out again after `done`. So two workers never write the same node ' +
    'at the same time, and no change is lost. Both depend on these three lines.',
  next: 'Call `done` before the sync in place of after it. Which check tells, and in how many of the five runs?',
};
