import fc from 'fast-check';
import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Act } from '../../src/runtime/stage/acts.ts';
import { Stage } from '../../src/runtime/stage/stage.ts';
import { pod } from '../../src/runtime/subjects/api/objects.ts';
import type { Plane } from '../../src/runtime/stage/program.ts';
import { kubelets } from '../../src/runtime/subjects/nodes/stand-ins/programs.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { type Properties, property } from './property.ts';
import { api } from '../../src/runtime/subjects/api/subject.ts';
import { nodes } from '../../src/runtime/subjects/nodes/subject.ts';

const node = 'node-a';
const program = `kubelet-stand-in/${node}`;
const namespace = 'default';

/** What happens to the pods of a node, and to its kubelet. Pods are of a few names. */
export type Trouble =
  | { readonly kind: 'pod'; readonly pod: number; readonly plan: keyof typeof plans }
  | { readonly kind: 'fail' | 'delete' | 'relabel'; readonly pod: number }
  /** Somebody else writes the status: that the pod failed, or that it is not ready and why. */
  | { readonly kind: 'write'; readonly pod: number; readonly what: 'failed' | 'unready' }
  | { readonly kind: 'delay' | 'cut' | 'partition'; readonly ms: number }
  | { readonly kind: 'conflict'; readonly times: number }
  | { readonly kind: 'restart'; readonly afterMs: number };

export interface Troubles {
  readonly seed: number;
  readonly steps: readonly { readonly waitMs: number; readonly trouble: Trouble }[];
}

const plans = {
  runs: {},
  'runs, and is ready at once': { 'fake/ready-ms': '0' },
  'runs, and is ready soon': { 'fake/ready-ms': '3' },
  'ends well': { 'fake/exit-ms': '300' },
  'ends badly': { 'fake/exit-ms': '600', 'fake/exit-code': '1' },
  'has no image': { 'fake/pull': 'fail' },
} as const;

const few = fc.nat(2);
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pod' as const),
      pod: few,
      plan: fc.constantFrom(...(Object.keys(plans) as (keyof typeof plans)[])),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('fail', 'delete', 'relabel'),
      pod: few,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      pod: few,
      what: fc.constantFrom('failed', 'unready'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('delay', 'cut', 'partition'), ms: fc.nat(1500) }),
  },
  fc.record({ kind: fc.constant('conflict' as const), times: fc.nat(4) }),
  fc.record({ kind: fc.constant('restart' as const), afterMs: fc.nat(500) }),
);

export const troubles: fc.Arbitrary<Troubles> = fc.record({
  seed: fc.integer(),
  // What races with the reports of a pod comes within some ms of when they are due.
  steps: fc.array(
    fc.record({ waitMs: fc.oneof(fc.nat(10), fc.integer({ min: 395, max: 405 }), fc.nat(1000)), trouble }),
    { maxLength: 12 },
  ),
});

const plane: Plane = { subjects: [api, nodes], kinds: [], programsOf: (settings) => kubelets(settings) };

/** What was wrong while a node went through such troubles, and when they were over; empty if all is well. */
export function kubeletWrongs({ seed, steps }: Troubles): string[] {
  const cluster = new Stage(plane, { nodes: [node] }, { seed, order: 'seeded' });
  const trace = cluster.record();
  cluster.start();
  for (const { waitMs, trouble } of steps) {
    cluster.sim.runFor(waitMs);
    strike(cluster, trouble);
  }
  cluster.act({ kind: 'delay-watch', program, resource: 'pods', delayMs: 0 });
  cluster.sim.runFor(120_000);
  return [...statusFaults(trace.entries), ...leftOver(cluster)];
}

function strike(cluster: Stage, trouble: Trouble): void {
  if (trouble.kind === 'write') return write(cluster, trouble);
  // A pod that is there keeps its plan.
  if (trouble.kind === 'pod' && podOf(cluster, trouble.pod)) return;
  // An act may come too late, such as on a pod that is gone.
  cluster.act(actOf(trouble));
  if (trouble.kind !== 'restart') return;
  cluster.sim.runFor(trouble.afterMs);
  cluster.act({ kind: 'start', program });
}

const nameOf = (number: number): string => `pod-${number}`;

function actOf(trouble: Exclude<Trouble, { kind: 'write' }>): Act {
  const named = 'pod' in trouble ? { namespace, name: nameOf(trouble.pod) } : { namespace, name: '' };
  switch (trouble.kind) {
    case 'pod': {
      const made = pod(named.name, {}) as { metadata: object; spec: object };
      const metadata = { ...made.metadata, annotations: plans[trouble.plan] };
      const spec = { ...made.spec, nodeName: node };
      return { kind: 'apply', object: { ...made, metadata, spec } };
    }
    case 'fail':
      return { kind: 'fail', ...named };
    case 'delete':
      return { kind: 'delete', resource: 'pods', ...named };
    case 'relabel':
      return { kind: 'relabel', resource: 'pods', ...named, labels: { seen: 'yes' } };
    case 'delay':
      return { kind: 'delay-watch', program, resource: 'pods', delayMs: trouble.ms };
    case 'cut':
      return { kind: 'cut-watch', program, resource: 'pods', forMs: trouble.ms };
    case 'partition':
      return { kind: 'partition', program, forMs: trouble.ms };
    case 'conflict':
      return { kind: 'conflict', resource: 'pods', times: trouble.times };
    case 'restart':
      return { kind: 'crash', program };
  }
}

const hasEnded = ({ status }: Pod): boolean => status.phase === 'Failed' || status.phase === 'Succeeded';

const podOf = (cluster: Stage, number: number): Pod | undefined =>
  (cluster.part('api').list('pods', namespace) as unknown as readonly Pod[]).find(
    ({ metadata }) => metadata.name === nameOf(number),
  );

function write(cluster: Stage, trouble: Extract<Trouble, { kind: 'write' }>): void {
  const found = podOf(cluster, trouble.pod);
  if (!found || hasEnded(found)) return;
  const conditions = [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady', message: 'not now' }];
  const [, err] = cluster.part('api').server.do({
    verb: 'patch',
    resource: 'pods',
    subresource: 'status',
    namespace,
    name: nameOf(trouble.pod),
    patchType: 'application/strategic-merge-patch+json',
    body: { status: trouble.what === 'failed' ? { phase: 'Failed' } : { conditions } },
    userAgent: 'somebody else',
  });
  if (err) throw err;
}

/** Pods that came back from their end, and conditions that contradict the rest of a status. */
export function statusFaults(entries: readonly Pick<Entry, 'event' | 'index'>[]): string[] {
  const faults: string[] = [];
  const endedAs = new Map<string, string>();
  for (const { event, index } of entries) {
    if (event.kind !== 'store.write' || event.resource !== 'pods') continue;
    const written = event.object as unknown as Pod;
    const { uid, name } = written.metadata;
    const { phase = '', conditions = [] } = written.status;
    const before = endedAs.get(uid);
    if (before !== undefined && phase !== before)
      faults.push(`${name} was ${before} and is ${phase} at entry ${index}`);
    if (hasEnded(written)) endedAs.set(uid, phase);
    for (const { type, status, reason } of conditions) {
      if (status !== 'True' || (type !== 'Ready' && type !== 'ContainersReady')) continue;
      if (reason) faults.push(`${name} has ${type}=True for the reason ${reason} at entry ${index}`);
    }
  }
  return faults;
}

/** With nothing in its way, a kubelet ends what is deleted and runs the rest. */
function leftOver(cluster: Stage): string[] {
  const pods = cluster.part('api').list('pods', namespace) as unknown as readonly Pod[];
  return pods.flatMap((left) => {
    const { name, deletionTimestamp, annotations } = left.metadata;
    const { phase } = left.status;
    if (deletionTimestamp !== undefined) return [`${name} is terminating in the end`];
    const runs = annotations?.['fake/pull'] === undefined;
    return hasEnded(left) || phase === (runs ? 'Running' : 'Pending')
      ? []
      : [`${name} is ${phase} in the end`];
  });
}

export const properties: Properties = { kubelet: property(troubles, (each) => kubeletWrongs(each)) };
