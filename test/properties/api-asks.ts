import fc from 'fast-check';
import type { KubeObject } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { APIRequest, RequestOptions } from '../../src/runtime/wire.ts';
import type { Whole } from '../runtime/kubernetes/staging/src/k8s.io/apiserver/whole-objects.ts';
import { type Sent, hostileLike, names, read, values, ways } from './hostile.ts';

/** One request, told so that it can be drawn and made smaller: what it changes is found in the objects that there are then. */
export interface Ask {
  readonly waitMs: number;
  readonly verb: APIRequest['verb'];
  /** Which of the objects that the batch is about. */
  readonly on: number;
  readonly name: string;
  readonly namespace: string;
  readonly subresource: string | undefined;
  readonly partial: boolean;
  readonly patchType: string | undefined;
  readonly changes: readonly Change[];
  readonly options: RequestOptions;
}

/** Something done to one place of an object. */
interface Change {
  readonly op: string;
  /** Which of its places, the object itself first; and which other one, for what has two. */
  readonly place: number;
  readonly from: number;
  /** Steps from there, which may lead nowhere. */
  readonly tail: readonly string[];
  /** Or which one of the type of what is there. */
  readonly value: Sent | number;
}

const usually = <T>(common: readonly T[], rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...common) }, { weight: 1, arbitrary: rare });

const hostileNames = fc.constantFrom(...names);
const selectors = fc.constantFrom(
  undefined,
  'app=web',
  'app!=web',
  '!app',
  'app in (web,)',
  'constructor',
  '__proto__=1',
  'a>1',
  ',',
  'x'.repeat(300),
);
const fieldSelectors = fc.constantFrom(
  undefined,
  'metadata.name=one',
  'metadata.name!=one',
  'metadata.namespace=default',
  'status.phase=Active',
  'spec.nodeName=',
  'involvedObject.kind=Pod',
  'type=Normal',
  '__proto__=1',
  'metadata.name=\\',
  '=',
);
const versions = fc.constantFrom(
  undefined,
  '',
  '0',
  '3',
  '20',
  '60',
  '1000',
  '-1',
  'x',
  '1e3',
  '9'.repeat(30),
);

const options: fc.Arbitrary<RequestOptions> = fc.record(
  {
    labelSelector: selectors,
    fieldSelector: fieldSelectors,
    resourceVersion: versions,
    resourceVersionMatch: usually([undefined, 'Exact', 'NotOlderThan'], hostileNames),
    limit: fc.constantFrom(0, 1, 2, -1, 0.5, 1e308),
    // `null`, `{}`, `5`, and a token of its own version with a version and a start that are none.
    continue: fc.constantFrom(
      'bnVsbA',
      'e30',
      'NQ',
      '%',
      'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MWU5OSwic3RhcnQiOiIuLi94In0',
    ),
    timeoutSeconds: fc.constantFrom(0, 1, -1, 30, 1e308),
    allowWatchBookmarks: fc.boolean(),
  },
  { requiredKeys: [] },
);

const change: fc.Arbitrary<Change> = fc
  .record({
    op: usually(['add', 'add', 'replace', 'remove', 'test', 'move', 'copy'], hostileNames),
    from: fc.nat(200),
    at: fc.oneof(
      { weight: 6, arbitrary: fc.record({ place: fc.nat(200), tail: fc.constant<readonly string[]>([]) }) },
      { weight: 3, arbitrary: fc.record({ place: fc.constant(0), tail: fc.constantFrom(...ways) }) },
      { weight: 1, arbitrary: fc.record({ place: fc.nat(200), tail: fc.constantFrom(...ways) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          place: fc.nat(200),
          tail: fc.array(hostileNames, { minLength: 1, maxLength: 3 }),
        }),
      },
    ),
    value: fc.oneof(fc.nat(20), values),
  })
  .map(({ at, ...rest }) => ({ ...rest, ...at }));

/** Requests of all kinds, of which about half are well meant. */
export const asks: fc.Arbitrary<Ask> = fc.record({
  waitMs: usually([0], fc.constantFrom(1000, 61_000, 301_000)),
  verb: fc.constantFrom<APIRequest['verb'][]>(
    ...(['get', 'list', 'watch', 'create', 'create', 'create', 'update', 'update'] as const),
    ...(['patch', 'patch', 'patch', 'patch', 'delete', 'deletecollection'] as const),
  ),
  on: fc.nat(11),
  name: usually(['one', 'one', 'two', 'default'], hostileNames),
  namespace: usually(['default', 'default', 'kube-system'], hostileNames),
  subresource: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: fc.constant('status') },
    fc.constantFrom('scale', 'binding', 'finalize', 'token', 'constructor', ''),
  ),
  partial: fc.nat(9).map((n) => n === 9),
  patchType: usually(
    [
      'application/merge-patch+json',
      'application/strategic-merge-patch+json',
      'application/json-patch+json',
      undefined,
    ],
    fc.constantFrom('constructor', '__proto__', 'text/plain', ''),
  ),
  changes: fc.array(change, { maxLength: 3, size: 'max' }),
  options: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, options),
});

/**
 * The request that an ask is, with a body of its own, of the kind of a whole object. `stored` is the object that it names, if
 * there is one.
 */
export function requestOf(ask: Ask, whole: Whole, stored: KubeObject | undefined): APIRequest {
  const { verb, name, namespace, partial, patchType, changes } = ask;
  const { resource, groupVersion, subresource: own } = whole;
  const subresource = own ?? ask.subresource;
  const request = {
    verb,
    resource,
    groupVersion,
    namespace,
    ...(verb === 'create' && !subresource ? {} : { name }),
    ...(subresource === undefined ? {} : { subresource: subresource as APIRequest['subresource'] }),
    ...(partial ? { as: 'PartialObjectMetadata' as const } : {}),
    options: ask.options,
    userAgent: 'anybody',
  };
  if (verb === 'patch') {
    const body = patchOf(patchType, changes, stored ?? whole.object);
    return { ...request, body, patchType: patchType as APIRequest['patchType'] };
  }
  if (verb === 'create' || verb === 'update')
    return { ...request, body: changes.reduce(changed, copied(baseOf(ask, whole, stored))) };
  if (verb !== 'delete' && verb !== 'deletecollection') return request;
  return changes.length === 0 ? request : { ...request, body: changes.reduce(changed, copied(deletion)) };
}

const deletion = {
  gracePeriodSeconds: 5,
  preconditions: { uid: 'u', resourceVersion: '5' },
  orphanDependents: true,
  propagationPolicy: 'Foreground',
};

function baseOf(ask: Ask, { object }: Whole, stored: KubeObject | undefined): unknown {
  const { verb, name, namespace } = ask;
  if (verb === 'update' && stored && stored.kind === object.kind) return stored;
  const { finalizers, ownerReferences, ...metadata } = object.metadata as Record<string, unknown>;
  const held = ask.on % 2 === 0 ? { finalizers, ownerReferences } : {};
  const place = metadata.namespace === undefined ? {} : { namespace };
  return { ...object, metadata: { ...metadata, ...held, ...place, name } };
}

const copied = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

type Path = readonly string[];

/** The places of a value, itself first; not all of one that has very many. */
function placesOf(value: unknown, path: Path = [], places: Path[] = []): Path[] {
  if (places.length > 300) return places;
  places.push(path);
  if (typeof value !== 'object' || value === null || path.length > 12) return places;
  for (const [step, inner] of Object.entries(value)) placesOf(inner, [...path, step], places);
  return places;
}

function pathOf({ place, tail }: Pick<Change, 'place' | 'tail'>, value: unknown): Path {
  const places = placesOf(value);
  return [...(places[place % places.length] ?? []), ...tail];
}

/** The value after a change, which takes away what is at its place, or puts a value there. */
function changed(value: unknown, change: Change): unknown {
  const path = pathOf(change, value);
  return withValue(value, path, change.op === 'remove' ? undefined : valueOf(change, path, value));
}

function valueOf({ value }: Change, path: Path, object: unknown): unknown {
  if (typeof value !== 'number') return read(value);
  const there = path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<string, unknown>)[step]
        : undefined,
    object,
  );
  return read(hostileLike(there, value));
}

function withValue(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) && !/^\d$/.test(step)) return step === '-' ? [...value, other] : value;
  const inner = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : {};
  const next = withValue(inner, rest, other);
  Object.defineProperty(value, step, {
    value: next,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  return value;
}

function patchOf(patchType: string | undefined, changes: readonly Change[], object: unknown): unknown {
  if (patchType === 'application/json-patch+json') return changes.map((one) => stepOf(one, object));
  const [first] = changes;
  if (!first) return { metadata: { labels: { patched: 'yes' } } };
  const path = pathOf(first, object);
  const other = first.op === 'remove' ? null : valueOf(first, path, object);
  return path.reduceRight<unknown>(
    (inner, step) => (/^\d+$/.test(step) ? [inner] : { [step]: inner }),
    other,
  );
}

function stepOf(change: Change, object: unknown): unknown {
  const pointer = (path: Path): string =>
    ['', ...path].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const path = pathOf(change, object);
  const from = pointer(pathOf({ place: change.from, tail: [] }, object));
  return { op: change.op, path: pointer(path), from, value: valueOf(change, path, object) };
}
