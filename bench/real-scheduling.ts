/** The work of scheduling.ts, by a real kube-scheduler with a real API server. */
import type { ChildProcess } from 'node:child_process';
import type { Pod } from '../src/runtime/kubernetes/pkg/api/objects.ts';
import { type Programs, RealCluster, cpuSecondsOf } from './real-cluster.ts';
import { type Shape, asNew, boundPodsOf, nodesOf, pendingPodsOf } from './scheduling-world.ts';

/** From the first pod sent to the last one bound. */
export interface ReallyBound {
  readonly seconds: number;
  /** What the scheduler took of it; the API server and etcd take more. */
  readonly cpuSeconds: number;
}

const pods = '/api/v1/namespaces/default/pods';

/** Sends the pods to a scheduler that has the nodes in its cache. */
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
    await all(boundPodsOf(shape, nodes), (pod) => cluster.create(pods, asNew(pod)));
    const bound = await watchBound(cluster);
    const scheduler = cluster.startScheduler(programs);
    const [first, ...rest] = pendingPodsOf(shape, count + 1);
    if (first) await cluster.create(pods, asNew(first));
    await Promise.race([bound.reach(1), ended(scheduler)]);

    const [began, cpuBefore] = [performance.now(), cpuSecondsOf(scheduler)];
    await all(rest, (pod) => cluster.create(pods, asNew(pod)));
    await Promise.race([bound.reach(count + 1), ended(scheduler)]);
    return { seconds: (performance.now() - began) / 1000, cpuSeconds: cpuSecondsOf(scheduler) - cpuBefore };
  } finally {
    await cluster.stop();
  }
}

function ended(scheduler: ChildProcess): Promise<never> {
  return new Promise((_resolve, reject) =>
    scheduler.once('exit', (code) =>
      reject(new Error(`expected a scheduler that runs, found exit code ${code}`)),
    ),
  );
}

/** Counts the pods that get a node from now on. */
async function watchBound(cluster: RealCluster): Promise<{ reach(count: number): Promise<void> }> {
  const bound = new Set<string>();
  let [wanted, reached] = [Infinity, (): void => {}];
  await cluster.watch(pods, (object) => {
    const { metadata, spec } = object as Pod;
    if (spec.nodeName && metadata.labels?.['app'] !== 'filler') bound.add(metadata.name);
    if (bound.size >= wanted) reached();
  });
  const reach = (count: number): Promise<void> =>
    new Promise((resolve) => {
      [wanted, reached] = [count, resolve];
      if (bound.size >= count) resolve();
    });
  return { reach };
}

/** As many at a time as the client has connections. */
async function all<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}
