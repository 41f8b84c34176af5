import type { RevisionedStore } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import type { Transport } from '../../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { RateLimiter } from '../../kubernetes/staging/src/k8s.io/client-go/util/flowcontrol/throttle.ts';
import type { Subject } from '../../stage/subject.ts';
import { apiActs } from './acts.ts';
import { API } from './part.ts';
import { apiSettings } from './settings.ts';
import { type StoredObject, apiSlices } from './world.ts';
import { type Wire, observeRateLimiter, observeStore, observeTransport, observeWire } from './observers.ts';

/** The API server, its clients, and what passes between them. */
export const api: Subject = {
  name: 'api',
  slices: apiSlices,
  settings: apiSettings,
  build: (stage) => new API(stage),
  acts: apiActs,
  userOf: (stage) => ({ list: (resource, namespace) => stage.part('api').list(resource, namespace) }),
  observe: () => ({
    store: (trace, _name, store) => observeStore(trace, store),
    watch: (trace) => observeWire(trace),
    transport: (trace, _name, transport) => observeTransport(trace, transport),
    'client-rate-limiter': (trace, _name, limiter) => observeRateLimiter(trace, limiter),
  }),
};

declare module '../../stage/scenario.ts' {
  interface User {
    /** The pods, or objects of another resource, that the store holds now, by name. */
    list(resource: string, namespace: string): readonly StoredObject[];
  }
}

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly store: RevisionedStore;
    readonly watch: Wire;
    readonly transport: Transport;
    readonly 'client-rate-limiter': RateLimiter;
  }
}
