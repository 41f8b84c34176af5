/** The control loop that the machine draws of a run: whose it is, what it reconciles, and what wakes it. */
export interface Loop {
  /** The program that it runs in. */
  readonly program: string;
  /** Its work queue; its workers are called `<queue>/worker-0` and so on. */
  readonly queue: string;
  /** What a key of the queue names: a resource of the API, and how an object of it is called. */
  readonly resource: string;
  readonly kind: string;
  /** The field of its spec that says how many pods it wants; `replicas` if left out. */
  readonly wants?: string;
  /** The resources whose informers feed it, in the order in which they are drawn. It looks into the cache of the last. */
  readonly informers: readonly string[];
  /** The resource whose objects it brings to the wanted number, itself or through what it makes; pods if left out. */
  readonly counts?: string;
}

/** Controllers that share a program, as a picture draws them beside each other. */
export interface Controllers {
  readonly program: string;
  /** Their names, as upstream's table has them, each with its queues. */
  readonly queues: Readonly<Record<string, readonly string[]>>;
}

declare module '../../stage/program.ts' {
  interface Draws {
    readonly loop?: Loop;
    readonly controllers?: Controllers;
  }
}

export const replicaSetLoop: Loop = {
  program: 'kube-controller-manager',
  queue: 'replicaset',
  resource: 'replicasets',
  kind: 'ReplicaSet',
  informers: ['replicasets', 'pods'],
};
