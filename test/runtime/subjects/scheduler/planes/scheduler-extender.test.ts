import { describe, expect, test } from 'vitest';
import type { Event as CoreEvent } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { Stage } from '../../../../../src/runtime/stage/stage.ts';
import { plane } from '../../../../../src/runtime/subjects/scheduler/planes/scheduler-extender.ts';
import { podOf } from '../../../../../src/runtime/subjects/scheduler/objects.ts';
import { tell } from '../../../../../src/recording/tell.ts';
import { labels } from '../../../../../src/runtime/demo/scheduling/extender.ts';

/** A cluster of three nodes whose scheduler asks the extender as `config` says. */
class Run {
  readonly #cluster: Stage;
  readonly #entries: ReturnType<Stage['record']>['entries'];

  constructor(config: object, idle: readonly string[] = []) {
    const allocatable = { cpu: '4', memory: '8Gi' };
    const room = { allocatable };
    const quiet = { allocatable, labels: { [labels.quiet]: '10' } };
    const repaired = { allocatable, labels: { [labels.repair]: 'true' } };
    this.#cluster = new Stage(
      plane,
      {
        nodes: ['node-a', 'node-b', 'node-c'],
        nodeShapes: { 'node-a': room, 'node-b': quiet, 'node-c': repaired },
        idle,
        schedulerConfig: {
          apiVersion: 'kubescheduler.config.k8s.io/v1beta1',
          kind: 'KubeSchedulerConfiguration',
          clientConnection: { kubeconfig: '/etc/kubernetes/scheduler.conf' },
          extenders: [{ urlPrefix: 'http://extender:8888', weight: 5, ...config }],
        },
      },
      { seed: 1 },
    );
    this.#entries = this.#cluster.record().entries;
    this.#cluster.start();
    this.#cluster.sim.runFor(1000);
  }

  apply(object: object, forMs = 1000): this {
    const err = this.#cluster.act({ kind: 'apply', object } as Parameters<Stage['act']>[0]);
    if (err) throw err as unknown as Error;
    this.#cluster.sim.runFor(forMs);
    return this;
  }

  act(act: Parameters<Stage['act']>[0], forMs = 1000): this {
    this.#cluster.act(act);
    this.#cluster.sim.runFor(forMs);
    return this;
  }

  /** Each line that the extender wrote. */
  get said(): string[] {
    return this.#entries.flatMap(({ event }) =>
      event.kind === 'program.output' && event.program === 'extender' ? [event.text.trim()] : [],
    );
  }

  /** What the scheduler and the extender did, in sentences, each with its time. */
  get transcript(): string[] {
    return this.#entries
      .filter(({ at }) => at >= 1000)
      .filter(
        ({ event }) =>
          event.kind.startsWith('sched.') ||
          (spoken.has(event.kind) && 'program' in event && event.program === 'extender'),
      )
      .map(({ at, event }) => `${at} ${tell(event)}`);
  }

  /** The node of each pod. */
  get placed(): Record<string, string | undefined> {
    const pods = this.#cluster.part('api').list('pods', 'default') as readonly Pod[];
    return Object.fromEntries(pods.map(({ metadata, spec }) => [metadata.name, spec.nodeName]));
  }

  /** What the events of pods say, each once. */
  get events(): string[] {
    const events = this.#cluster.part('api').list('events', 'default') as readonly CoreEvent[];
    const told = events.map(
      ({ involvedObject, reason, message, ...rest }) =>
        `${involvedObject?.name ?? (rest as { regarding?: { name?: string } }).regarding?.name} ${reason}: ${message ?? (rest as { note?: string }).note}`,
    );
    return [...new Set(told)].filter((text) => !text.includes('Scheduled:'));
  }
}

const spoken = new Set(['program.output', 'api.request']);

const all = { filterVerb: 'filter', prioritizeVerb: 'prioritize', preemptVerb: 'preempt' };

describe('a scheduler with an extender', () => {
  test('asks it after the filters and the scores, and follows it', () => {
    const run = new Run(all).apply(podOf('web', { cpu: '1' }));
    expect(run.said).toEqual([
      'filter web: node-a, node-b; refused: node-c',
      'prioritize web: node-a 0, node-b 10',
    ]);
    expect(run.placed).toEqual({ web: 'node-b' });
  });

  test('is told the names of nodes only, if the extender knows them', () => {
    const run = new Run({ ...all, nodeCacheCapable: true }).apply(podOf('web', { cpu: '1' }));
    expect(run.said).toEqual([
      'filter web: node-a, node-b; refused: node-c',
      'prioritize web: node-a 0, node-b 10',
    ]);
    expect(run.placed).toEqual({ web: 'node-b' });
  });

  test('counts what it refuses among the reasons', () => {
    const run = new Run(all).apply(podOf('web', { cpu: '1' }, { nodeSelector: { [labels.repair]: 'true' } }));
    // A pod is tried again right after its condition was written.
    expect(new Set(run.said)).toEqual(new Set(['filter web: no node; refused: node-c']));
    const reasons = "1 node is to be repaired, 2 node(s) didn't match Pod's node affinity";
    expect(run.events).toEqual([`web FailedScheduling: 0/3 nodes are available: ${reasons}.`]);
  });

  test('does not ask it for pods that want nothing of what it manages', () => {
    const managedResources = [{ name: 'example.com/gpu', ignoredByScheduler: true }];
    const run = new Run({ ...all, managedResources })
      .apply(podOf('plain', { cpu: '1' }))
      .apply(podOf('calc', { cpu: '1', 'example.com/gpu': '1' }));
    // No node has such a resource, and the scheduler is to leave that to the extender.
    expect(run.said).toEqual([
      'filter calc: node-a, node-b; refused: node-c',
      'prioritize calc: node-a 0, node-b 10',
    ]);
    expect(run.placed['calc']).toBe('node-b');
  });

  test('lets it bind', () => {
    const run = new Run({ ...all, bindVerb: 'bind' }).apply(podOf('web', { cpu: '1' }));
    expect(run.said.slice(2)).toEqual(['bind web: node-b']);
    expect(run.placed).toEqual({ web: 'node-b' });
  });

  test.each([
    ['whole pods', false],
    ['uids', true],
  ])('takes no pod away that it strikes out, told of victims as %s', (_what, nodeCacheCapable) => {
    const kept = podOf('kept', { cpu: '3' }, { nodeName: 'node-a', priority: 0 }, { [labels.keep]: 'true' });
    const run = new Run({ ...all, nodeCacheCapable })
      .apply(kept)
      .apply(podOf('loose', { cpu: '3' }, { nodeName: 'node-b', priority: 0 }))
      .apply(podOf('third', { cpu: '3' }, { nodeName: 'node-c', priority: 0 }, { [labels.keep]: 'true' }))
      .apply({
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: 'high' },
        value: 1000,
      })
      .apply(podOf('urgent', { cpu: '3' }, { priorityClassName: 'high' }), 60_000);
    expect(run.said.slice(0, 1)).toEqual(['preempt urgent: node-b']);
    expect(run.placed).toMatchObject({ kept: 'node-a', urgent: 'node-b' });
    expect(run.placed['loose']).toBeUndefined();
  });
});

test('all that happens, when the extender knows the nodes and binds, stands in the transcript', async () => {
  const config = { ...all, nodeCacheCapable: true, bindVerb: 'bind' };
  const { transcript } = new Run(config).apply(podOf('web', { cpu: '1' }), 25);
  expect(transcript).toEqual([
    '1002 The scheduler puts default/web into the active queue (PodAdd)',
    '1002 The scheduler takes default/web from its queue',
    '1002 The scheduler copies 3 of 3 nodes from its cache into its snapshot: what changed since the last pod',
    '1002 The PreFilter plugins prepare what the filters need for default/web',
    '1004 Extender asks the API server to list nodes',
    '1008 Extender prints: filter web: node-a, node-b; refused: node-c',
    '1010 The filters look at 3 nodes for default/web: 2 can run it; 1 node is to be repaired',
    '1012 Extender asks the API server to list nodes',
    '1016 Extender prints: prioritize web: node-a 0, node-b 10',
    '1018 The scheduler scores 2 nodes for default/web: node-b has the most, 1000963',
    '1018 The scheduler chooses node-b for default/web: no other has a score as high',
    '1018 The scheduler assumes default/web on node-b: its cache counts it there before the API server knows of it',
    '1018 The plugins reserve for default/web what it needs on node-b',
    '1018 The PreBind plugins are done with default/web for node-b',
    '1020 Extender asks the API server to create the binding of pod default/web',
    '1024 Extender prints: bind web: node-b',
    "1024 The scheduler's cache hears that default/web is bound to node-b, as it has assumed",
  ]);
});

describe('a scheduler whose extender is down', () => {
  const refused = 'dial tcp extender:8888: connect: connection refused';

  test('leaves pods where they are, and says why', () => {
    const run = new Run(all, ['extender']).apply(podOf('web', { cpu: '1' }));
    expect(run.placed).toEqual({ web: undefined });
    expect(run.events).toEqual([`web FailedScheduling: Post "http://extender:8888/filter": ${refused}`]);
  });

  test('schedules them when it comes', () => {
    const run = new Run(all, ['extender']).apply(podOf('web', { cpu: '1' }));
    run.act({ kind: 'start', program: 'extender' }, 5 * 60_000);
    expect(run.placed).toEqual({ web: 'node-b' });
    expect(run.said).toEqual([
      'filter web: node-a, node-b; refused: node-c',
      'prioritize web: node-a 0, node-b 10',
    ]);
  });

  test('goes on without it, if it may be ignored', () => {
    const run = new Run({ ...all, ignorable: true }, ['extender']);
    run.apply(podOf('web', { cpu: '1' }, { nodeSelector: { [labels.repair]: 'true' } }));
    expect(run.placed).toEqual({ web: 'node-c' });
    expect(run.said).toEqual([]);
  });

  test('waits as long as it is told for one that does not answer', () => {
    const run = new Run({ ...all, httpTimeout: '2s' });
    run
      .act({ kind: 'pause', program: 'extender', forMs: 600_000 }, 0)
      .apply(podOf('web', { cpu: '1' }), 1900);
    expect(run.events).toEqual([]);
    run.act({ kind: 'pause', program: 'extender', forMs: 600_000 }, 500);
    const late = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
    expect(run.events).toEqual([`web FailedScheduling: Post "http://extender:8888/filter": ${late}`]);
  });

  test('is told what it asks for in vain', () => {
    const run = new Run({ filterVerb: 'sieve' }).apply(podOf('web', { cpu: '1' }));
    const why = 'failed sieve with extender at URL http://extender:8888/sieve, code 404';
    expect(run.events).toEqual([`web FailedScheduling: ${why}`]);
  });

  test('cannot find one that is not there', () => {
    const run = new Run({ ...all, urlPrefix: 'http://nobody:8888' }).apply(podOf('web', { cpu: '1' }));
    const why = 'dial tcp: lookup nobody: no such host';
    expect(run.events).toEqual([`web FailedScheduling: Post "http://nobody:8888/filter": ${why}`]);
  });
});
