/** The component itself, but for the methods given. What the component calls on itself is not seen. */
export function overriding<T extends object>(component: T, methods: Partial<T>): T {
  const bound = new Map<PropertyKey, unknown>(Object.entries(methods));
  return new Proxy(component, {
    get(target, name) {
      const known = bound.get(name);
      if (known !== undefined) return known;
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as unknown;
      bound.set(name, method);
      return method;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
