import { describe, expect, test } from 'vitest';
import { Stage } from '../../../../../../src/runtime/stage/stage.ts';
import { plane } from '../../../../../../src/runtime/subjects/scheduler/planes/scheduler-command.ts';
import type { Settings } from '../../../../../../src/runtime/stage/settings.ts';
import { podOf } from '../../../../../../src/runtime/subjects/scheduler/objects.ts';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';

/** Two nodes; on the second half of the processors are taken. */
const nodes = {
  nodes: ['node-a', 'node-b'],
  nodeShapes: {
    'node-a': { allocatable: { cpu: '4', memory: '4Gi' } },
    'node-b': { allocatable: { cpu: '4', memory: '4Gi' } },
  },
};

class Run {
  readonly cluster: Stage;

  constructor(args: readonly string[], settings: Partial<Settings> = {}) {
    const all = ['--kubeconfig=/etc/kubernetes/scheduler.conf', ...args];
    const told = settings.schedulerConfig ? {} : { args: { 'kube-scheduler': all } };
    this.cluster = new Stage(plane, { ...nodes, ...told, ...settings }, { seed: 7 });
    this.cluster.record();
    this.cluster.start();
    this.cluster.sim.runFor(1000);
  }

  /** What the program wrote, without times. */
  printed(program = 'kube-scheduler'): string[] {
    return this.#entries().flatMap(({ event }) =>
      event.kind === 'program.output' && event.program === program
        ? event.text
            .split('\n')
            .filter(Boolean)
            .map((line) => line.replace(/^[IWEF]\d{4} .*?\] /, ''))
        : [],
    );
  }

  ended(): string | undefined {
    const exit = this.#entries().find(({ event }) => event.kind === 'program.exit')?.event;
    return exit?.kind === 'program.exit' ? `${exit.code} ${exit.why}` : undefined;
  }

  get(path: string, port: number, program = 'kube-scheduler'): string {
    const refused = this.cluster.act({ kind: 'request', program, path, port });
    if (refused) return refused.message;
    this.cluster.sim.runFor(10);
    const { event } = this.#entries().findLast(({ event: { kind } }) => kind === 'http.response') ?? {};
    return event?.kind === 'http.response' ? `${event.status} ${event.body}` : '';
  }

  /** Applies a pod and gives the node on which it is a second later. */
  place(name: string, ...more: readonly unknown[]): string | undefined {
    const object = (podOf as (...args: readonly unknown[]) => Readonly<Record<string, unknown>>)(
      name,
      ...more,
    );
    this.apply(object);
    this.cluster.sim.runFor(1000);
    return this.node(name);
  }

  apply(object: Readonly<Record<string, unknown>>): void {
    const refused = this.cluster.act({ kind: 'apply', object });
    if (refused) throw refused;
  }

  node(name: string): string | undefined {
    const pods = this.cluster.part('api').list('pods', 'default') as readonly Pod[];
    return pods.find(({ metadata }) => metadata.name === name)?.spec.nodeName;
  }

  #entries() {
    const { trace } = this.cluster.sim;
    return (trace as unknown as ReturnType<Stage['record']>).entries;
  }
}

describe('the command of the scheduler', () => {
  test('SCH-04.1: from the command line to a scheduler that runs, which serves, fills its caches, and then leads', () => {
    const run = new Run([]);
    expect(run.printed().slice(-2)).toEqual([
      'Serving insecurely on 0.0.0.0:10251',
      'Serving securely on 0.0.0.0:10259',
    ]);
    const [lease] = run.cluster.part('api').list('leases', 'kube-system');
    expect(lease).toMatchObject({ metadata: { name: 'kube-scheduler' }, spec: { leaseDurationSeconds: 15 } });
    expect(run.place('web')).toMatch(/^node-/);
  });

  test('LE-16.1: only the leader schedules; when it is gone, the other does, with caches that it has filled already', () => {
    const run = new Run([], { replicas: 2, args: {} });
    expect(run.place('first')).toMatch(/^node-/);
    const [lease] = run.cluster.part('api').list('leases', 'kube-system') as readonly unknown[] as [
      { spec: { holderIdentity: string } },
    ];
    const leader = lease.spec.holderIdentity.split('_')[0] ?? '';
    run.cluster.act({ kind: 'crash', program: leader });
    expect(run.place('second')).toBeUndefined();
    run.cluster.sim.runFor(25_000);
    expect(run.node('second')).toMatch(/^node-/);
  });

  test('health, measures and the configuration are told of, at both ports', () => {
    const run = new Run([]);
    run.place('fits', { cpu: '1' });
    run.place('does-not', { cpu: '9' });
    expect(run.get('/healthz', 10251)).toBe('200 ok');
    expect(run.get('/healthz', 10259)).toBe('200 ok');
    expect(run.get('/metrics', 10259)).toMatch(/^403|^401/);
    const measures = run.get('/metrics', 10251);
    const count = (name: string): string | undefined =>
      measures
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1);
    const attempts = (result: string): string | undefined =>
      count(`scheduler_schedule_attempts_total{profile="default-scheduler",result="${result}"}`);
    expect(attempts('scheduled')).toBe('1');
    expect(attempts('unschedulable')).toBe('2');
    expect(count('scheduler_pending_pods{queue="unschedulable"}')).toBe('1');
    expect(count('scheduler_pending_pods{queue="active"}')).toBe('0');
    expect(count('scheduler_queue_incoming_pods_total{event="PodAdd",queue="active"}')).toBe('2');
    expect(count('scheduler_pod_scheduling_attempts_count')).toBe('1');
    expect(count('scheduler_scheduler_cache_size{type="nodes"}')).toBe('2');
    expect(count('scheduler_scheduler_cache_size{type="pods"}')).toBe('1');
    expect(count('scheduler_scheduler_goroutines{work="binding"}')).toBe('0');
    expect(run.get('/configz', 10251)).toContain('"percentageOfNodesToScore"');
  });

  test('what pods ask for and may have is told by the leader alone', () => {
    const run = new Run([], { replicas: 2, args: {} });
    run.place('web', { cpu: '500m', memory: '1Gi' });
    const [lease] = run.cluster.part('api').list('leases', 'kube-system') as readonly unknown[] as [
      { spec: { holderIdentity: string } },
    ];
    const leader = lease.spec.holderIdentity.split('_')[0] ?? '';
    const other = leader === 'kube-scheduler-0' ? 'kube-scheduler-1' : 'kube-scheduler-0';
    expect(run.get('/metrics/resources', 10251, other)).toBe('200 ');
    const lines = run.get('/metrics/resources', 10251, leader).split('\n');
    const labels = (resource: string, unit: string): string =>
      `{namespace="default",node="${run.node('web')}",pod="web",priority="0",resource="${resource}",scheduler="default-scheduler",unit="${unit}"}`;
    expect(lines.filter((line) => line.startsWith('kube_'))).toEqual([
      `kube_pod_resource_request${labels('cpu', 'cores')} 0.5`,
      `kube_pod_resource_request${labels('memory', 'bytes')} 1.073741824e+09`,
    ]);
  });

  test('a volume that nobody makes in time is counted', () => {
    const run = new Run([]);
    const measured = (): string[] =>
      run
        .get('/metrics', 10251)
        .split('\n')
        .filter((line) => line.startsWith('scheduler_volume_'));
    run.apply({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'later' },
      provisioner: 'example.com/disks',
      volumeBindingMode: 'WaitForFirstConsumer',
    });
    run.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'default' },
      spec: {
        storageClassName: 'later',
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    });
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    expect(run.place('web', {}, { volumes })).toBeUndefined();
    expect(measured()).toEqual([]);
    run.cluster.sim.runFor(600_000);
    expect(measured()).toEqual(['scheduler_volume_scheduling_stage_error_total{operation="bind"} 1']);
  });

  test('without an election it schedules at once, and has no lease', () => {
    const run = new Run(['--leader-elect=false']);
    expect(run.place('web')).toMatch(/^node-/);
    expect(run.cluster.part('api').list('leases', 'kube-system')).toEqual([]);
  });

  test.each([
    ['a provider', ['--algorithm-provider=ClusterAutoscalerProvider'], 'node-a'],
    ['the default', [], 'node-b'],
  ])('%s decides whether nodes are filled or kept even', (_what, args, expected) => {
    const run = new Run(args);
    run.place('taken', { cpu: '2', memory: '2Gi' }, { nodeName: 'node-a' });
    expect(run.place('web', { cpu: '1', memory: '1Gi' })).toBe(expected);
  });

  test.each([
    [['--port=70000'], '--port 70000 must be between 0 and 65535, inclusive'],
    [['--address=nowhere'], '--address nowhere is an invalid IP address'],
    [
      ['--use-legacy-policy-config'],
      'policyConfigFile: Required value: required when --use-legacy-policy-config is true',
    ],
    [
      ['--hard-pod-affinity-symmetric-weight=101'],
      'hardPodAffinitySymmetricWeight: Invalid value: 101: not in valid range [0-100]',
    ],
    [['--algorithm-provider=None'], 'algorithm provider "None" is not registered'],
    [['--policy-configmap=old'], "couldn't get policy config map kube-system/old: "],
    [['--policy-config-file=/old'], 'missing policy config file /old'],
    [['--config=/nowhere'], 'open /nowhere: no such file or directory'],
    [['--kubeconfig=/nowhere'], 'stat /nowhere: no such file or directory'],
    [['one', 'two'], '"kube-scheduler" does not take any arguments, got ["one" "two"]'],
  ])('refuses %s and says why', (args, why) => {
    const run = new Run(args);
    expect(run.printed().join('\n')).toContain(why);
    expect(run.ended()).toMatch(/^1 /);
  });

  test('writes down its configuration and ends', () => {
    const run = new Run(['--write-config-to=/tmp/config', '--kube-api-qps=7']);
    expect(run.printed().at(-1)).toBe('Wrote configuration to: /tmp/config');
    expect(run.ended()).toMatch(/^0/);
  });

  test('--port=0 leaves the port with certificates alone', () => {
    const run = new Run(['--port=0']);
    expect(run.get('/healthz', 10251)).toContain('connection refused');
    expect(run.get('/healthz', 10259)).toBe('200 ok');
  });
});

describe('a file with the configuration', () => {
  const document = (more: object): Readonly<Record<string, unknown>> => ({
    apiVersion: 'kubescheduler.config.k8s.io/v1beta1',
    kind: 'KubeSchedulerConfiguration',
    ...more,
  });

  test('has profiles, each for the pods that name it', () => {
    const profiles = [
      { schedulerName: 'even' },
      {
        schedulerName: 'full',
        plugins: {
          score: {
            disabled: [{ name: 'NodeResourcesLeastAllocated' }],
            enabled: [{ name: 'NodeResourcesMostAllocated', weight: 5 }],
          },
        },
      },
    ];
    const run = new Run([], { schedulerConfig: document({ profiles }) });
    run.place('taken', { cpu: '2', memory: '2Gi' }, { nodeName: 'node-a' });
    const ask = { cpu: '500m', memory: '512Mi' };
    expect(run.place('to-even', ask, { schedulerName: 'even' })).toBe('node-b');
    expect(run.place('to-full', ask, { schedulerName: 'full' })).toBe('node-a');
    expect(run.place('to-nobody', ask)).toBeUndefined();
  });

  test.each([
    [{ podMaxBackoffSeconds: 1, podInitialBackoffSeconds: 2 }, 'podMaxBackoffSeconds: Invalid value'],
    [
      { profiles: [{ plugins: { filter: { enabled: [{ name: 'Mine' }] } } }] },
      'FilterPlugin "Mine" does not exist',
    ],
    [{ healthzBindAddress: '0.0.0.0:99999' }, 'healthzBindAddress'],
  ])('is refused where it is wrong: %j', (more, why) => {
    const run = new Run([], { schedulerConfig: document(more) });
    expect(run.printed().join('\n')).toContain(why);
  });
});

describe('a policy, as it was before profiles', () => {
  const policy = (more: object) => ({ schedulerConfig: { kind: 'Policy', apiVersion: 'v1', ...more } });

  test('has predicates and priorities, and nothing else is asked', () => {
    const run = new Run(
      [],
      policy({ predicates: [], priorities: [{ name: 'MostRequestedPriority', weight: 1 }] }),
    );
    run.place('taken', { cpu: '2', memory: '2Gi' }, { nodeName: 'node-a' });
    expect(run.place('web', { cpu: '1', memory: '1Gi' })).toBe('node-a');
    // Whether there is room for it is not looked at, and the kubelet has to refuse it.
    expect(run.place('large', { cpu: '3', memory: '1Gi' })).toBeDefined();
  });

  test('has the usual ones if it names none', () => {
    const run = new Run([], policy({}));
    run.place('taken', { cpu: '2', memory: '2Gi' }, { nodeName: 'node-a' });
    expect(run.place('web', { cpu: '1', memory: '1Gi' })).toBe('node-b');
    expect(run.place('large', { cpu: '5' })).toBeUndefined();
  });

  test.each([
    [{ predicates: [{ name: 'Mine' }] }, 'Invalid configuration: Predicate type not found for "Mine"'],
    [{ priorities: [{ name: 'EvenPodsSpreadPriority' }] }, 'should have a positive weight'],
  ])('is refused where it is wrong: %j', (more, why) => {
    expect(new Run([], policy(more)).printed().join('\n')).toContain(why);
  });
});
