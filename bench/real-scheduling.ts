/** The work of scheduling.ts, by a real kube-scheduler with a real API server. */
import type { ChildProcess } from 'node:child_process';
import type { Pod } from '../src/runtime/api/objects.ts';
import { type Programs, RealCluster, cpuSecondsOf } from './real-cluster.ts';
import { type Shape, asNew, boundPodsOf, nodesOf, pendingPodsOf } from './scheduling-world.ts';

/** From the first pod bound to the last. */
export interface ReallyBound {
  readonly seconds: number;
  /** What the scheduler took of it; the API server and etcd take more. */
  readonly cpuSeconds: number;
}

const pods = '/api/v1/namespaces/default/pods';

/** The pods are there before the scheduler starts: what the API server needs to take them in is not counted. */
export async function boundByReal(
  programs: Programs,
  shape: Shape,
  size: number,
  count: number,
): Promise<ReallyBound> {
  const cluster = new RealCluster();
  try {
    await cluster.start(programs);
    const nodes = nodesOf(shape, size);
    await all(nodes, (node) => cluster.create('/api/v1/nodes', asNew(node)));
    await all([...boundPodsOf(shape, nodes), ...pendingPodsOf(shape, count)], (pod) =>
      cluster.create(pods, asNew(pod)),
    );
    return await untilBound(cluster, programs, count);
  } finally {
    await cluster.stop();
  }
}

async function untilBound(cluster: RealCluster, programs: Programs, count: number): Promise<ReallyBound> {
  const bound = new Set<string>();
  let [began, cpuBefore] = [0, 0];
  return new Promise((resolve, reject) => {
    const seen = (scheduler: ChildProcess, { metadata, spec }: Pod) => {
      if (!spec.nodeName || metadata.name.startsWith('filler')) return;
      bound.add(metadata.name);
      if (!began) [began, cpuBefore] = [performance.now(), cpuSecondsOf(scheduler)];
      if (bound.size < count) return;
      const seconds = (performance.now() - began) / 1000;
      resolve({ seconds, cpuSeconds: cpuSecondsOf(scheduler) - cpuBefore });
    };
    const start = async () => {
      const changed = (object: unknown) => seen(scheduler, object as Pod);
      await cluster.watch(pods, changed);
      const scheduler = cluster.startScheduler(programs);
      scheduler.once('exit', () =>
        reject(new Error(`expected ${count} pods bound, found ${bound.size} when the scheduler ended`)),
      );
    };
    start().catch(reject);
  });
}

/** As many at a time as the client has connections. */
async function all<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}
