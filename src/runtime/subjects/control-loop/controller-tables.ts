import type { KubeObject } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { setToString } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/labels.ts';
import type { MutationCache } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/mutation_cache.ts';
import type { ServiceSelectorCache } from '../../kubernetes/pkg/controller/util/endpoint/controller_utils.ts';
import type { TriggerTimeTracker } from '../../kubernetes/pkg/controller/util/endpoint/trigger_time_tracker.ts';
import { mapGet } from '../../sim/pmap.ts';
import { running } from '../../sim/process.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';

/** What the controllers of Services and accounts hold besides caches and queues: each a table. */
export const controllersObservers: Observers = {
  'service-selectors': (trace, _name, cache: ServiceSelectorCache) => observeSelectors(trace, cache),
  'trigger-times': (trace, _name, tracker: TriggerTimeTracker) => observeTriggerTimes(trace, tracker),
  'mutation-cache': (trace, _name, cache: MutationCache<KubeObject>) => observeMutations(trace, cache),
};

const keyNow = (table: string): string => `${running()?.group ?? ''}/${table}`;

/** Takes a row out of a table. */
function dropRow(trace: Trace, key: string, name: string): void {
  const table = mapGet(trace.world.tables, key);
  if (!table?.rows.some((row) => row.name === name)) return;
  showTable(trace, key, { ...table, rows: table.rows.filter((row) => row.name !== name) });
}

function observeSelectors(trace: Trace, cache: ServiceSelectorCache): ServiceSelectorCache {
  const key = keyNow('service-selectors');
  showTable(trace, key, {
    title: 'Selectors that the endpoint controller keeps',
    columns: ['Service', 'Selector'],
    rows: [],
  });
  return overriding(cache, {
    update(service, rawSelector) {
      const selector = cache.update(service, rawSelector);
      const said = rawSelector === undefined ? 'none' : setToString(rawSelector);
      showRow(trace, key, { name: service, cells: [said] });
      return selector;
    },
    delete(service) {
      cache.delete(service);
      dropRow(trace, key, service);
    },
  });
}

function observeTriggerTimes(trace: Trace, tracker: TriggerTimeTracker): TriggerTimeTracker {
  const key = keyNow('trigger-times');
  showTable(trace, key, {
    title: 'When what the endpoint controller saw last had changed',
    columns: ['Service', 'Service made', 'Pods became ready or not'],
    rows: [],
  });
  return overriding(tracker, {
    computeEndpointLastChangeTriggerTime(namespace, service, pods) {
      const time = tracker.computeEndpointLastChangeTriggerTime(namespace, service, pods);
      const name = `${namespace}/${service.metadata.name}`;
      const state = tracker.serviceStates.get(name);
      const ofPods = [...(state?.lastPodTriggerTimes ?? [])].map(([pod, at]) => `${pod} ${at}`);
      showRow(trace, key, { name, cells: [state?.lastServiceTriggerTime ?? '', ofPods.join(', ')] });
      return time;
    },
    deleteService(namespace, name) {
      tracker.deleteService(namespace, name);
      dropRow(trace, key, `${namespace}/${name}`);
    },
  });
}

function observeMutations(trace: Trace, cache: MutationCache<KubeObject>): MutationCache<KubeObject> {
  const key = keyNow('mutation-cache');
  const show = (): void => {
    const rows = cache.peek().map(({ metadata }) => ({
      name: `${metadata.namespace}/${metadata.name}`,
      cells: [metadata.resourceVersion ?? ''],
    }));
    const title = 'Secrets that the token controller made and its cache may lack';
    showTable(trace, key, { title, columns: ['Secret', 'Resource version'], rows });
  };
  show();
  /** What a look brings is left as it is; but a look may find that the cache has caught up. */
  const afterwards = <T>(result: T): T => {
    const before = mapGet(trace.world.tables, key)?.rows.length;
    if (before !== cache.peek().length) show();
    return result;
  };
  return overriding(cache, {
    getByKey: (name) => afterwards(cache.getByKey(name)),
    byIndex: (index, value) => afterwards(cache.byIndex(index, value)),
    mutation(obj) {
      cache.mutation(obj);
      show();
    },
  });
}

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly 'service-selectors': ServiceSelectorCache;
    readonly 'trigger-times': TriggerTimeTracker;
    readonly 'mutation-cache': MutationCache<KubeObject>;
  }
}
