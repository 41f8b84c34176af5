/** Our turn: a ReplicaSet of N replicas on M nodes, until all are ready. Prints one line of JSON. */
import { Stage } from '../src/runtime/stage/stage.ts';
import { plane } from '../src/runtime/subjects/control-loop/planes/replicaset.ts';
import { replicaSet } from '../src/runtime/subjects/api/objects.ts';
import type { ReplicaSet } from '../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

const [replicas, nodes] = process.argv.slice(2).map(Number) as [number, number];
const names = Array.from({ length: nodes }, (_, i) => `node-${i}`);
const before = process.cpuUsage();
const cluster = new Stage(plane, { nodes: names, workers: 5, qps: 20, burst: 30 }, { seed: 1 });
cluster.start();
cluster.act({ kind: 'apply', object: replicaSet('web', replicas) });
const ready = (): number => {
  const [web] = cluster.part('api').list('replicasets', 'default') as readonly ReplicaSet[];
  return web?.status?.readyReplicas ?? 0;
};
cluster.sim.runUntil(() => ready() >= replicas);
const { user, system } = process.cpuUsage(before);
const peakMB = process.resourceUsage().maxRSS / 1024;
const { now, steps } = cluster.sim;
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakMB, virtualSeconds: now / 1000, steps }));
