import { causeNow, withCause } from '../../sim/process.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Trace } from '../../stage/world.ts';
import type { DelayingQueue } from './observe-queue.ts';

/** The work queue in which the collector of pods keeps the names of nodes that its cache does not have. */
const quarantine = 'orphaned_pods_nodes';

/** Says why a name comes into quarantine; any other queue stays as it is. */
export function observeQuarantine(trace: Trace, name: string, queue: DelayingQueue): DelayingQueue {
  if (name !== quarantine) return queue;
  return overriding(queue, {
    addAfter(node, delayMs) {
      const text = 'a pod names the node {0}, which the cache does not have; in {1} the API server is asked';
      const said = { text, values: [String(node), { ms: delayMs }] };
      withCause(trace.decisions.add(causeNow(), said), () => queue.addAfter(node, delayMs));
    },
  });
}
