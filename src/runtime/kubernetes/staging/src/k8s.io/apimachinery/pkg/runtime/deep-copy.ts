import { set } from '../../../../../../../go/map.ts';
import type { Draft } from './object.ts';

/**
 * A mutable copy of plain JSON data. Members that are undefined or null are left out, as Kubernetes leaves out
 * what is not set; a null in a list is kept.
 */
export function deepCopy<T>(value: T): Draft<T> {
  return copy(value) as Draft<T>;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const result: Record<string, unknown> = {};
  const source = value as Record<string, unknown>;
  for (const key in source) {
    const member = source[key];
    if (member === undefined || member === null) continue;
    set(result, key, typeof member === 'object' ? copy(member) : member);
  }
  return result;
}

/** Freezes plain data all the way down and gives it back. What is frozen already is taken to be so all the way. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) {
    for (const item of value) deepFreeze(item);
  } else {
    const source = value as Record<string, unknown>;
    for (const key in source) {
      const member = source[key];
      if (typeof member === 'object' && member !== null) deepFreeze(member);
    }
  }
  return Object.freeze(value);
}

/**
 * `next`, with every part that equals the same part of `prior` replaced by it; `prior` itself if nothing differs.
 * So neighbours in a history share what they have in common, and "nothing changed" is a comparison of two references.
 */
export function shareUnchanged<T>(next: T, prior: unknown): T {
  if (next === prior || typeof next !== 'object' || next === null) return next;
  if (typeof prior !== 'object' || prior === null || Array.isArray(next) !== Array.isArray(prior))
    return next;
  const a = next as Record<string, unknown>;
  const b = prior as Record<string, unknown>;
  const keys = Object.keys(a);
  let same = keys.length === Object.keys(b).length;
  let shared: Record<string, unknown> | undefined;
  for (const key of keys) {
    const before = a[key];
    const there = Object.hasOwn(b, key);
    const after = there ? shareUnchanged(before, b[key]) : before;
    if (!there || after !== b[key]) same = false;
    if (after === before) continue;
    shared ??= (Array.isArray(next) ? [...(next as unknown[])] : { ...a }) as Record<string, unknown>;
    shared[key] = after; // Its own already, whatever its name.
  }
  if (same) return prior as T;
  return (shared ?? next) as T;
}
