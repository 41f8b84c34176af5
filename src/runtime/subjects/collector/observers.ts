import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1';
import type { KubeObject } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { GarbageCollectorSteps } from '../../kubernetes/pkg/controller/garbagecollector/garbagecollector.ts';
import type { Node } from '../../kubernetes/pkg/controller/garbagecollector/graph.ts';
import type {
  GraphBuilder,
  GraphEvent,
} from '../../kubernetes/pkg/controller/garbagecollector/graph_builder.ts';
import type { DeleterSteps } from '../../kubernetes/pkg/controller/namespace/deletion/namespaced_resources_deleter.ts';
import { running } from '../../sim/process.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { showTable } from '../../stage/tables.ts';
import type { TableRow, Trace } from '../../stage/world.ts';

/** How the garbage collector and the namespace controller are watched: for planes that run them. */
export const collectorObservers: Observers = {
  graph: (trace, _name, builder: GraphBuilder) => observeGraph(trace, builder),
  'garbage-collector': (trace, _name, steps: GarbageCollectorSteps) => observeGarbageCollector(trace, steps),
  'namespace-deleter': (trace, _name, steps: DeleterSteps) => observeNamespaceDeleter(trace, steps),
};

/**
 * Records each event that can change the graph; it is the cause of what the graph puts into the queues. An update of what
 * the graph does not look at, such as a status, is not told.
 */
function observeGraph(trace: Trace, builder: GraphBuilder): GraphBuilder {
  return overriding(builder, {
    processEvent(event, accessor) {
      if (!matters(event, accessor, builder)) return builder.processEvent(event, accessor);
      const { eventType: verb, virtual } = event;
      trace.stage({ kind: 'gc.graph', verb, object: String(event), virtual });
      builder.processEvent(event, accessor);
      showGraph(trace, builder);
    },
  });
}

function matters({ eventType, oldObj }: GraphEvent, next: ObjectMeta, { uidToNode }: GraphBuilder): boolean {
  const node = uidToNode.read(next.uid ?? '');
  const { metadata: old } = (oldObj ?? {}) as Partial<KubeObject>;
  if (eventType !== 'update' || !node?.isObserved() || !old) return true;
  const looked = ({ deletionTimestamp, finalizers, ownerReferences }: ObjectMeta): string =>
    JSON.stringify([deletionTimestamp, finalizers, ownerReferences]);
  return looked(old) !== looked(next);
}

/** Shows the objects that have to do with others, and what the graph knows of them. */
function showGraph(trace: Trace, { uidToNode }: GraphBuilder): void {
  const related = [...uidToNode.values()].filter(
    (node) => node.owners.length > 0 || node.dependentsLength() > 0,
  );
  showTable(trace, `${running()?.group ?? ''}/graph`, {
    title: 'The graph: objects with owners or dependents',
    columns: ['Object', 'Owners', 'Dependents', 'What is known'],
    rows: named(related).map(([name, node]) => rowOf(name, node)),
  });
}

/** Each node with a name; where two objects have the same one, since one of them is gone, the uid tells them apart. */
function named(nodes: readonly Node[]): (readonly [name: string, node: Node])[] {
  const taken = new Set<string>();
  return nodes.map((node) => {
    const text = String(node);
    const name = taken.has(text) ? `${text} ${node.identity.uid}` : text;
    taken.add(text);
    return [name, node];
  });
}

function rowOf(name: string, node: Node): TableRow {
  const owners = node.owners.map(
    (owner) => `${ownerText(owner)}${owner.blockOwnerDeletion ? ' (waits)' : ''}`,
  );
  const state = node.isDeletingDependents()
    ? 'is being deleted, waits for dependents'
    : node.isBeingDeleted()
      ? 'is being deleted'
      : 'is there';
  const row = {
    name,
    cells: [
      owners.join(', '),
      String(node.dependentsLength()),
      node.isObserved() ? state : 'only references tell of it',
    ],
  };
  return node.isObserved() ? row : { ...row, note: 'virtual' };
}

/** An error that is none: the graph hears of it, and there is nothing to try again. */
const toldToGraph = 'enqueued virtual delete event';

/** Records what the collector found out about owners, and what it failed to do. */
function observeGarbageCollector(trace: Trace, steps: GarbageCollectorSteps): GarbageCollectorSteps {
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
      if (err && err.message !== toldToGraph) {
        trace.record({ kind: 'gc.error', object: String(item), message: err.message });
      }
      return err;
    },
  });
}

/** Records what is left of each resource after it was deleted in a namespace that ends. */
function observeNamespaceDeleter(trace: Trace, steps: DeleterSteps): DeleterSteps {
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

const ownerText = ({ kind, name }: OwnerReference): string => `${kind}/${name}`;

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly graph: GraphBuilder;
    readonly 'garbage-collector': GarbageCollectorSteps;
    readonly 'namespace-deleter': DeleterSteps;
  }
}
