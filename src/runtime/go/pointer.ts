/** A place that holds a value: what Go writes as `*T`. Flags keep one, so that parsing changes the options themselves. */
export interface Pointer<T> {
  value: T;
}

/** A pointer to a field of an object: `&object.field` in Go. */
export function pointerTo<O extends object, K extends keyof O>(object: O, field: K): Pointer<O[K]> {
  return {
    get value() {
      return object[field];
    },
    set value(to) {
      object[field] = to;
    },
  };
}

/** A pointer to a variable of its own: what `new(T)` and `&T{}` give. */
export function newPointer<T>(value: T): Pointer<T> {
  return { value };
}
