import type { InOrderGates } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller_in_order.ts';
import type { Blocking } from '../sim/process.ts';
import type { ReadyOrder } from '../sim/sim.ts';
import type { StoredObject } from '../subjects/api/world.ts';
import type { DemoSettings } from '../subjects/own/program.ts';
import type { CounterSettings } from '../subjects/leader-election/planes/election.ts';
import type { Act } from './acts.ts';
import type { NodeShape } from '../subjects/nodes/stand-ins/kubelet-node.ts';

/** How the cluster of a scenario is built. All times are virtual ms. */
export interface ClusterSettings {
  /** Names of the nodes; each has a kubelet stand-in. */
  readonly nodes: readonly string[];
  /** In what nodes differ from the others, by their names. */
  readonly nodeShapes: Readonly<Record<string, NodeShape>>;
  /** One way between a program and the API server. */
  readonly latencyMs: number;
  /** Goroutines that run `worker` in a controller. Upstream's default is 5. */
  readonly workers: number;
  /** False replaces the ReplicaSet controller's expectations with ones that are always satisfied. */
  readonly expectations: boolean;
  /** Client-side rate limit of the controller-manager. Upstream's defaults are 20 and 30. */
  readonly qps: number;
  readonly burst: number;
  /** Plugins of the API server that it does not have by itself, and those that it is to be without, by name. */
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  /** From binding to Running, and from Running to Ready, in the kubelet stand-in. */
  readonly startMs: number;
  readonly readyMs: number;
  /** From deletion to gone, at most the grace period, in the kubelet stand-in. */
  readonly stopMs: number;
  /** Above 0, pods change one at a time on all nodes, this far apart; 0 lets each go at its own pace. */
  readonly serialGapMs: number;
  /** What the plane `election` sets its programs up with, where that is not their default. */
  readonly election?: Partial<CounterSettings>;
  /** How many of a program there are, in planes that have several. */
  readonly replicas: number;
  /** Command lines, by program, where they are not the program's own. */
  readonly args: Readonly<Record<string, readonly string[]>>;
  /** What a file of the kind KubeSchedulerConfiguration says, in planes that have the scheduler. */
  readonly schedulerConfig?: Readonly<Record<string, unknown>>;
  /** Programs that are not started until an act does. */
  readonly idle: readonly string[];
  /** What the planes of a reader's own programs set them up with, where that is not their default. */
  readonly demo?: Partial<DemoSettings>;
  /** Delay on watches from the start, by `<program>/<resource>`. */
  readonly watchDelayMs: Readonly<Record<string, number>>;
  /** Informers of the controller-manager resync after a random time from this to twice this. Upstream's default is 12 h. */
  readonly minResyncMs: number;
  /** Gates of today's client-go. With none, informers have a DeltaFIFO; with the first, a RealFIFO. */
  readonly informerGates: InOrderGates;
}

export const defaultSettings: ClusterSettings = {
  nodes: ['node-a', 'node-b', 'node-c'],
  nodeShapes: {},
  latencyMs: 2,
  workers: 2,
  expectations: true,
  qps: 20,
  burst: 30,
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
  startMs: 400,
  readyMs: 600,
  stopMs: 500,
  serialGapMs: 0,
  replicas: 1,
  args: {},
  idle: [],
  watchDelayMs: {},
  minResyncMs: 12 * 60 * 60 * 1000,
  informerGates: {},
};

/** The one who acts in a scenario: what `kubectl` and a hand on the plug would do. */
export interface User {
  /** Does something now. Its error is recorded with the act, and given back. */
  act(act: Act): Error | undefined;
  /** The pods, or objects of another resource, that the store holds now, by name. */
  list(resource: string, namespace: string): readonly StoredObject[];
  sleep(ms: number): Blocking<void>;
  /** Waits until nothing was written for `quietMs`. */
  settle(quietMs?: number): Blocking<void>;
}

/** A story that a chapter or the playground plays. The same scenario, seed and acts give the same run. */
export interface Scenario {
  /** `<part>/<chapter>` or `playground/<name>`, with `#<variant>` where a chapter has several. */
  readonly id: string;
  readonly title: string;
  /** One sentence: what happens and what to watch. */
  readonly summary: string;
  readonly seed: number;
  /** Which ready process goes next. In turn if left out: what a chapter tells should be no accident of order. */
  readonly order?: ReadyOrder;
  readonly settings?: Partial<ClusterSettings>;
  /** What the cluster consists of: `<subject>/<name>` of a file in `src/runtime/subjects/<subject>/planes`; `control-loop/replicaset` if left out. */
  readonly plane?: string;
  /** The subject whose picture stands in the place of the machine: `stage` for the tables, where there is no machine yet. */
  readonly view?: string;
  /** What a reader is offered to do, by the ids in `components/scope/acts`; what fits a ReplicaSet if left out. */
  readonly offers?: readonly string[];
  /** Files of `src/runtime` whose lines are recorded, such as `kubernetes/pkg/controller/replicaset/replica_set.ts`. */
  readonly shows: readonly string[];
  /** Virtual ms after which the run ends. */
  readonly endsAtMs: number;
  story(user: User): Blocking<void>;
}
