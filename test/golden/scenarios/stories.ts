import { Stage as Machine } from '../../../src/runtime/stage/stage.ts';
import { plane as replicaSetPlane } from '../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import type { Plane } from '../../../src/runtime/stage/program.ts';
import type { Settings } from '../../../src/runtime/stage/settings.ts';
import type { Act } from '../../../src/runtime/stage/acts.ts';
import type { StatusError } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { APIRequest } from '../../../src/runtime/wire.ts';
import type { KubeObject } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Trace } from '../../../src/runtime/stage/world.ts';
import type { StoredObject } from '../../../src/runtime/subjects/api/world.ts';
import { endpoints } from './endpoints-story.ts';
import { collected } from './gc-stories.ts';
import type { Mark } from './windows.ts';

/** A recorded scenario: on which cluster it was played, and what was done there. */
export interface Story {
  /** What the cluster consists of; the controller of ReplicaSets, if it is not said. */
  readonly plane?: Plane;
  readonly settings?: Partial<Settings>;
  /** The kinds that the recording followed, as far as Loopscope has them. */
  readonly kinds: readonly string[];
  /** False if the recording has the nodes by their names. */
  readonly normalNodes?: boolean;
  /** Objects that the recording has and Loopscope does not. */
  readonly without?: readonly string[];
  /** True if the recording did not follow Events. */
  readonly withoutEvents?: boolean;
  /** The namespace that the recording followed; `default` if it is not said. */
  readonly namespace?: string;
  play(stage: Stage): void;
}

/** A control plane on which the recorded acts are done again. Everything a recorded `c` could do has its method here. */
export class Stage {
  readonly cluster: Machine;
  readonly trace: Trace;
  readonly marks: Mark[] = [];
  /** What the API server answered to what it refused, where the story asks for that. */
  readonly refusals: StatusError[] = [];

  constructor(nodes: readonly string[], { plane = replicaSetPlane, settings }: Story) {
    // The recorded kubelet let one pod change at a time, 1.1 s apart: ages then differ in whole seconds.
    this.cluster = new Machine(
      plane,
      { nodes, startMs: 0, readyMs: 0, stopMs: 0, serialGapMs: 1100, workers: 5, ...settings },
      { seed: 1 },
    );
    this.trace = this.cluster.record();
    this.cluster.start();
    this.cluster.sim.runFor(1000);
  }

  action(text: string): void {
    this.marks.push({ action: text, entry: this.trace.entries.length });
  }

  act(act: Act): void {
    const error = this.cluster.act(act);
    if (error) throw error;
  }

  create(resource: string, object: Readonly<Record<string, unknown>>): KubeObject {
    return this.request({ verb: 'create', resource, namespace: 'default', body: object });
  }

  scale(replicas: number): void {
    this.act({ kind: 'scale', namespace: 'default', name: 'rs', replicas });
  }

  bind(name: string, node: string): void {
    const target = { apiVersion: 'v1', kind: 'Node', name: node };
    const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target };
    this.request({
      verb: 'create',
      resource: 'pods',
      subresource: 'binding',
      namespace: 'default',
      name,
      body,
    });
  }

  setStatus(name: string, status: Readonly<Record<string, unknown>>): void {
    const patchType = 'application/strategic-merge-patch+json';
    const body = { status };
    this.request({
      verb: 'patch',
      resource: 'pods',
      subresource: 'status',
      namespace: 'default',
      name,
      patchType,
      body,
    });
  }

  /** A strategic merge patch of an object in `default`. */
  patch(resource: string, name: string, body: Readonly<Record<string, unknown>>): KubeObject {
    const patchType = 'application/strategic-merge-patch+json';
    return this.request({ verb: 'patch', resource, namespace: 'default', name, patchType, body });
  }

  delete(resource: string, name: string): void {
    this.request({ verb: 'delete', resource, namespace: 'default', name });
  }

  pods(): readonly StoredObject[] {
    return this.cluster
      .part('api')
      .list('pods', 'default')
      .filter(({ metadata }) => metadata.labels?.['app'] === 'rs');
  }

  /** Names of the pods, in the order in which they were stored. */
  podsByAge(): string[] {
    return this.trace.entries.flatMap(({ event }) =>
      event.kind === 'store.write' && event.verb === 'create' && event.resource === 'pods'
        ? [event.object.metadata.name ?? '']
        : [],
    );
  }

  request(request: Omit<APIRequest, 'userAgent'>): KubeObject {
    const [object, error] = this.cluster.part('api').server.do({ ...request, userAgent: 'kubectl' });
    if (error) throw error;
    return object;
  }

  /** Runs until nothing was written for so long. */
  quiet(ms = 2000): void {
    for (let before = -1; before !== this.trace.world.store.revision;) {
      before = this.trace.world.store.revision;
      this.cluster.sim.runFor(ms);
    }
  }

  wait(ms: number): void {
    this.cluster.sim.runFor(ms);
  }
}

const container = { name: 'c', image: 'app:v1' };

function replicaSet(
  replicas: number,
  more: { metadata?: object; spec?: object; annotations?: object } = {},
): Record<string, unknown> {
  const metadata = { labels: { app: 'rs' }, ...(more.annotations ? { annotations: more.annotations } : {}) };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'rs', labels: { app: 'rs' }, ...more.metadata },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'rs' } },
      template: { metadata, spec: { containers: [container], ...more.spec } },
    },
  };
}

/** What was done in each recorded scenario of ReplicaSets, by the name of its file. */
const ofReplicaSets = {
  rs(stage: Stage) {
    stage.action('create ReplicaSet rs replicas=3');
    stage.create('replicasets', replicaSet(3));
    stage.quiet();
    stage.action('scale to 5');
    stage.scale(5);
    stage.quiet();
    stage.action('scale to 1');
    stage.scale(1);
    stage.quiet();
    const first = stage.pods()[0]?.metadata.name ?? '';
    stage.action(`delete pod ${first}`);
    stage.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: first });
    stage.quiet();
    const name = stage.pods()[0]?.metadata.name ?? '';
    for (const app of ['other', 'rs']) {
      stage.action(`label pod ${name} app=${app}`);
      stage.act({ kind: 'relabel', resource: 'pods', namespace: 'default', name, labels: { app } });
      stage.quiet();
    }
    stage.action('delete ReplicaSet (background)');
    stage.act({ kind: 'delete', resource: 'replicasets', namespace: 'default', name: 'rs' });
    stage.quiet(3000);
  },

  'rs-bare-delete'(stage: Stage) {
    stage.action('create ReplicaSet rs replicas=3');
    stage.create('replicasets', replicaSet(3));
    stage.quiet();
    // The recorded run took the first two by name, which happened to be the second and third that were made.
    const [, second, third] = stage.podsByAge();
    for (const [name = '', phase] of [
      [second, 'Failed'],
      [third, 'Succeeded'],
    ] as const) {
      stage.action(`pod ${name} status.phase=${phase}`);
      stage.setStatus(name, { phase });
      stage.quiet();
    }
    stage.action('scale to 0');
    stage.scale(0);
    stage.quiet();
  },

  'rs-delete-ranking-owned'(stage: Stage) {
    const manual = { 'fake/manual': '1' };
    for (const [name] of ranked) {
      const metadata = { name, labels: { app: 'rs' }, annotations: manual };
      const spec = { containers: [container], schedulerName: 'nobody' };
      stage.create('pods', { apiVersion: 'v1', kind: 'Pod', metadata, spec });
      stage.wait(1100);
    }
    for (const [name, node, readySeconds, restarts = 0] of ranked) {
      if (node === undefined) continue;
      stage.bind(name, node);
      if (name === 'i-unknown-phase') stage.setStatus(name, { phase: 'Unknown' });
      else if (name !== 'b-assigned-pending')
        stage.setStatus(name, runningSince(stage, readySeconds, restarts));
    }
    stage.action('create ReplicaSet rs replicas=9 (adopts all nine)');
    const boss = stage.create('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'boss' },
    });
    const owner = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'boss',
      uid: boss.metadata.uid,
      controller: true,
    };
    const metadata = { ownerReferences: [owner] };
    stage.create(
      'replicasets',
      replicaSet(9, { metadata, spec: { schedulerName: 'nobody' }, annotations: manual }),
    );
    stage.quiet();
    for (let replicas = 8; replicas >= 0; replicas--) {
      stage.action(`scale to ${replicas}`);
      stage.scale(replicas);
      stage.quiet(1500);
    }
  },
};

const kinds = ['Pod', 'ReplicaSet'];

/** Each recorded scenario, by the name of its file. */
export const stories: Readonly<Record<string, Story>> = {
  rs: { kinds, play: ofReplicaSets.rs },
  'rs-bare-delete': { kinds, play: ofReplicaSets['rs-bare-delete'] },
  'rs-delete-ranking-owned': {
    kinds,
    normalNodes: false,
    play: ofReplicaSets['rs-delete-ranking-owned'],
  },
  endpoints,
  ...collected,
};

/** Pod, node, seconds for which it is ready (undefined: it is not), and restarts. */
const ranked: readonly (readonly [name: string, node?: string, readySeconds?: number, restarts?: number])[] =
  [
    ['a-unassigned'],
    ['b-assigned-pending', 'n1'],
    ['c-running-notready', 'n1'],
    ['d-ready-alone-old', 'n2', 60],
    ['e-ready-alone-young', 'n3', 5],
    ['f-ready-alone-old-3restarts', 'n4', 60, 3],
    ['g-ready-crowded-old', 'n1', 100],
    ['h-ready-crowded-young', 'n1', 10],
    ['i-unknown-phase', 'n2'],
  ];

function runningSince(
  stage: Stage,
  readySeconds: number | undefined,
  restartCount: number,
): Record<string, unknown> {
  const { sim } = stage.cluster;
  const since = sim.timestamp(sim.now - (readySeconds ?? 0) * 1000);
  const ready = readySeconds !== undefined;
  const condition = (type: string): object => ({
    type,
    status: ready ? 'True' : 'False',
    lastTransitionTime: since,
  });
  const state = { running: { startedAt: since } };
  return {
    phase: 'Running',
    conditions: [condition('Ready'), condition('ContainersReady')],
    containerStatuses: [{ name: 'c', image: 'app:v1', imageID: '', ready, restartCount, state }],
  };
}
