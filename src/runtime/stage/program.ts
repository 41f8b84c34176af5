import type { PluginFactory } from '../kubernetes/staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';
import type { Config } from '../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { Result } from '../go/result.ts';
import type { Kind } from '../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import type { Observers, Subject } from './subject.ts';
import type { Blocking } from '../sim/process.ts';
import type { Act } from './acts.ts';
import type { Cluster } from './stage.ts';
import type { Host } from './host.ts';
import type { ClusterSettings } from './scenario.ts';
import type { NodeShape } from '../subjects/nodes/stand-ins/kubelet-node.ts';

/** A program of the control plane. It can crash and be started again, and then begins from nothing. */
export interface Program {
  readonly name: string;
  /** Its command line, where neither the settings nor who starts it says another. */
  readonly args?: readonly string[];
  /** When it returns, the program ends. */
  main(host: Host): Blocking<void>;
  /** Reports a pod of this kubelet Failed; an error says why it cannot. Other programs have no such thing. */
  readonly fail?: (namespace: string, name: string) => Error | undefined;
  /** A further kubelet beside this one, for a node that joins. Other programs have no such thing. */
  readonly another?: (node: string, shape?: NodeShape) => Program;
  /** This scheduler with another profile, or why there can be none. Other programs have no such thing. */
  readonly withProfile?: (change: Extract<Act, { readonly kind: 'profile' }>) => Result<Program>;
}

/** Acts that only some planes know, and how they are carried out. An error says why an act could not be. */
export type MoreActs = {
  readonly [K in 'label-node' | 'taint' | 'cordon' | 'add-node' | 'node-pool']?: (
    act: Extract<Act, { readonly kind: K }>,
    cluster: Cluster,
  ) => Error | undefined;
};

/** What a cluster consists of: each scenario names one, by its file in `planes/`. */
export interface Plane {
  /** What its runs are about. */
  readonly subjects: readonly Subject[];
  /** Kinds that the API server serves besides the core ones. */
  readonly kinds: readonly Kind[];
  /** Every program, in the order in which they are started. */
  programsOf(settings: ClusterSettings): readonly Program[];
  /** What the API server asks before it stores an object, besides whether its namespace takes it. */
  admissionOf?(settings: ClusterSettings): readonly PluginFactory[];
  /** What can be done to it besides what can be done to every cluster. */
  readonly acts?: MoreActs;
  /** How components that only these programs have are watched. */
  readonly observers?: Observers;
}

/** The names of so many replicas of a program: its own if there is one, else `<name>-0`, `<name>-1`, and so on. */
export function replicaNames(name: string, replicas: number): readonly string[] {
  return replicas === 1 ? [name] : Array.from({ length: replicas }, (_, i) => `${name}-${i}`);
}

/** How the program on a host reaches the API server, with a rate limit of its own. */
export function configOf({ name, transport }: Host, qps: number, burst: number): Config {
  return { transport, userAgent: name, qps, burst };
}
