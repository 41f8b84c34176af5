/** What can be watched, by kind. A kind that only some planes have is watched by an observer of theirs. */
export type ObservedKind =
  | 'store'
  | 'watch'
  | 'reflector'
  | 'fifo'
  | 'informer-factory'
  | 'informer-listener'
  | 'indexer'
  | 'listener'
  | 'workqueue'
  | 'delaying-queue'
  | 'rate-limiter'
  | 'expectations'
  | 'event-sink'
  | 'event-broadcaster'
  | 'event-correlator'
  | 'leader-elector'
  | 'transport'
  | 'random'
  | 'scheme'
  | 'options'
  | 'flag-sets'
  | 'command'
  | 'client-builder'
  | 'completed-options'
  | 'configz'
  | 'context'
  | 'metadata-factory'
  | 'mux'
  | 'not-reimplemented'
  | 'servers'
  | 'starting'
  | 'log'
  | 'kubeconfig'
  | 'config'
  | 'graph'
  | 'garbage-collector'
  | 'namespace-deleter'
  | 'service-selectors'
  | 'trigger-times'
  | 'mutation-cache'
  | 'indices'
  | 'ledger'
  | 'ledger-queue'
  | 'own-manager'
  | 'own-registry'
  | 'own-controller';

/**
 * How a trace watches the machine without a word in its code: whoever builds a component passes it through
 * `sim.observe`, which gives back the component itself, or one of the same type that also records.
 * `name` is what the world calls it, such as `replicaset-controller/pods`.
 */
export type Observe = <T extends object>(kind: ObservedKind, name: string, component: T) => T;

export const unobserved: Observe = (_kind, _name, component) => component;
