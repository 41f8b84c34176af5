/** A function that computes once for each object, and forgets the result with it. For objects that never change. */
export function memoize<K extends object, V>(compute: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    let found = known.get(of);
    if (!found) known.set(of, (found = { value: compute(of) }));
    return found.value;
  };
}
