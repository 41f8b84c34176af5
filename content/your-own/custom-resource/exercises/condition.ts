import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { type EntryOf, entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { PodPool } from '../../../../src/runtime/demo/pool/types.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const program = 'pool-manager';
type Condition = NonNullable<PodPool['status']>['conditions'][number];

/** Writes of the pool that changed its status, each with what it became. */
function statusWrites(recording: Recording): {
  readonly write: EntryOf<'store.write'>;
  readonly pool: PodPool;
  readonly ready: Condition | undefined;
}[] {
  return entriesOf(recording, 'store.write').flatMap((write) => {
    const { resource, verb, object, previous } = write.event;
    if (resource !== 'podpools' || verb === 'delete') return [];
    const [pool, before] = [object as PodPool, previous as PodPool | undefined];
    if (!pool.status || pool.status === before?.status) return [];
    return [{ write, pool, ready: pool.status.conditions.find(({ type }) => type === 'Ready') }];
  });
}

/** A write by which the pool lost the status that it had. */
function lost(recording: Recording): Problem | undefined {
  const write = entriesOf(recording, 'store.write').find(({ event }) => {
    const [pool, before] = [event.object as PodPool, event.previous as PodPool | undefined];
    return event.resource === 'podpools' && event.verb !== 'delete' && before?.status && !pool.status;
  });
  if (!write) return undefined;
  const says = t`At ${timeOf(write)} the pool loses its status: \`poolStatus\` returned nothing. If nothing differs, return the status that the pool has.`;
  return { says, entry: write.index };
}

/** In ms: a write takes 4. */
const soon = 100;

/** A generation of which the status does not speak, soon after the pool got it. */
function ofTheLast(recording: Recording): Problem | undefined {
  for (const change of entriesOf(recording, 'store.write')) {
    const { resource, verb, object, previous } = change.event;
    const { generation, deletionTimestamp } = object.metadata;
    if (resource !== 'podpools' || verb === 'delete' || deletionTimestamp !== undefined) continue;
    if (!previous || previous.metadata.generation === generation) continue;
    const later = recording.entries.findLast(({ at }) => at <= change.at + soon);
    const pool = later && (mapGet(later.world.store.objects, 'podpools/default/red') as PodPool | undefined);
    if (!later || !pool || pool.status?.observedGeneration === generation) continue;
    const says = t`At ${timeOf(change)} the pool gets the generation ${generation ?? 0}, and ${soon} ms later its status still speaks of ${pool.status?.observedGeneration ?? t`none`}. A status of another generation is another status, even if as many pods are ready.`;
    return { says, entry: later.index };
  }
  return undefined;
}

function nothingSaid(recording: Recording): Problem | undefined {
  const writes = statusWrites(recording);
  const silent = writes.find(({ ready }) => ready === undefined);
  if (writes.length > 0 && !silent) return undefined;
  const entry = silent?.write ?? lastEntry(recording);
  const refusal = entriesOf(recording, 'api.error').find(
    ({ event }) => event.program === program && event.key.startsWith('podpools/') && event.verb !== 'get',
  );
  return {
    says: t`At ${timeOf(entry)} the pool has no condition of the type Ready.${refusal ? t` The API server refused the status: ${refusal.event.message}` : ''}`,
    entry: entry.index,
  };
}

function untrue(recording: Recording): Problem | undefined {
  for (const { write, pool, ready } of statusWrites(recording)) {
    const all = pool.status?.ready === pool.spec.size;
    if (!ready || (ready.status === 'True') === all) continue;
    const says = t`At ${timeOf(write)} ${pool.status?.ready ?? 0} of ${pool.spec.size} pods are ready, and the condition Ready says ${ready.status}.`;
    return { says, entry: write.index };
  }
  return undefined;
}

function ofAnother(recording: Recording): Problem | undefined {
  for (const { write, pool, ready } of statusWrites(recording)) {
    const generation = pool.metadata.generation ?? 0;
    const said = [pool.status?.observedGeneration, ready?.observedGeneration];
    if (said.every((each) => each === generation)) continue;
    const says = t`At ${timeOf(write)} the pool has the generation ${generation}. The status says ${said[0] ?? t`nothing`} in \`observedGeneration\`, and its condition says ${said[1] ?? t`nothing`}.`;
    return { says, entry: write.index };
  }
  return undefined;
}

function sinceWhen(recording: Recording): Problem | undefined {
  let before: Condition | undefined;
  for (const { write, ready } of statusWrites(recording)) {
    const [was, is] = [before, ready];
    before = ready ?? before;
    if (!was || !is) continue;
    const moved = was.lastTransitionTime !== is.lastTransitionTime;
    if (was.status === is.status && moved) {
      const says = t`At ${timeOf(write)} Ready is ${is.status} as before, and its time moves. It should say since when it is so.`;
      return { says, entry: write.index };
    }
    const seconds = Date.parse(is.lastTransitionTime) - Date.parse('2021-01-16T12:00:00Z');
    if (was.status !== is.status && Math.abs(seconds - write.at) > 1500) {
      const says = t`At ${timeOf(write)} Ready becomes ${is.status}, and its time is that of another moment.`;
      return { says, entry: write.index };
    }
  }
  return undefined;
}

function writtenForNothing(recording: Recording): Problem | undefined {
  const answered = new Set(
    [...entriesOf(recording, 'store.write'), ...entriesOf(recording, 'api.error')].map(({ cause }) => cause),
  );
  const idle = entriesOf(recording, 'api.request').find(
    ({ event, index }) =>
      event.program === program &&
      event.resource === 'podpools' &&
      event.subresource === 'status' &&
      !answered.has(index) &&
      index < lastEntry(recording).index - 10,
  );
  if (!idle) return undefined;
  const says = t`At ${timeOf(idle)} the status is written, and nothing in it is new. If nothing differs, return the status that the pool has.`;
  return { says, entry: idle.index };
}

export const exercise: Exercise = {
  id: 'your-own/custom-resource/condition',
  kind: 'code',
  title: 'Say what is so, and since when',
  task:
    'This status says that a pool is ready when one pod is. It always speaks of generation 1, its time moves with each write, and it is written when nothing has changed. ' +
    'Mend all four. `withCondition` of this file replaces a condition and keeps its time while its status stays; `semanticDeepEqual` compares two statuses.',
  file: 'demo/pool/status.ts',
  symbol: 'poolStatus',
  start: `export function poolStatus(pool: PodPool, ready: number, now: string): PodPoolStatus {
  const condition: Condition = {
    type: 'Ready',
    status: ready > 0 ? 'True' : 'False',
    reason: 'Counted',
    message: \`\${ready}/\${pool.spec.size} pods ready\`,
    observedGeneration: 1,
    lastTransitionTime: now,
  };
  return { observedGeneration: 1, ready, conditions: [condition] };
}`,
  solution: `export function poolStatus(pool: PodPool, ready: number, now: string): PodPoolStatus {
  const { size } = pool.spec;
  const { generation = 0 } = pool.metadata;
  const condition: Condition = {
    type: 'Ready',
    status: ready === size ? 'True' : 'False',
    reason: 'Counted',
    message: \`\${ready}/\${size} pods ready\`,
    observedGeneration: generation,
    lastTransitionTime: now,
  };
  const status = {
    observedGeneration: generation,
    ready,
    conditions: withCondition(pool.status?.conditions ?? [], condition),
  };
  return pool.status && semanticDeepEqual(status, pool.status) ? pool.status : status;
}`,
  scenario: 'your-own/custom-resource#hard',
  seeds: [4, 9, 16, 25, 36],
  checks: [
    { name: 'No status is lost', problem: lost },
    { name: 'Each status has the condition Ready', problem: nothingSaid },
    { name: 'Ready is true if as many pods are ready as are asked for', problem: untrue },
    { name: 'A status speaks of the generation that it is about', problem: ofAnother },
    { name: 'The status soon speaks of a change of the spec', problem: ofTheLast },
    { name: 'The time of a condition says since when it is so', problem: sinceWhen },
    { name: 'A status in which nothing is new is not written', problem: writtenForNothing },
  ],
  hints: [
    'What is asked for is `pool.spec.size`, and which generation of it that is, `pool.metadata.generation`.',
    'The conditions that the pool has are in `pool.status?.conditions`. `withCondition(those, condition)` gives them with this one in its place.',
    'The controller writes the status only if `poolStatus` returns another object than `pool.status`. Make the new status, compare it with the old by `semanticDeepEqual(status, pool.status)`, and return the old if they are equal.',
  ],
  why:
    'People read a condition, and so do programs that wait. Both ask three things: is it so, of which spec, and since when. And a status that is written without need is an event for every program that watches pools, ' +
    'the controller itself among them.',
  next: 'Give the condition a reason that a program can tell apart: `PodsMissing`, `PodsTooMany`, `AllReady`. Why is the message no good for that?',
};
