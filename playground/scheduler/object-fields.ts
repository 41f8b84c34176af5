import { stringify } from 'yaml';
import { t } from '../../src/i18n/t.ts';
import { parseQuantity } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Result } from '../../src/runtime/go/result.ts';

/** A part of an object that is edited in a line, as kubectl writes it. */
export interface Field {
  readonly name: FieldName;
  readonly value: string;
}

export type FieldName =
  | 'cpu'
  | 'memory'
  | 'pods'
  | 'labels'
  | 'nodeSelector'
  | 'tolerations'
  | 'taints'
  | 'priority'
  | 'unschedulable';

/** A copy that may be changed. */
type Loose = Record<string, unknown>;

const podFields: readonly FieldName[] = [
  'cpu',
  'memory',
  'labels',
  'nodeSelector',
  'tolerations',
  'priority',
];
const nodeFields: readonly FieldName[] = ['cpu', 'memory', 'pods', 'labels', 'taints', 'unschedulable'];

/** The lines of a pod or a node that a form shows. */
export function fieldsOf(object: object): Field[] {
  const loose = object as Loose;
  const names = loose.kind === 'Node' ? nodeFields : podFields;
  return names.map((name) => ({ name, value: read(loose, name) }));
}

/** The object with another value in one of its lines; an error with words for the reader where it is none. */
export function withField(object: object, name: FieldName, value: string): Result<object> {
  const copy = structuredClone(object) as Loose;
  const err = write(copy, name, value.trim());
  return err ? [undefined, err] : [copy, undefined];
}

/** An object as YAML. */
export const textOfObject = (object: object): string => stringify(object, { lineWidth: 0 });

function read(object: Loose, name: FieldName): string {
  const spec = (object.spec ?? {}) as Loose;
  switch (name) {
    case 'cpu':
    case 'memory':
    case 'pods':
      return String(amountsOf(object)[name] ?? '');
    case 'labels':
      return pairsText((object.metadata as Loose).labels);
    case 'nodeSelector':
      return pairsText(spec.nodeSelector);
    case 'tolerations':
      return listOf(spec.tolerations).map(tolerationText).join(', ');
    case 'taints':
      return listOf(spec.taints).map(taintText).join(', ');
    case 'priority':
      return String(spec.priority ?? spec.priorityClassName ?? '');
    case 'unschedulable':
      return String(spec.unschedulable ?? false);
    default:
      return name satisfies never;
  }
}

function write(object: Loose, name: FieldName, value: string): Error | undefined {
  const spec = (object.spec ??= {}) as Loose;
  switch (name) {
    case 'cpu':
    case 'memory':
    case 'pods': {
      if (value !== '' && parseQuantity(value)[1])
        return new Error(t`expected an amount such as 250m, 2 or 512Mi, found "${value}". Write one.`);
      set(amountsOf(object, true), name, value || undefined);
      return undefined;
    }
    case 'labels':
    case 'nodeSelector': {
      const [pairs, err] = readPairs(value);
      if (err) return err;
      set(name === 'labels' ? (object.metadata as Loose) : spec, name, pairs);
      return undefined;
    }
    case 'taints':
    case 'tolerations':
      return writeTaints(spec, name, value);
    case 'priority': {
      const priority = /^-?\d+$/.test(value) ? Number(value) : undefined;
      set(spec, 'priority', priority);
      set(spec, 'priorityClassName', priority === undefined && value !== '' ? value : undefined);
      return undefined;
    }
    case 'unschedulable':
      set(spec, 'unschedulable', value === 'true' ? true : undefined);
      return undefined;
    default:
      return name satisfies never;
  }
}

function set(map: Loose, name: string, value: unknown): void {
  if (value === undefined) delete map[name];
  else map[name] = value;
}

/** What the first container asks for, or what a node has. `make`: so that it can be written to. */
function amountsOf(object: Loose, make = false): Loose {
  if (object.kind === 'Node') {
    const status = (object.status ?? {}) as Loose;
    if (make) object.status = status;
    return (make ? (status.allocatable ??= {}) : (status.allocatable ?? {})) as Loose;
  }
  const [container = {}] = listOf((object.spec as Loose | undefined)?.containers);
  const resources = (container.resources ?? {}) as Loose;
  if (make) container.resources = resources;
  return (make ? (resources.requests ??= {}) : (resources.requests ?? resources.limits ?? {})) as Loose;
}

const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? (value as Loose[]) : []);

function pairsText(map: unknown): string {
  return Object.entries((map ?? {}) as Readonly<Record<string, string>>)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
}

/** Parts between commas, without empty ones. */
const partsOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function readPairs(value: string): Result<Record<string, string> | undefined> {
  const pairs: Record<string, string> = {};
  for (const part of partsOf(value)) {
    const at = part.indexOf('=');
    if (at < 1)
      return [
        undefined,
        new Error(t`expected key=value, found "${part}". Write several with commas between.`),
      ];
    pairs[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return [Object.keys(pairs).length > 0 ? pairs : undefined, undefined];
}

function taintText({ key, value, effect }: Loose): string {
  return `${String(key)}${value ? `=${String(value)}` : ''}${effect ? `:${String(effect)}` : ''}`;
}

function tolerationText(toleration: Loose): string {
  const { key, effect } = toleration;
  if (key) return taintText(toleration);
  return `*${effect ? `:${String(effect)}` : ''}`;
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** `key`, `key=value`, each with `:Effect` or without, which a taint must have; `*` tolerates everything. */
function writeTaints(spec: Loose, name: 'taints' | 'tolerations', value: string): Error | undefined {
  const list: Loose[] = [];
  for (const part of partsOf(value)) {
    const [, key = '', given, effect] = /^([^=:\s]+)(?:=([^:]*))?(?::(\w+))?$/.exec(part) ?? [];
    const wrong = key === '' || (effect === undefined ? name === 'taints' : !effects.includes(effect));
    if (wrong)
      return new Error(
        t`expected key=value:Effect, found "${part}". The effect is NoSchedule, PreferNoSchedule or NoExecute.`,
      );
    if (name === 'taints') list.push({ key, ...(given && { value: given }), effect });
    else {
      const operator = given === undefined ? 'Exists' : 'Equal';
      list.push({
        ...(key !== '*' && { key }),
        operator,
        ...(given !== undefined && { value: given }),
        ...(effect && { effect }),
      });
    }
  }
  set(spec, name, list.length > 0 ? list : undefined);
  return undefined;
}
