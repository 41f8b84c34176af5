/**
 * Copies a struct's fields into another of the same shape, as Go's assignment of structs does: what is a struct itself
 * is copied too, not shared. A field that is undefined (Go: a pointer that is nil) leaves the other as it is.
 */
export function copyStruct<T extends object>(to: T, from: { readonly [K in keyof T]: unknown }): void {
  for (const key of Object.keys(to) as (keyof T & string)[]) {
    const value = from[key];
    const own = to[key];
    if (Array.isArray(value)) to[key] = value.slice() as typeof own;
    else if (typeof value === 'object' && value !== null) copyStruct(own as object, value);
    else if (value !== undefined) to[key] = value as typeof own;
  }
}
