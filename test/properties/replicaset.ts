import type { StoredObject } from '../../src/runtime/subjects/api/world.ts';
import { emptyMap, mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { statusFaults } from './kubelet.ts';
import { type Properties, property } from './property.ts';
import { type Aftermath, isActive, mostActive, ownerOf, queueFaults, storms, weather } from './storm.ts';

/** What has to hold of a ReplicaSet after any storm. Each gives what is wrong, or nothing. */
export const invariants: Readonly<Record<string, (after: Aftermath) => string | undefined>> = {
  'the count of active pods reaches the spec': ({ pods, set }) => {
    const owned = pods.filter((pod) => isActive(pod) && ownerOf(pod) === set.metadata.uid).length;
    const asked = set.spec?.replicas ?? 0;
    return owned === asked ? undefined : `expected ${asked} active pods, found ${owned}`;
  },
  'the status says what there is': ({ pods, set }) => {
    const owned = pods.filter((pod) => isActive(pod) && ownerOf(pod) === set.metadata.uid).length;
    const said = set.status?.replicas ?? 0;
    return owned === said ? undefined : `expected status.replicas ${owned}, found ${said}`;
  },
  'never more pods than were asked for, but for those given back': ({
    entries,
    set,
    mostAsked,
    restored,
  }) => {
    const most = mostActive(entries, set);
    return most <= mostAsked + restored
      ? undefined
      : `expected at most ${mostAsked + restored}, found ${most} at once`;
  },
  'no active pod that matches is without an owner': ({ pods }) => {
    const lone = pods.find((pod) => isActive(pod) && pod.metadata.labels?.['app'] === 'web' && !ownerOf(pod));
    return lone && `pod ${lone.metadata.name} matches and has no owner`;
  },
  'the caches end as the store is, and the queue ends empty': ({ entries }) => {
    const { store, indexers, queues } = entries.at(-1)!.world;
    for (const resource of ['pods', 'replicasets']) {
      const versions = (objects: readonly (readonly [string, StoredObject])[]): string =>
        objects.map(([, { metadata }]) => `${metadata.name} ${metadata.resourceVersion}`).join();
      const stored = versions(mapEntries(store.objects).filter(([key]) => key.startsWith(`${resource}/`)));
      const cached = versions(
        mapEntries(mapGet(indexers, `kube-controller-manager/${resource}`) ?? emptyMap()),
      );
      if (stored !== cached) return `expected ${stored} in the cache of ${resource}, found ${cached}`;
    }
    const queue = mapGet(queues, 'replicaset');
    const left = [
      ...(queue?.dirty ?? []),
      ...mapEntries(queue?.processing ?? emptyMap()).map(([key]) => key),
    ];
    return left.length === 0 ? undefined : `expected nothing in the queue, found ${left.join()}`;
  },
  'no pod comes back from its end': ({ entries }) => statusFaults(entries)[0],
  'no key is lost in the queue, and none is with two workers': ({ entries }) => queueFaults(entries)[0],
};

/** All that is wrong, in words; empty if all is well. */
export function wrongs(after: Aftermath): string[] {
  return Object.entries(invariants).flatMap(([name, check]) => {
    const wrong = check(after);
    return wrong === undefined ? [] : [`${name}: ${wrong}`];
  });
}

export const properties: Properties = { replicaset: property(storms, (storm) => wrongs(weather(storm))) };
