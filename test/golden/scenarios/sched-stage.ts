import type { PodSpec } from 'kubernetes-types/core/v1';
import { plane } from '../../../src/runtime/subjects/scheduler/planes/scheduler.ts';
import type { NodeShape } from '../../../src/runtime/subjects/nodes/stand-ins/kubelet-node.ts';
import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { StoredObject } from '../../../src/runtime/subjects/api/world.ts';
import { Stage } from './stories.ts';

/** A node as a recording tells of it. */
interface RecordedNode extends Omit<NodeShape, 'allocatable'> {
  readonly cpu?: string;
  readonly mem?: string;
  readonly pods?: string;
}

export type RecordedNodes = Readonly<Record<string, RecordedNode>>;

/** What became of a pod, as a recording tells of it. */
export interface Verdict {
  readonly case: string;
  readonly nodeName?: string;
  readonly unschedulable?: string;
  readonly message?: string;
  readonly nominatedNodeName?: string;
  readonly timeout?: boolean;
}

/** What differs in a pod from one that asks for nothing. */
export interface PodOptions {
  readonly labels?: Readonly<Record<string, string>>;
  readonly res?: Readonly<Record<string, string>>;
  readonly ports?: readonly object[];
  readonly spec?: Partial<PodSpec>;
}

/** As the harness of the recordings made them: extended resources and huge pages need limits as well. */
export function recordedPod(
  name: string,
  { labels, res, ports, spec }: PodOptions = {},
): Readonly<Record<string, unknown>> {
  const scalar = Object.entries(res ?? {}).filter(([k]) => k.includes('/') || k.startsWith('hugepages'));
  const limits = scalar.length > 0 ? { limits: Object.fromEntries(scalar) } : {};
  const resources = res && Object.keys(res).length > 0 ? { resources: { requests: res, ...limits } } : {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...(labels ? { labels } : {}) },
    spec: {
      containers: [{ name: 'c', image: 'app:v1', ...resources, ...(ports ? { ports } : {}) }],
      ...spec,
    },
  };
}

const kubelet = (node: string): string => `kubelet-stand-in/${node}`;

/** A control plane with the real scheduler, on which pods are tried one by one. */
export class SchedulerStage extends Stage {
  readonly verdicts: Verdict[] = [];

  /** Nodes that are named in `later` join when they are told to. */
  constructor(nodes: RecordedNodes, later: readonly string[] = []) {
    const shapes = Object.entries(nodes).map(([name, { cpu, mem, pods, ...rest }]) => {
      const room = { cpu, memory: mem, pods };
      const known = Object.entries(room).filter((each): each is [string, string] => each[1] !== undefined);
      return [name, { ...rest, allocatable: Object.fromEntries(known) }] as const;
    });
    const settings = { serialGapMs: 250, nodeShapes: Object.fromEntries(shapes), idle: later.map(kubelet) };
    super(Object.keys(nodes), { plane, settings, kinds: [], play() {} });
    this.wait(2000);
  }

  /** Creates a pod, waits for what becomes of it, and notes that. */
  verdict(name: string, options: PodOptions = {}, { keep = false, waitMs = 15_000 } = {}): void {
    this.action(`create pod ${name}`);
    this.create('pods', recordedPod(name, options));
    let verdict: Omit<Verdict, 'case'> | undefined;
    for (let waitedMs = 0; waitedMs < waitMs && !verdict; waitedMs += 30) {
      verdict = verdictOn(this.#pod(name) as Pod);
      if (!verdict) this.wait(30);
    }
    this.wait(150);
    if (!keep) {
      const body = { gracePeriodSeconds: 0 };
      this.request({ verb: 'delete', resource: 'pods', namespace: 'default', name, body });
      while (this.#pod(name)) this.wait(50);
      // 100 ms of sleep, and what the recorded requests took: a kubelet that is busy gets so far in between.
      this.wait(130);
    }
    this.verdicts.push({ case: name, ...(verdict ?? { timeout: true }) });
  }

  /** As upstream, a node joins with the taint of those that are not ready, which a controller takes away. */
  join(name: string): void {
    this.act({ kind: 'start', program: kubelet(name) });
    // In the recording it is gone between the first attempt to put the pod there and the second.
    this.wait(5);
    this.patchNode(name, { taints: null });
  }

  #pod(name: string): StoredObject | undefined {
    return this.cluster
      .part('api')
      .list('pods', 'default')
      .find(({ metadata }) => metadata.name === name);
  }

  patchNode(name: string, spec: object): void {
    const patchType = 'application/merge-patch+json';
    this.request({ verb: 'patch', resource: 'nodes', name, patchType, body: { spec } });
    this.wait(400);
  }
}

function verdictOn({ spec, status }: Pod): Omit<Verdict, 'case'> | undefined {
  if (spec.nodeName) return { nodeName: spec.nodeName };
  const refused = status.conditions?.find(
    ({ type, status: is }) => type === 'PodScheduled' && is === 'False',
  );
  if (!refused) return undefined;
  const { nominatedNodeName } = status;
  return {
    unschedulable: refused.reason,
    message: refused.message,
    ...(nominatedNodeName ? { nominatedNodeName } : {}),
  };
}
