import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/binding/scenario.ts';
import type { Pod } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { SchedulerState } from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry, World } from '../../src/runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played } from './played.ts';

const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;

const podIn = ({ store }: World, name: string): Pod | undefined =>
  mapGet(store.objects, `pods/default/${name}`) as Pod | undefined;
const schedulerAt = ({ world }: Entry, name = 'kube-scheduler'): SchedulerState =>
  mapGet(world.schedulers, name)!;
const assumedAt = (entry: Entry, name?: string): Record<string, string> =>
  Object.fromEntries(mapEntries(schedulerAt(entry, name).assumed));
const bound = ({ world }: Entry): string[] =>
  mapEntries(world.store.objects).flatMap(([key, object]) =>
    key.startsWith('pods/') && (object as Pod).spec?.nodeName ? [key.replace('pods/default/', '')] : [],
  );
const of = (name: string): { pod: string } => ({ pod: `default/${name}` });

describe('four pods and a long way', () => {
  const ahead = run();

  test('SCH-19 a pod is assumed, and the next one is filtered as if it were there, before anything is bound', () => {
    const refused = ahead.first('sched.fail', of('web-4'));
    expect(assumedAt(refused)).toEqual({
      'default/web-1': 'node-a',
      'default/web-2': 'node-b',
      'default/web-3': 'node-a',
    });
    expect(bound(refused)).toEqual([]);
    expect(refused.event.message).toContain('2 Insufficient cpu');
    expect(ahead.all('sched.choose').map(({ at }) => at)).toEqual([1050, 1050, 1050]);
    expect(refused.at).toBe(1050);
  });

  test('SCH-19 the points of a pod come in this order, those of the binding in a process of its own', () => {
    const points = ahead.entries.filter(
      ({ event }) => event.kind.startsWith('sched.') && 'pod' in event && event.pod === 'default/web-1',
    );
    const told = points.map(({ event }) => event.kind.replace('sched.', ''));
    expect(told.slice(told.indexOf('choose'))).toEqual([
      'choose',
      'assume',
      'reserve',
      'prebind',
      'bind',
      'confirm',
    ]);
    const binding = ahead.first('sched.bind', of('web-1'));
    expect([binding.at, ahead.first('sched.confirm', of('web-1')).at]).toEqual([1150, 1150]);
    expect(binding.process).toBe(ahead.first('sched.prebind', of('web-1')).process);
    expect(binding.process).not.toBe(ahead.first('sched.assume', of('web-1')).process);
    expect(assumedAt(ahead.entries.at(-1)!)).toEqual({});
  });

  test('SCH-19 with a longer way nothing is decided later, only confirmed', () => {
    const far = run('far');
    expect(far.all('sched.assume').map(({ at }) => at)).toEqual([12_000, 12_000, 12_000]);
    expect(far.all('sched.confirm').map(({ at }) => at)).toEqual([16_000, 16_000, 16_000]);
  });
});

describe('a group at Permit', () => {
  test('SCH-19 two wait, holding their room, and go when the third has its place', () => {
    const permit = run('permit');
    expect(permit.all('sched.permit').map(({ at, event }) => [at, event.pod, event.code])).toEqual([
      [1002, 'default/crew-1', 'Wait'],
      [2002, 'default/crew-2', 'Wait'],
      [3002, 'default/crew-3', 'Success'],
    ]);
    expect(permit.all('sched.wait').map(({ at, event }) => [at, event.pod])).toEqual([
      [3002, 'default/crew-1'],
      [3002, 'default/crew-2'],
    ]);
    expect(bound(permit.entries.at(-1)!)).toEqual(['crew-1', 'crew-2', 'crew-3']);
  });

  test('SCH-19 after ten seconds they are rejected, forgotten and tried again, and a pod that waits for room is not moved', () => {
    const alone = run('alone');
    const rejected = alone.all('sched.wait');
    expect(rejected.map(({ at, event }) => [at, event.code])).toEqual([
      [11_002, 'Unschedulable'],
      [11_002, 'Unschedulable'],
    ]);
    expect(rejected[0]!.event.reasons.join()).toContain(
      'rejected due to timeout after waiting 10s at plugin Together',
    );
    expect(alone.all('sched.forget').map(({ event }) => event.pod)).toEqual([
      'default/crew-1',
      'default/crew-2',
    ]);
    const again = alone.all('sched.permit').slice(2);
    expect(again.map(({ at, event }) => [at, event.pod])).toEqual([
      [11_006, 'default/crew-1'],
      [11_006, 'default/crew-2'],
    ]);
    const end = alone.entries.at(-1)!;
    expect(mapGet(schedulerAt(end).queue.pods, 'default/db-0')?.place).toBe('unschedulable');
    expect(alone.all('sched.pop', of('db-0')).map(({ at }) => at < 11_000)).toEqual([true, true]);
  });

  test('SCH-19 one that is deleted while it waits takes the other with it', async () => {
    const scenario = scenarios.find(({ id }) => id.endsWith('#permit'))!;
    const deleted = await Played.of({
      ...scenario,
      *story(user) {
        const act = user.act.bind(user);
        yield* scenario.story({
          ...user,
          act(one) {
            const third = one.kind === 'apply' && JSON.stringify(one.object).includes('crew-3');
            if (third)
              act({
                kind: 'delete',
                resource: 'pods',
                namespace: 'default',
                name: 'crew-1',
                gracePeriodSeconds: 0,
              });
            return act(one);
          },
          list: user.list.bind(user),
          sleep: user.sleep.bind(user),
          settle: user.settle.bind(user),
        });
      },
    });
    const rejected = deleted.all('sched.wait').map(({ event }) => [event.pod, event.code]);
    expect(rejected.slice(0, 2)).toEqual([
      ['default/crew-1', 'Unschedulable'],
      ['default/crew-2', 'Unschedulable'],
    ]);
    expect(bound(deleted.entries.at(-1)!)).toEqual([]);
  });
});

test('SCH-19 a binding that is refused is taken back: unreserve, forget, and only then into the queue', () => {
  const refused = run('refused');
  const failed = refused.first('sched.bind', of('web-1'));
  expect(failed.event.code).toBe('Error');
  const then = refused.entries
    .slice(failed.index + 1)
    .flatMap(({ event }) =>
      event.kind.startsWith('sched.') && 'pod' in event && event.pod === 'default/web-1' ? [event.kind] : [],
    );
  expect(then.slice(0, 3)).toEqual(['sched.unreserve', 'sched.forget', 'sched.queue']);
  // No event moves it: 89 s later the leftover is flushed, and the other pod has its turn first.
  const chosen = refused.first('sched.choose', of('web-2'));
  expect(Math.round((chosen.at - failed.at) / 1000)).toBe(89);
  expect(refused.all('api.error').map(({ event }) => [event.verb, event.key])).toEqual([
    ['create', 'pods/default/web-1'],
    ['patch', 'pods/default/web-2'],
    ['patch', 'pods/default/web-1'],
  ]);
});

test('SCH-19 a pod that is bound already is refused with a conflict, and forgotten where it was assumed', () => {
  const two = run('two');
  const [first, second] = two.all('sched.assume');
  expect([first!.event.node, second!.event.node]).toEqual(['node-b', 'node-a']);
  const conflict = two.first('api.error', { verb: 'create', key: 'pods/default/web-1' });
  expect(conflict.event).toMatchObject({ program: 'kube-scheduler-1', code: 409 });
  expect(two.first('sched.forget', of('web-1')).event.node).toBe('node-a');
  const writes = two
    .all('store.write', { key: 'pods/default/web-1' })
    .map(({ event }) => (event.object as Pod).spec?.nodeName);
  expect(new Set(writes)).toEqual(new Set([undefined, 'node-b']));
  // The second records its failure in the pod that the first has bound. The stand-in of the kubelet leaves that; a kubelet would not.
  const scheduled = two.all('store.write', { key: 'pods/default/web-1' }).map(({ at, event }) => {
    const { status } = (event.object as Pod).status?.conditions?.find((c) => c.type === 'PodScheduled') ?? {};
    return [at, event.program, status];
  });
  expect(scheduled.slice(1)).toEqual([
    [1004, 'kube-scheduler-0', 'True'],
    [1008, 'kube-scheduler-1', 'False'],
    [1408, 'kubelet-stand-in/node-b', 'False'],
  ]);
  expect(mapGet(schedulerAt(two.entries.at(-1)!, 'kube-scheduler-1').queue.pods, 'default/web-1')).toBe(
    undefined,
  );
});

test('SCH-19 an assumed pod that is not confirmed expires 30 s after it was bound, and its room is given away', () => {
  const late = run('late');
  const bindingDone = late.first('sched.bind', of('web-1'));
  const expired = late.first('sched.expire', of('web-1'));
  expect(expired.at - bindingDone.at).toBeGreaterThan(30_000);
  expect(expired.at - bindingDone.at).toBeLessThan(31_000);
  expect(late.entries[expired.cause]).toBe(bindingDone);
  expect(podIn(expired.world, 'web-1')?.status?.phase).toBe('Running');
  expect(late.first('sched.choose', of('web-2')).event.node).toBe('node-a');
  const end = podIn(late.entries.at(-1)!.world, 'web-2');
  expect(end?.status).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu' });
  expect(late.all('store.write', { verb: 'update', key: 'pods/default/web-2' }).length).toBeGreaterThan(0);
});
