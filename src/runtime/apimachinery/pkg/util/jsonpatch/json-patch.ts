import { deepCopy } from '../../runtime/deep-copy.ts';

/** One step of a JSON patch. */
export interface Operation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  readonly path?: string;
  readonly from?: string;
  readonly value?: unknown;
}

type Outcome<T> = [T, undefined] | [undefined, Error];
type Container = Record<string, unknown> | unknown[];

/**
 * A copy of a document changed by a JSON patch (RFC 6902), all steps or none.
 */
export function applyJSONPatch(document: unknown, patch: readonly Operation[]): Outcome<unknown> {
  // The root is a member, so that a path may name the whole document.
  const root: Record<string, unknown> = { '': deepCopy(document) };
  for (const operation of patch) {
    const err = apply(root, operation);
    if (err) return [undefined, err];
  }
  return [root[''], undefined];
}

function apply(root: Record<string, unknown>, { op, path, from, value }: Operation): Error | undefined {
  if (path === undefined) return new Error(`${op}: expected a member "path", found none`);
  switch (op) {
    case 'add':
      return put(root, path, deepCopy(value), false);
    case 'replace': {
      const [, err] = take(root, path, false);
      return err ?? put(root, path, deepCopy(value), true);
    }
    case 'remove':
      return take(root, path, true)[1];
    case 'move':
    case 'copy': {
      if (from === undefined) return new Error(`${op} ${path}: expected a member "from", found none`);
      const [found, err] = take(root, from, op === 'move');
      return err ?? put(root, path, deepCopy(found), false);
    }
    case 'test': {
      const [found, err] = take(root, path, false);
      if (err) return err;
      return equal(found, value) ? undefined : new Error(`testing value ${path} failed: test failed`);
    }
    default:
      return new Error(`Unexpected kind: ${String(op)}; expected add, remove, replace, move, copy or test`);
  }
}

/** Steps of a JSON pointer, the root first. */
const stepsOf = (path: string): string[] =>
  path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

function parentOf(root: Record<string, unknown>, path: string): Outcome<[Container, string]> {
  const steps = stepsOf(path);
  if (steps[0] !== '') return [undefined, new Error(`path ${path}: expected one that begins with /`)];
  let at: unknown = root;
  for (const step of steps.slice(0, -1)) at = (at as Record<string, unknown> | undefined)?.[step];
  if (typeof at !== 'object' || at === null) return [undefined, missing(path)];
  return [[at as Container, steps.at(-1) ?? ''], undefined];
}

const missing = (path: string): Error => new Error(`path ${path}: there is nothing at its parent`);

function put(
  root: Record<string, unknown>,
  path: string,
  value: unknown,
  replace: boolean,
): Error | undefined {
  const [place, err] = parentOf(root, path);
  if (err) return err;
  const [parent, step] = place;
  if (!Array.isArray(parent)) {
    parent[step] = value;
    return undefined;
  }
  const index = step === '-' ? parent.length : Number(step);
  const most = replace ? parent.length - 1 : parent.length;
  if (!Number.isInteger(index) || index < 0 || index > most) {
    return new Error(`path ${path}: expected an index from 0 to ${most}, found ${step}`);
  }
  parent.splice(index, replace ? 1 : 0, value);
  return undefined;
}

function take(root: Record<string, unknown>, path: string, remove: boolean): Outcome<unknown> {
  const [place, err] = parentOf(root, path);
  if (err) return [undefined, err];
  const [parent, step] = place;
  if (!Object.hasOwn(parent, step)) return [undefined, new Error(`path ${path}: there is nothing there`)];
  const value = (parent as Record<string, unknown>)[step];
  if (remove && Array.isArray(parent)) parent.splice(Number(step), 1);
  else if (remove) delete (parent as Record<string, unknown>)[step];
  return [value, undefined];
}

function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
