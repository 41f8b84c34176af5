import type { Pod } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Entry } from '../../../src/runtime/stage/world.ts';
import type { StoredObject } from '../../../src/runtime/subjects/api/world.ts';

/** What was written after one act, in the shape of the recorded answers. */
export interface Window {
  readonly action: string;
  readonly ops: readonly string[];
  readonly events: readonly string[];
  /** Every projected field of every object at the end of the window. */
  readonly final: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What was the same in every recorded run of a real control plane. */
export interface RecordedWindow extends Window {
  readonly stable: { order: boolean; set: boolean; counts: boolean; finalState: boolean; events: boolean };
}

/** An act as the recording names it, and the number of entries there were when it began. */
export interface Mark {
  readonly action: string;
  readonly entry: number;
}

/** What a recording followed. */
export interface Followed {
  readonly kinds: readonly string[];
  readonly normalNodes?: boolean;
  readonly without?: readonly string[];
  readonly withoutEvents?: boolean;
  /** True if the plane has the admission plugins whose work the recording shows. */
  readonly withPlugins?: boolean;
  readonly namespace?: string;
}

/** What the admission plugin of accounts adds, and Loopscope does not model. */
const volumes = /^spec\.volumes\[/;

/** What the plugins Priority and DefaultTolerationSeconds add, which few planes have. */
const byPlugins = [/^spec\.preemptionPolicy$/, /^spec\.priority$/, /^spec\.tolerations\[/];

/**
 * The windows of a run, with generated names, uids, nodes and addresses numbered by first appearance. Only objects
 * that are followed count.
 */
export function windowsOf(
  entries: readonly Entry[],
  marks: readonly Mark[],
  { kinds, normalNodes = true, withoutEvents = false, namespace = 'default' }: Followed,
): Window[] {
  const names = new Names(normalNodes);
  const begun = marks[0]?.entry === 0 || marks[0]?.action === '(start)';
  const starts = begun ? marks : [{ action: '(start)', entry: 0 }, ...marks];
  const objects = new Map<string, StoredObject>();
  const windows: Window[] = [];
  starts.forEach(({ action, entry }, i) => {
    const ops: string[] = [];
    const events = new Set<string>();
    for (const { event } of entries.slice(entry, starts[i + 1]?.entry)) {
      if (event.kind !== 'store.write') continue;
      const { object, previous, verb } = event;
      if (object.kind === 'Event' && !withoutEvents) events.add(eventText(object));
      if (!kinds.includes(object.kind)) continue;
      if ((object.kind === 'Namespace' ? object.metadata.name : object.metadata.namespace) !== namespace)
        continue;
      names.meet(object);
      const key = `${object.kind}/${object.metadata.name}`;
      if (verb === 'delete') objects.delete(key);
      else objects.set(key, object);
      ops.push(...opsOf(verb, key, object, previous));
    }
    const final = [...objects].map(
      ([key, object]) => [names.replace(key), names.all(project(object))] as const,
    );
    windows.push({
      action: names.replace(action),
      ops: ops.map((op) => names.replace(op)),
      events: [...events].map((text) => names.replace(text)).sort(),
      final: Object.fromEntries(final),
    });
  });
  return windows.filter(({ action, ops }) => action !== '(start)' || ops.length > 0);
}

/** The recorded window, without objects of other kinds and without what Loopscope does not model of a pod. */
export function modelled(
  window: RecordedWindow,
  { kinds, without = [], withPlugins = false }: Followed,
): RecordedWindow {
  const known = (key: string): boolean => kinds.includes(key.split('/')[0] ?? '') && !without.includes(key);
  return {
    ...window,
    ops: window.ops.filter((op) => known(op.split(' ')[1] ?? '')),
    final: modelledFinal(
      Object.fromEntries(Object.entries(window.final).filter(([key]) => known(key))),
      withPlugins,
    ),
  };
}

/** Without what Loopscope does not model of a pod, or only in some planes. */
export function modelledFinal(final: RecordedWindow['final'], withPlugins = false): Window['final'] {
  const notModelled = withPlugins ? [volumes] : [volumes, ...byPlugins];
  const kept = Object.entries(final).map(([key, fields]) => {
    const known = Object.entries(fields).filter(
      ([path]) => !notModelled.some((pattern) => pattern.test(path)),
    );
    return [key, Object.fromEntries(known)] as const;
  });
  return Object.fromEntries(kept);
}

/**
 * Addresses and times are compared as present only, and uids by the order in which they come in the window: the recording
 * counted those of kinds that Loopscope does not have.
 */
export function plain(final: Window['final']): unknown {
  const sorted = Object.fromEntries(Object.entries(final).sort(([a], [b]) => (a < b ? -1 : 1)));
  const uids = new Map<string, string>();
  const text = JSON.stringify(sorted, (_key, value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  const numbered = text.replace(/\buid-\d+/g, (uid) => {
    if (!uids.has(uid)) uids.set(uid, `uid-${uids.size + 1}`);
    return uids.get(uid) ?? uid;
  });
  return JSON.parse(numbered.replace(/"<(ip|clusterIP)[^"]*"/g, '"<ip>"'));
}

/** Operations in order, where those that a controller sends at the same time are one set. */
export function inBursts(ops: readonly string[]): string[][] {
  const bursts: string[][] = [];
  for (const op of ops) {
    // A kubelet ends pods in its own time: the end of a pod is no operation of a controller.
    if (op.startsWith('gone Pod')) continue;
    const last = bursts.at(-1);
    if (last && last[0]?.split('/')[0] === op.split('/')[0]) last.push(op);
    else bursts.push([op]);
  }
  return bursts.map((burst) => burst.sort());
}

function opsOf(
  verb: string,
  key: string,
  object: StoredObject,
  previous: StoredObject | undefined,
): string[] {
  if (verb === 'create') return [`create ${key}`];
  if (verb === 'delete') return [`gone ${key}`];
  const ops: string[] = [];
  const replicas = (o: StoredObject | undefined): unknown =>
    (o as { spec?: { replicas?: number } } | undefined)?.spec?.replicas;
  if (object.metadata.deletionTimestamp && !previous?.metadata.deletionTimestamp) ops.push(`delete ${key}`);
  if (object.kind === 'ReplicaSet' && replicas(object) !== replicas(previous)) {
    ops.push(`scale ${key} ${String(replicas(previous))}->${String(replicas(object))}`);
  }
  return ops;
}

function eventText(object: StoredObject): string {
  const { involvedObject, type, reason, message } = object as unknown as {
    involvedObject: { kind: string; name: string };
    type: string;
    reason: string;
    message: string;
  };
  return `${involvedObject.kind}/${involvedObject.name} ${type} ${reason}: ${message}`;
}

/** Numbers what a run generates, by first appearance. */
class Names {
  readonly #known = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #normalNodes: boolean;

  constructor(normalNodes: boolean) {
    this.#normalNodes = normalNodes;
  }

  meet(object: StoredObject): void {
    const { kind, metadata } = object;
    const { name = '', uid = '', generateName, namespace = '' } = metadata;
    if (!this.#known.has(uid)) this.#known.set(uid, `uid-${this.#next('uid')}`);
    if (namespace && !this.#known.has(namespace)) this.#known.set(namespace, '<ns>');
    const node = (object as Pod).spec?.nodeName;
    if (this.#normalNodes && object.kind === 'Pod' && node && !this.#known.has(node)) {
      this.#known.set(node, `<node${this.#next('node')}>`);
    }
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    const hash = metadata.labels?.['pod-template-hash'];
    if (kind === 'ReplicaSet' && hash && name.endsWith(`-${hash}`)) {
      const base = name.slice(0, -hash.length);
      const number = `<hash${this.#next(`hash of ${base}`)}>`;
      this.#known.set(name, `${base}${number}`);
      this.#known.set(hash, number);
    }
    if (kind === 'Secret') this.#known.set(name, name.replace(/-token-\w+$/, '-token-<token>'));
    if (!generateName) return;
    const base = `${this.replace(generateName.slice(0, -1))}-`;
    this.#known.set(generateName, base);
    this.#known.set(name, `${base}<${this.#next(generateName)}>`);
  }

  replace(text: string): string {
    const longest = [...this.#known].sort(([a], [b]) => b.length - a.length);
    return longest.reduce(
      (said, [from, to]) => said.replaceAll(new RegExp(`(?<![\\w-])${from}(?![\\w-])`, 'g'), to),
      text,
    );
  }

  all(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const said = (value: unknown): unknown =>
      typeof value === 'string' ? this.#address(this.replace(value)) : value;
    return Object.fromEntries(
      Object.entries(fields).map(([path, value]) => [
        path,
        path.endsWith('.resourceVersion') ? '<rv>' : said(value),
      ]),
    );
  }

  /** Addresses of pods and times are free: only that there is one counts. */
  #address(value: string): string {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return '<time>';
    if (/^10\.\d+\.\d+\.\d+$/.test(value)) return '<ip>';
    return value.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/, '<uid>');
  }

  #next(base: string): number {
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return count;
  }
}

/** The fields of an object that the recordings kept, by path. */
function project(object: StoredObject): Record<string, unknown> {
  const { metadata } = object;
  const { spec, status, subsets } = object as unknown as {
    spec?: Record<string, unknown>;
    status?: Record<string, unknown>;
    subsets?: unknown;
  };
  const projected = {
    metadata: {
      labels: metadata.labels,
      annotations: metadata.annotations,
      ownerReferences: metadata.ownerReferences?.map(
        ({ kind, name, uid, controller, blockOwnerDeletion }) =>
          `${kind}/${name} ${uid}${controller ? ' controller' : ''}${blockOwnerDeletion ? ' block' : ''}`,
      ),
      finalizers: metadata.finalizers,
      generation: metadata.generation,
      generateName: metadata.generateName,
      ...(metadata.deletionTimestamp
        ? { deletionTimestamp: '<set>', deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds }
        : {}),
    },
    spec: object.kind === 'Namespace' ? undefined : spec && projectSpec(object.kind, spec),
    status: status && projectStatus(status),
    subsets,
  };
  const fields: Record<string, unknown> = {};
  flatten(projected, '', fields);
  // The recorded ConfigMaps are all empty.
  if (object.kind === 'ConfigMap') fields['dataKeys'] = {};
  return fields;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly resources?: unknown;
  readonly ports?: unknown;
}

function projectSpec(kind: string, spec: Record<string, unknown>): Record<string, unknown> {
  if (kind === 'Pod') return podSpec(spec);
  return spec['template'] === undefined ? spec : { ...spec, template: template(spec['template']) };
}

function podSpec(spec: Record<string, unknown>): Record<string, unknown> {
  const kept = [
    'nodeName', 'hostname', 'subdomain', 'priority', 'preemptionPolicy', 'schedulerName', 'nodeSelector', 'affinity',
    'restartPolicy', 'terminationGracePeriodSeconds', 'activeDeadlineSeconds', 'tolerations', 'volumes',
  ]; // prettier-ignore
  const containers = (spec['containers'] as Container[]).map(({ name, image, resources = {}, ports }) => ({
    name,
    image,
    resources,
    ports,
  }));
  return { ...Object.fromEntries(kept.map((name) => [name, spec[name]])), containers };
}

function template(value: unknown): unknown {
  const { metadata, spec } = value as {
    metadata?: { labels?: unknown; annotations?: unknown };
    spec?: {
      containers?: Container[];
      nodeSelector?: unknown;
      tolerations?: unknown;
      restartPolicy?: string;
    };
  };
  return {
    labels: metadata?.labels,
    annotations: metadata?.annotations,
    images: spec?.containers?.map(({ image }) => image),
    nodeSelector: spec?.nodeSelector,
    tolerations: spec?.tolerations,
    restartPolicy: spec?.restartPolicy,
  };
}

interface ContainerStatus {
  readonly name: string;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state?: Record<string, { reason?: string; exitCode?: number }>;
}

function projectStatus(status: Record<string, unknown>): Record<string, unknown> {
  const { conditions, containerStatuses, hostIP: _hostIP, podIPs: _podIPs, ...rest } = status;
  const said = (
    conditions as { type: string; status: string; reason?: string; message?: string }[] | undefined
  )?.map(
    ({ type, status: value, reason, message }) =>
      [type, [value, reason, message].filter(Boolean).join(' | ')] as const,
  );
  const containers = (containerStatuses as ContainerStatus[] | undefined)?.map(
    ({ name, ready, restartCount, state = {} }) =>
      `${name} ${ready ? 'ready' : 'unready'} restarts=${restartCount} ${Object.entries(state)
        .map(
          ([key, { reason, exitCode }]) =>
            `${key}${reason ? `:${reason}` : ''}${exitCode === undefined ? '' : `:${exitCode}`}`,
        )
        .join(',')}`,
  );
  return {
    ...rest,
    ...(said ? { conditions: Object.fromEntries(said) } : {}),
    ...(containers ? { containerStatuses: containers } : {}),
  };
}

/** Leaves by path, as the recordings write them: `a.b[0]`, and `a[type]` for lists of typed things. */
function flatten(value: unknown, path: string, into: Record<string, unknown>): void {
  if (value === undefined) return;
  if (value === null || typeof value !== 'object') {
    into[path] = value;
  } else if (Array.isArray(value)) {
    if (value.length === 0) into[path] = [];
    value.forEach((item, i) => flatten(item, `${path}[${i}]`, into));
  } else {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    if (entries.length === 0) into[path] = {};
    for (const [key, inner] of entries) flatten(inner, path === '' ? key : `${path}.${key}`, into);
  }
}
