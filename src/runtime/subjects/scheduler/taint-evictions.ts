import {
  type TimedWorkers,
  keyFromWorkArgs,
} from '../../kubernetes/pkg/controller/nodelifecycle/scheduler/timed_workers.ts';
import type { Said } from '../../sim/because.ts';
import { causeNow, running, withCause } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';

/** Which pods a taint will take from their nodes, and when: a table. */
export const taintEvictionObservers: Observers = {
  'timed-workers': (trace, name, workers: TimedWorkers, sim) => observeWorkers(trace, name, workers, sim),
};

function observeWorkers(trace: Trace, name: string, workers: TimedWorkers, sim: Sim): TimedWorkers {
  const key = `${running()?.group ?? ''}/${name}`;
  const waiting = new Set<string>();
  const show = (): void => {
    const rows = [...waiting].flatMap((pod) => {
      const { fireAt = -1, createdAt = 0 } = workers.getWorkerUnsafe(pod) ?? {};
      if (fireAt <= sim.now) waiting.delete(pod);
      return fireAt > sim.now ? [{ name: pod, cells: [String(createdAt), String(fireAt)] }] : [];
    });
    const columns = ['Pod to go', 'Since (ms)', 'Until (ms)'];
    showTable(trace, key, { title: 'Pods that a taint will take from their nodes', columns, rows });
  };
  show();
  return overriding(workers, {
    addWork(args, createdAt, fireAt) {
      const because = trace.decisions.add(causeNow(), becauseOf(fireAt - createdAt));
      withCause(because, () => workers.addWork(args, createdAt, fireAt));
      waiting.add(keyFromWorkArgs(args));
      show();
    },
    cancelWork(pod) {
      const cancelled = workers.cancelWork(pod);
      show();
      return cancelled;
    },
  });
}

/** Why a pod is deleted, `ms` after its node got a taint. */
const becauseOf = (ms: number): Said =>
  ms > 0
    ? {
        text: 'the pod tolerates the taint of its node for {0}, and no longer',
        values: [{ ms }],
        whenUp: true,
      }
    : { text: 'the pod does not tolerate the taint of its node' };

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly 'timed-workers': TimedWorkers;
  }
}
