import { get as member, set as setMember } from '../../../../../go/map.ts';
import type { Result } from '../../../../../go/result.ts';
import { atoi } from '../../../../../go/strconv.ts';
import { deepCopy } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import { tooDeep } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/depth.ts';
import { newAccumulatedCopySizeError } from './errors.ts';

/** One step of a JSON patch as it was sent: whatever its members hold. */
// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Operation
export interface Operation {
  readonly op?: unknown;
  readonly path?: unknown;
  readonly from?: unknown;
  readonly value?: unknown;
}

// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#container
type Container = Record<string, unknown> | unknown[];

const errTestFailed = new Error('test failed');
const errMissing = new Error('missing value');
const errInvalidIndex = new Error('invalid index referenced');

/** The most that all copies of one patch may add to a document, in letters of JSON. Without a bound each could double it. */
// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#AccumulatedCopySizeLimit
const accumulatedCopySizeLimit = 3 * 1024 * 1024;

const wrap = (err: Error, message: string): Error => new Error(`${message}: ${err.message}`);

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/**
 * A copy of a document changed by a JSON patch, all steps or none. As in upstream's library, which is not in all things as
 * RFC 6902 has it: no path names the whole document, an index may count from the end of a list, `replace` makes a member that
 * is not there, and for `copy` and `test` such a member is null. Upstream panics at an index before the beginning of a list and
 * at a `test` without a value; here they are refused.
 */
// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Patch.Apply
export function applyJSONPatch(document: object, patch: readonly (Operation | null)[]): Result<unknown> {
  const run = new Run(deepCopy(document) as Container);
  for (const operation of patch) {
    const err = run.apply(operation ?? {});
    if (err) return [undefined, err];
  }
  return [run.document, undefined];
}

/** A document while a patch is applied to it. */
class Run {
  readonly document: Container;
  #copied = 0;

  constructor(document: Container) {
    this.document = document;
  }

  apply(op: Operation): Error | undefined {
    const kind = typeof op.op === 'string' ? op.op : 'unknown';
    switch (kind) {
      case 'add':
        return this.#add(op);
      case 'remove':
        return this.#remove(op);
      case 'replace':
        return this.#replace(op);
      case 'move':
        return this.#move(op);
      case 'test':
        return this.#test(op);
      case 'copy':
        return this.#copy(op);
      default:
        return new Error(`Unexpected kind: ${kind}`);
    }
  }

  // Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Patch.add
  #add(op: Operation): Error | undefined {
    const [path, err] = textOf(op, 'path');
    if (err) return wrap(errMissing, 'add operation failed to decode path');
    const found = findObject(this.document, path);
    if (!found) return wrap(errMissing, `add operation does not apply: doc is missing path: "${path}"`);
    const addErr = add(...found, valueOf(op));
    return addErr && wrap(addErr, `error in add for path: '${path}'`);
  }

  // Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Patch.remove
  #remove(op: Operation): Error | undefined {
    const [path, err] = textOf(op, 'path');
    if (err) return wrap(errMissing, 'remove operation failed to decode path');
    const found = findObject(this.document, path);
    if (!found) return wrap(errMissing, `remove operation does not apply: doc is missing path: "${path}"`);
    const removeErr = remove(...found);
    return removeErr && wrap(removeErr, `error in remove for path: '${path}'`);
  }

  // Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Patch.replace
  #replace(op: Operation): Error | undefined {
    const [path, err] = textOf(op, 'path');
    if (err) return wrap(err, 'replace operation failed to decode path');
    const found = findObject(this.document, path);
    if (!found) return wrap(errMissing, `replace operation does not apply: doc is missing path: ${path}`);
    const [con, key] = found;
    const [, getErr] = get(con, key);
    if (getErr) return wrap(errMissing, `replace operation does not apply: doc is missing key: ${path}`);
    if (Array.isArray(con)) con[Number(key)] = valueOf(op);
    else setMember(con, key, valueOf(op));
    return undefined;
  }

  // Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Patch.move
  #move(op: Operation): Error | undefined {
    const [from, fromErr] = textOf(op, 'from');
    if (fromErr) return wrap(fromErr, 'move operation failed to decode from');
    const source = findObject(this.document, from);
    if (!source) return wrap(errMissing, `move operation does not apply: doc is missing from path: ${from}`);
    const [val, getErr] = get(...source);
    const err = getErr ?? remove(...source);
    if (err) return wrap(err, `error in move for path: '${source[1]}'`);
    const [path, pathErr] = textOf(op, 'path');
    if (pathErr) return wrap(pathErr, 'move operation failed to decode path');
    const found = findObject(this.document, path);
    if (!found)
      return wrap(errMissing, `move operation does not apply: doc is missing destination path: ${path}`);
    const addErr = add(...found, val);
    return addErr && wrap(addErr, `error in move for path: '${path}'`);
  }

  // Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Patch.test
  #test(op: Operation): Error | undefined {
    const [path, err] = textOf(op, 'path');
    if (err) return wrap(err, 'test operation failed to decode path');
    const found = findObject(this.document, path);
    if (!found) return wrap(errMissing, `test operation does not apply: is missing path: ${path}`);
    const [val, getErr] = get(...found);
    if (getErr) return wrap(getErr, `error in test for path: '${path}'`);
    if (op.value !== undefined && equal(val ?? null, op.value)) return undefined;
    return wrap(errTestFailed, `testing value ${path} failed`);
  }

  // Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Patch.copy
  #copy(op: Operation): Error | undefined {
    const [from, fromErr] = textOf(op, 'from');
    if (fromErr) return wrap(fromErr, 'copy operation failed to decode from');
    const source = findObject(this.document, from);
    if (!source) return wrap(errMissing, `copy operation does not apply: doc is missing from path: ${from}`);
    const [val, getErr] = get(...source);
    if (getErr) return wrap(getErr, `error in copy for from: '${from}'`);
    const [path, pathErr] = textOf(op, 'path');
    if (pathErr) return wrap(errMissing, 'copy operation failed to decode path');
    const found = findObject(this.document, path);
    if (!found)
      return wrap(errMissing, `copy operation does not apply: doc is missing destination path: ${path}`);
    const deep = tooDeep(val);
    if (deep) return wrap(deep, 'error while performing deep copy');
    this.#copied += JSON.stringify(val ?? null).length;
    if (this.#copied > accumulatedCopySizeLimit)
      return newAccumulatedCopySizeError(accumulatedCopySizeLimit, this.#copied);
    const addErr = add(...found, deepCopy(val ?? null));
    return addErr && wrap(addErr, 'error while adding value during copy');
  }
}

/** A member of a step that has to be a text. */
// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#Operation.Path
function textOf(op: Operation, field: 'path' | 'from'): Result<string> {
  const value = op[field];
  if (typeof value === 'string') return [value, undefined];
  if (value === undefined || value === null) {
    const missing = field === 'path' ? 'operation missing path field' : 'operation, missing from field';
    return [undefined, wrap(errMissing, missing)];
  }
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return [undefined, new Error(`json: cannot unmarshal ${type} into Go value of type string`)];
}

/** A copy of the value of a step; null if there is none. */
const valueOf = (op: Operation): unknown => deepCopy(op.value ?? null);

/** What a path's last step is in, and that step; undefined if there is nothing on the way. */
// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#findObject
function findObject(document: Container, path: string): [Container, string] | undefined {
  const split = path.split('/');
  if (split.length < 2) return undefined;
  let doc = document;
  for (const part of split.slice(1, -1)) {
    const [next, err] = get(doc, decodePatchKey(part));
    if (err || !isContainer(next)) return undefined;
    doc = next;
  }
  return [doc, decodePatchKey(split.at(-1) as string)];
}

// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#decodePatchKey
const decodePatchKey = (k: string): string => k.replaceAll('~1', '/').replaceAll('~0', '~');

const invalidIndex = (idx: number): Error => wrap(errInvalidIndex, `Unable to access invalid index: ${idx}`);

/** What is in a map or a list; undefined for a member that a map has not. */
// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#partialArray.get
function get(con: Container, key: string): Result<unknown> {
  if (!Array.isArray(con)) return [member(con, key), undefined];
  const [idx, err] = atoi(key);
  if (err) return [undefined, err];
  if (idx >= con.length || idx < 0) return [undefined, invalidIndex(idx)];
  return [con[idx], undefined];
}

// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#partialArray.add
function add(con: Container, key: string, val: unknown): Error | undefined {
  if (!Array.isArray(con)) return void setMember(con, key, val);
  if (key === '-') return void con.push(val);
  const [idx, err] = atoi(key);
  if (err) return wrap(err, `value was not a proper array index: '${key}'`);
  const size = con.length + 1;
  if (idx >= size || idx < -size) return invalidIndex(idx);
  con.splice(idx < 0 ? idx + size : idx, 0, val);
  return undefined;
}

// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#partialArray.remove
function remove(con: Container, key: string): Error | undefined {
  if (!Array.isArray(con)) {
    // Mirrors: vendor/github.com/evanphx/json-patch/patch.go#partialDoc.remove
    if (!Object.hasOwn(con, key)) return wrap(errMissing, `Unable to remove nonexistent key: ${key}`);
    delete con[key];
    return undefined;
  }
  const [idx, err] = atoi(key);
  if (err) return err;
  if (idx >= con.length || idx < -con.length) return invalidIndex(idx);
  con.splice(idx, 1);
  return undefined;
}

// Mirrors: vendor/github.com/evanphx/json-patch/patch.go#lazyNode.equal
function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    if (!Object.hasOwn(b, key)) return false;
    return equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]);
  });
}
