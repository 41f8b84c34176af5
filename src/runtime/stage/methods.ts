/**
 * Puts other methods in place of a component's own, each built round the one that was there. The component stays the same
 * object, so what it calls on itself is seen too.
 */
export function around<T extends object>(
  component: T,
  methods: { readonly [K in keyof T]?: (own: T[K]) => T[K] },
): T {
  for (const name of Object.keys(methods) as (keyof T & string)[]) {
    const own = component[name];
    const build = methods[name];
    if (typeof own === 'function' && build) Object.assign(component, { [name]: build(own.bind(component)) });
  }
  return component;
}
