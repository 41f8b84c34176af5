import type { OwnerReference } from 'kubernetes-types/meta/v1';
import type { GarbageCollectorSteps } from '../controllers/garbagecollector/garbagecollector.ts';
import type { GraphBuilder } from '../controllers/garbagecollector/graph_builder.ts';
import type { DeleterSteps } from '../controllers/namespace/deletion/namespaced_resources_deleter.ts';
import { overriding } from './overriding.ts';
import type { Trace } from './world.ts';

/** Records each event that changes the graph; it is the cause of what the graph puts into the queues. */
export function observeGraph(trace: Trace, builder: GraphBuilder): GraphBuilder {
  return overriding(builder, {
    processEvent(event, accessor) {
      const { eventType: verb, virtual } = event;
      trace.stage({ kind: 'gc.graph', verb, object: String(event), virtual });
      builder.processEvent(event, accessor);
    },
  });
}

/** Records what the collector found out about owners, and what it failed to do. */
export function observeGarbageCollector(trace: Trace, steps: GarbageCollectorSteps): GarbageCollectorSteps {
  return overriding(steps, {
    *classifyReferences(item, latestReferences) {
      const result = yield* steps.classifyReferences(item, latestReferences);
      const [classified] = result;
      if (!classified) return result;
      const { solid, dangling, waitingForDependentsDeletion } = classified;
      trace.record({
        kind: 'gc.classify',
        object: String(item),
        solid: solid.map(ownerText),
        dangling: dangling.map(ownerText),
        waiting: waitingForDependentsDeletion.map(ownerText),
      });
      return result;
    },
    *attemptToDeleteItem(item) {
      const err = yield* steps.attemptToDeleteItem(item);
      if (err && err.message !== toldToGraph)
        trace.record({ kind: 'gc.error', object: String(item), message: err.message });
      return err;
    },
  });
}

/** Records what is left of each resource after it was deleted in a namespace that ends. */
export function observeNamespaceDeleter(trace: Trace, steps: DeleterSteps): DeleterSteps {
  return overriding(steps, {
    *deleteAllContentForGroupVersionResource(gvr, namespace, deletedAt) {
      const result = yield* steps.deleteAllContentForGroupVersionResource(gvr, namespace, deletedAt);
      const { numRemaining: remaining, finalizerEstimateSeconds: estimateSeconds } = result[0];
      const { resource } = gvr;
      trace.record({ kind: 'namespace.content', namespace, resource, remaining, estimateSeconds });
      return result;
    },
  });
}

/** An error that is none: the graph hears of it, and there is nothing to try again. */
const toldToGraph = 'enqueued virtual delete event';

const ownerText = ({ kind, name }: OwnerReference): string => `${kind}/${name}`;
