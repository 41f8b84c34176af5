import type { Node, Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import type {
  Draft,
  KubeObject,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { deepCopy } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import { APIServer } from '../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import {
  type Clientset,
  newForConfig,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Result } from '../../src/runtime/go/result.ts';
import { coreKinds } from '../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import type { Kind } from '../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { schedulerKinds } from '../../src/runtime/kubernetes/pkg/registry/scheduler-kinds.ts';
import {
  type Scheduler,
  newInformerFactory,
  newScheduler,
} from '../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import { background } from '../../src/runtime/sim/context.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { type Cluster, defaultScheduler, keyOf } from './cluster.ts';
import { VolumeControllerStandIn } from '../../src/runtime/subjects/nodes/stand-ins/volume-controller-stand-in.ts';
import { newInTreeRegistry } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import type { Registry } from '../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { ProcessFailed } from '../../src/runtime/sim/limits.ts';
import { isThrown } from '../../src/runtime/sim/thrown.ts';
import { guardLines } from '../../src/instrument/guard.ts';
import { type LineHook, setLineHook } from '../../src/instrument/hook.ts';
import type { Heart } from './edited-plugins.ts';
import type { Setup } from './setup.ts';
import { storedClaims, storedVolumes } from './stored-volumes.ts';
import { FarEnough, type OnProgress, type Probe, type Watched, watching } from './watch-scheduler.ts';

/** What the API server did not take, and why. */
export interface RefusedObject {
  readonly object: string;
  readonly message: string;
}

/** A cluster on a simulator, with all pods except those that wait for a node. */
interface Begun {
  readonly sim: Sim;
  readonly server: APIServer;
  readonly watched: Watched;
  readonly scheduler: Scheduler;
  readonly refused: RefusedObject[];
}

/** A large cluster takes more steps than a story. */
const limits = { steps: 1e9, processes: 1e8, queued: 1e7, virtualMs: 1e9 };

/** How long it takes until a victim is gone. */
const goneMs = 1_000;

/** How long claims and volumes have before pods come: longer than it takes to make and to bind one. */
const settleMs = 5_000;

/** All that makes a run: the same gives the same. */
export interface RunInputs {
  readonly cluster: Cluster;
  readonly pods: readonly Pod[];
  readonly setup: Setup;
  readonly seed: number;
  /** Other plugins than those of the tree. */
  readonly registry?: () => Registry;
  /** Set where plugins are a reader's: then what never ends is ended. */
  readonly heart?: Heart;
}

/** Lines of edited code in one step: more than a plugin needs for thousands of nodes. */
const mostLines = 20_000_000;

/** They take some hundredths of a second. */
const linesBetweenBeats = 100_000;

/** Pods of which a scheduler of these profiles takes care. */
export function isOurs({ spec }: Pod, { profiles }: Setup): boolean {
  return profiles.some(({ schedulerName }) => schedulerName === (spec.schedulerName ?? defaultScheduler));
}

interface RunOptions {
  readonly onProgress?: OnProgress;
  readonly probe?: Probe;
}

/**
 * Runs the scheduler over a cluster until nothing happens any more, or until `probe` says that it is enough. Pods come into its
 * queue one after another, the oldest first, before it takes out any. Nobody starts pods; victims are gone a second after
 * they were deleted; a stand-in binds claims, and makes volumes. Requests are not limited, and events are not written.
 */
export function runScheduler(
  inputs: RunInputs,
  { onProgress, probe }: RunOptions = {},
): Result<{ readonly watched: Watched; readonly refused: readonly RefusedObject[] }> {
  const { cluster, setup, heart } = inputs;
  const waiting = inTurn(inputs.pods.filter(({ spec }) => !spec.nodeName));
  const ours = waiting.filter((pod) => isOurs(pod, setup));
  heart?.alive();
  const [begun, err] = begin(inputs);
  heart?.rests();
  if (err) return [undefined, err];
  const { sim, server, watched, scheduler, refused } = begun;
  watched.probe = probe;
  watched.onAttempt = (tried) => {
    heart?.alive();
    if (tried % 200 === 0) onProgress?.(Math.min(tried, ours.length), ours.length);
  };
  sim.runFor(1);
  for (const node of cluster.nodes.values()) if (node.status?.images) heartbeat(server, node);
  sim.runFor(cluster.claims.size > 0 ? settleMs : 1);
  watched.begin();
  for (const pod of ours) {
    create(server, 'pods', pod, refused);
    // Pods that come at one moment are taken in any order.
    sim.runFor(1);
  }
  sim.go('kube-scheduler', scheduler.run(background));
  const before = heart && setLineHook(guardLines(sim, mostLines, beating(heart)));
  heart?.alive();
  try {
    untilQuiet(begun, setup);
  } catch (error) {
    if (!(isThrown(error, ProcessFailed) && isThrown(error.cause, FarEnough))) throw error;
  } finally {
    heart?.rests();
    if (heart) setLineHook(before);
  }
  return [{ watched, refused }, undefined];
}

/** Tells at every so many lines that a reader's code runs on. */
function beating({ alive }: Heart): LineHook {
  let lines = 0;
  const beat = (): void => {
    if (++lines % linesBetweenBeats === 0) alive();
  };
  return { enter() {}, leave() {}, pass: beat, line: beat };
}

/** Until nothing more can come of what happened: longer than the longest back-off. */
function untilQuiet({ sim, server, watched }: Begun, { podMaxBackoffSeconds }: Setup): void {
  const quietMs = (podMaxBackoffSeconds + 1) * 1000;
  let quietSince = sim.now;
  while (sim.now - quietSince < quietMs) {
    const tried = watched.tried;
    sim.runFor(goneMs);
    const gone = watched.takeVictims();
    for (const { metadata } of gone) {
      const { namespace = '', name } = metadata;
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0, metadata: {} };
      server.do({ verb: 'delete', resource: 'pods', namespace, name, body, userAgent: 'kubelet' });
    }
    if (gone.length > 0 || watched.tried > tried) quietSince = sim.now;
  }
}

/**
 * A kubelet says that its node is well. Only when it hears of a node does the cache count on how many others its images
 * are; it hears of each often, and so the first would not be the last word.
 */
function heartbeat(server: APIServer, node: Node): void {
  const { name } = node.metadata;
  const conditions = [{ type: 'Ready', status: 'True' }];
  const body = deepCopy({ ...node, status: { ...node.status, conditions } }) as KubeObject;
  server.do({ verb: 'update', resource: 'nodes', subresource: 'status', name, body, userAgent: 'kubelet' });
}

/** By age, then as they were written. */
function inTurn(pods: readonly Pod[]): Pod[] {
  const born = (pod: Pod): number => Date.parse(pod.metadata.creationTimestamp ?? '') || 0;
  return [...pods].sort((a, b) => born(a) - born(b));
}

function begin({ cluster, pods, setup, seed, registry = newInTreeRegistry }: RunInputs): Result<Begun> {
  const sim = new Sim({ seed, limits });
  const watched = watching(sim);
  const server = new APIServer(sim, { kinds: [...coreKinds, ...schedulerKinds.map(asTheyCome)] });
  const refused: RefusedObject[] = [];
  const namespaced = [...cluster.pods.values(), ...cluster.claims.values()];
  for (const name of new Set(namespaced.map(({ metadata }) => metadata.namespace)))
    create(server, 'namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  for (const [resource, objects] of bystanders(cluster))
    for (const object of objects.values()) create(server, resource, object, refused);
  createVolumes(server, cluster, refused);
  for (const node of cluster.nodes.values()) create(server, 'nodes', node, refused);
  for (const pod of pods) if (pod.spec.nodeName) create(server, 'pods', pod, refused);

  const transport = directTransport(server);
  const clientOf = (userAgent: string): Clientset => newForConfig(sim, { transport, userAgent, qps: -1 });
  const client = clientOf('kube-scheduler');
  const stop = new Chan<never>('stop');
  const informers = newInformerFactory(sim, client, 'kube-scheduler', 0);
  const recorderFactory = () => ({ eventf: () => {} });
  const [scheduler, err] = newScheduler(sim, client, informers, recorderFactory, stop, {
    ...setup,
    inTreeRegistry: registry(),
  });
  if (err) return [undefined, err];
  informers.start(stop);
  if (cluster.claims.size > 0) sim.go('volumes', new VolumeControllerStandIn(sim, clientOf('volumes')).run());
  return [{ sim, server, watched, scheduler, refused }, undefined];
}

/** Claims before volumes: what is bound to a claim names it by the identity that it is given. */
function createVolumes(server: APIServer, cluster: Cluster, refused: RefusedObject[]): void {
  const uids = new Map<string, string | undefined>();
  for (const claim of storedClaims(cluster)) {
    const made = create(server, 'persistentvolumeclaims', claim, refused);
    uids.set(keyOf(claim), made?.metadata.uid);
  }
  for (const volume of storedVolumes(cluster, (key) => uids.get(key)))
    create(server, 'persistentvolumes', volume, refused);
}

function bystanders(cluster: Cluster): [string, ReadonlyMap<string, KubeObject>][] {
  return [
    ['services', cluster.services],
    ['replicationcontrollers', cluster.replicationControllers],
    ['replicasets', cluster.replicaSets],
    ['statefulsets', cluster.statefulSets],
    ['poddisruptionbudgets', cluster.budgets],
    ['storageclasses', cluster.storageClasses],
    ['csinodes', cluster.csiNodes],
  ];
}

/** Of what stands round the pods only selectors are kept, which no API server would take for the whole. */
function asTheyCome(kind: Kind): Kind {
  const { resource } = kind.resource;
  if (!['services', 'replicationcontrollers', 'replicasets'].includes(resource)) return kind;
  const strategy = { ...kind.strategy, setDefaults() {}, prepareForCreate() {}, validate: () => [] };
  return { ...kind, strategy };
}

/** Of kinds that have another version in later releases, the one that v1.20.2 has. */
const versions: Readonly<Record<string, string>> = {
  poddisruptionbudgets: 'policy/v1beta1',
  storageclasses: 'storage.k8s.io/v1',
  csinodes: 'storage.k8s.io/v1',
};

function create(
  server: APIServer,
  resource: string,
  object: KubeObject,
  refused?: RefusedObject[],
): KubeObject | undefined {
  const {
    uid: _uid,
    resourceVersion: _version,
    ...metadata
  } = deepCopy(object.metadata) as Draft<KubeObject['metadata']>;
  const body = { ...deepCopy(object), apiVersion: versions[resource] ?? object.apiVersion, metadata };
  const { namespace } = object.metadata;
  const [made, err] = server.do({
    verb: 'create',
    resource,
    namespace,
    body: body as KubeObject,
    userAgent: 'kubectl',
  });
  if (err) refused?.push({ object: `${object.kind} ${keyOf(object)}`, message: err.message });
  return err ? undefined : (made as KubeObject);
}
