/** An object as YAML, line by line, with what differs from the same object at the stop before. */
import { isFields } from '../../components/base/fields.ts';

export interface TreeLine {
  /** Unique among the lines of one tree, and the same in every frame. */
  readonly path: string;
  readonly depth: number;
  /** What stands before the value: `name:`, `- name:`, or `-`. */
  readonly label: string;
  /** A scalar as YAML writes it; empty where the value follows on deeper lines. */
  readonly value: string;
  readonly change?: 'added' | 'removed' | 'changed';
  /** What the scalar was, when it changed. */
  readonly before?: string;
}

type Value = unknown;
type Fields = Readonly<Record<string, Value>>;
interface Place {
  readonly path: string;
  readonly depth: number;
  readonly label: string;
}

/**
 * The lines of `now`, compared with `before` where that is given. What went away stays once more, marked
 * as removed. Lists of objects are matched by name, type or uid, others by place.
 */
export function treeOf(now: Value, before?: Value): TreeLine[] {
  const lines: TreeLine[] = [];
  fieldsInto(lines, asFields(now), before === undefined ? asFields(now) : asFields(before), '', 0, '');
  return lines;
}

function fieldsInto(
  into: TreeLine[],
  now: Fields,
  before: Fields,
  path: string,
  depth: number,
  lead: string,
): void {
  let prefix = lead;
  for (const key of mergedKeys(Object.keys(now), Object.keys(before))) {
    if (now[key] === undefined && before[key] === undefined) continue;
    valueInto(into, now[key], before[key], { path: `${path}/${key}`, depth, label: `${prefix}${key}:` });
    // Only the first field of an item carries its dash.
    prefix = lead === '' ? '' : '  ';
  }
}

function itemsInto(into: TreeLine[], now: readonly Value[], before: readonly Value[], place: Place): void {
  const nowBy = new Map(now.map((item, index) => [identity(item, index), item]));
  const beforeBy = new Map(before.map((item, index) => [identity(item, index), item]));
  for (const key of mergedKeys([...nowBy.keys()], [...beforeBy.keys()])) {
    const path = `${place.path}[${key}]`;
    const item = nowBy.get(key);
    const earlier = beforeBy.get(key);
    const sample = item ?? earlier;
    if (isFields(sample) && Object.keys(sample).length > 0) {
      fieldsInto(into, itemFields(item), itemFields(earlier), path, place.depth, '- ');
    } else {
      valueInto(into, item, earlier, { path, depth: place.depth, label: '-' });
    }
  }
}

function valueInto(into: TreeLine[], now: Value, before: Value, place: Place): void {
  const change = now === undefined ? 'removed' : before === undefined ? 'added' : undefined;
  const sample = now === undefined ? before : now;
  const mark = change ? ({ change } as const) : {};
  if (isFields(sample) && Object.keys(sample).length > 0) {
    into.push({ ...place, value: '', ...mark });
    const children: TreeLine[] = [];
    fieldsInto(children, itemFields(now), itemFields(before), place.path, place.depth + depthOf(place), '');
    into.push(...children);
  } else if (Array.isArray(sample) && sample.length > 0) {
    into.push({ ...place, value: '', ...mark });
    itemsInto(into, asItems(now), asItems(before), { ...place, depth: place.depth + depthOf(place) });
  } else {
    const value = scalar(sample);
    const was = change ? undefined : isLeaf(before) ? scalar(before) : '…';
    into.push({
      ...place,
      value,
      ...mark,
      ...(was !== undefined && was !== value && { change: 'changed', before: was }),
    });
  }
}

/** Children of `- key:` stand one deeper than the dash. */
function depthOf(place: Place): number {
  return place.label.startsWith('- ') || place.label.startsWith('  ') ? 2 : 1;
}

/** The keys of both, those of `now` in their order, and each that is gone after the one it followed. */
function mergedKeys(now: readonly string[], before: readonly string[]): string[] {
  const merged = [...now];
  before.forEach((key, index) => {
    if (merged.includes(key)) return;
    const previous = index === 0 ? -1 : merged.indexOf(before[index - 1] as string);
    merged.splice(previous + 1, 0, key);
  });
  return merged;
}

function identity(item: Value, index: number): string {
  if (!isFields(item)) return String(index);
  for (const field of ['uid', 'name', 'type', 'ip']) if (typeof item[field] === 'string') return item[field];
  return String(index);
}

function isLeaf(value: Value): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function asFields(value: Value): Fields {
  return isFields(value) ? value : {};
}

function itemFields(value: Value): Fields {
  return asFields(value);
}

function asItems(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

/** A scalar as YAML writes it: quoted where it would otherwise be read as something else. */
export function scalar(value: Value): string {
  if (Array.isArray(value)) return '[]';
  if (typeof value === 'object' && value !== null) return '{}';
  if (typeof value !== 'string') return String(value);
  const plain = /^[A-Za-z0-9_./][^\n]*$/.test(value) && !/: |\s#|:$|\s$/.test(value);
  const other = /^(true|false|null|yes|no|on|off|[-+.]?\d[\d.eE+_-]*|\d{4}-\d\d-\d\dT.*)$/i.test(value);
  return plain && !other ? value : JSON.stringify(value);
}
