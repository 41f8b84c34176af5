import { Stage } from '../src/runtime/stage/stage.ts';
import { plane } from '../src/runtime/subjects/control-loop/planes/replicaset.ts';
import { replicaSet } from '../src/runtime/subjects/api/objects.ts';
import { perSecond, secondsOf } from './handoffs.ts';

const replicas = 300;
const virtualMs = 60_000;

/** A cluster that brings up a ReplicaSet, with and without a trace: the same steps, so the trace is the difference. */
export function measureTrace(): void {
  run(true);
  const on = run(true);
  run(false);
  const off = run(false);
  if (on.steps !== off.steps)
    throw new Error(`the trace changed the run: ${on.steps} steps with it, ${off.steps} without`);
  console.log(`  ${replicas} replicas, ${on.steps} steps, ${on.entries} entries`);
  console.log(`  ${perSecond(on.entries, on.seconds)} entries a second with the trace on`);
  console.log(`  ${perSecond(on.entries, off.seconds)} of the same happenings a second with it off`);
  console.log(`  the trace costs ${(on.seconds / off.seconds).toFixed(1)} times the run without it`);
}

function run(traced: boolean): { seconds: number; steps: number; entries: number } {
  const cluster = new Stage(plane, { qps: 1000, burst: 1000 }, { seed: 1 });
  const trace = traced ? cluster.record() : undefined;
  cluster.start();
  cluster.act({ kind: 'apply', object: replicaSet('web', replicas) });
  const seconds = secondsOf(() => cluster.sim.runFor(virtualMs));
  return { seconds, steps: cluster.sim.steps, entries: trace?.entries.length ?? 0 };
}
