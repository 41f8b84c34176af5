import { t } from '../i18n/t.ts';
import { isMap } from '../runtime/go/map.ts';

/** One place in a JSON value that differs. A side that has nothing there has no field. */
export interface PathChange {
  /** Such as `status.readyReplicas`, `spec.containers[0].image`, `status.conditions[Ready].status`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Where two JSON values differ, deepest paths first told where they differ, in the order of the paths' keys.
 * Items of a list that all have a `name` or a `type` are told apart by it, others by their place.
 */
export function jsonChanges(before: unknown, after: unknown): PathChange[] {
  const changes: PathChange[] = [];
  compare('', before, after, changes);
  return changes;
}

/** True if two JSON values are the same. Shared parts cost nothing. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  }
  if (!isMap(a) || !isMap(b)) return Number.isNaN(a) && Number.isNaN(b);
  const keys = definedKeys(a);
  return keys.length === definedKeys(b).length && keys.every((key) => sameJson(a[key], b[key]));
}

/** A change in few words: `status.readyReplicas 1 → 2`. */
export function tellPath({ path, before, after }: PathChange): string {
  return `${path} ${brief(before)} → ${brief(after)}`;
}

function compare(path: string, before: unknown, after: unknown, into: PathChange[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(path, before, after, into);
  } else if (isMap(before) && isMap(after)) {
    const keys = new Set([...definedKeys(before), ...definedKeys(after)]);
    for (const key of [...keys].sort()) compare(pathTo(path, key), before[key], after[key], into);
  } else if (!sameJson(before, after)) {
    into.push({
      path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }
}

function compareLists(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  into: PathChange[],
): void {
  const field = (['name', 'type'] as const).find((name) => toldApart(before, name) && toldApart(after, name));
  if (field && before.length + after.length > 0) {
    const a = byField(before, field);
    const b = byField(after, field);
    for (const name of new Set([...a.keys(), ...b.keys()]))
      compare(`${path}[${name}]`, a.get(name), b.get(name), into);
    return;
  }
  if ([...before, ...after].every((item) => !isMap(item) && !Array.isArray(item))) {
    if (!sameJson(before, after)) into.push({ path, before, after });
    return;
  }
  for (let i = 0; i < Math.max(before.length, after.length); i++)
    compare(`${path}[${i}]`, before[i], after[i], into);
}

/** True if every item has a string in `field`, each another. */
function toldApart(items: readonly unknown[], field: string): boolean {
  return (
    items.every((item) => isMap(item) && typeof item[field] === 'string') &&
    byField(items, field).size === items.length
  );
}

function byField(items: readonly unknown[], field: string): Map<string, unknown> {
  return new Map(items.map((item) => [String((item as Json)[field]), item]));
}

function definedKeys(value: Json): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}

function pathTo(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

function brief(value: unknown): string {
  if (value === undefined) return t`nothing`;
  if (Array.isArray(value)) return cut(`[${value.map(briefItem).join(', ')}]`);
  return cut(isMap(value) ? briefItem(value) : String(value));
}

/** Conditions by their type and status, other named things by their name. */
function briefItem(value: unknown): string {
  if (!isMap(value)) return String(value);
  const { type, status, name } = value;
  if (typeof type === 'string' && typeof status === 'string') return `${type} ${status}`;
  return typeof name === 'string' ? name : JSON.stringify(value);
}

function cut(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
