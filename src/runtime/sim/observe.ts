/** What can be watched, by kind, and of which type it is: each subject adds its own. */
export interface ObservedMap {}

export type ObservedKind = keyof ObservedMap;

/**
 * How a trace watches the machine without a word in its code: whoever builds a component passes it through
 * `sim.observe`, which gives back the component itself, or one of the same type that also records.
 * `name` is what the world calls it, such as `replicaset-controller/pods`.
 */
export type Observe = <K extends ObservedKind, T extends ObservedMap[K]>(
  kind: K,
  name: string,
  component: T,
) => T;

export const unobserved: Observe = (_kind, _name, component) => component;
