import { type Fields, isFields } from '../../src/components/base/fields.ts';
import { kindOf } from '../../src/components/manifests/plain-value.ts';
import { t } from '../../src/i18n/t.ts';
import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { KubeObject } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { deepFreeze } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import {
  type Change,
  type Cluster,
  type Problem,
  type Reading,
  type Source,
  keyOf,
  mostCharacters,
  mostNodes,
  mostPods,
} from './cluster.ts';
import { LeftOuts } from './left-out.ts';
import { shapes } from './object-shapes.ts';
import { type FoundObject, objectsOfText } from './objects-of-text.ts';
import { thinObject } from './thin-object.ts';

/** More are counted, not told. */
const mostProblems = 50;

/** In which part of a cluster the objects of a kind are kept. */
const places: Readonly<Record<string, keyof Cluster>> = {
  Node: 'nodes',
  Pod: 'pods',
  Service: 'services',
  ReplicationController: 'replicationControllers',
  ReplicaSet: 'replicaSets',
  StatefulSet: 'statefulSets',
  PodDisruptionBudget: 'budgets',
  PriorityClass: 'priorityClasses',
  PersistentVolume: 'volumes',
  PersistentVolumeClaim: 'claims',
  StorageClass: 'storageClasses',
  CSINode: 'csiNodes',
};

type Maps = Record<keyof Cluster, Map<string, KubeObject>>;

const emptyMaps = (): Maps =>
  Object.fromEntries(Object.values(places).map((place) => [place, new Map()])) as Maps;

/** Reads a cluster of all that was brought. What cannot be read is told, and the rest is taken. */
export function readCluster(sources: readonly Source[]): Reading {
  const length = sources.reduce((sum, { text }) => sum + text.length, 0);
  if (length > mostCharacters) {
    const [most, found] = [mostCharacters / 1_000_000, (length / 1_000_000).toFixed(1)];
    return refusedFor(
      t`expected at most ${most} million characters, found ${found} million. Bring only nodes and pods, or the pods of some namespaces.`,
    );
  }
  const reader = new Reader();
  sources.forEach(({ text }, source) => reader.read(text, { source }));
  return reader.reading();
}

/** The same with what the reader changed. Problems of changes come first. */
export function withChanges(reading: Reading, changes: readonly Change[]): Reading {
  if (changes.length === 0 || reading.refused) return reading;
  const reader = new Reader(reading.cluster);
  for (const { kind, key, text } of changes) reader.change(kind, key, text);
  const changed = reader.reading();
  return {
    ...changed,
    problems: [...changed.problems, ...reading.problems],
    moreProblems: changed.moreProblems + reading.moreProblems,
    leftOut: [...reading.leftOut, ...changed.leftOut],
  };
}

function refusedFor(message: string): Reading {
  const cluster = emptyMaps() as unknown as Cluster;
  return { cluster, problems: [{ line: 1, message }], moreProblems: 0, leftOut: [], refused: true };
}

type Where = Pick<Problem, 'source' | 'change'>;

class Reader {
  readonly #maps: Maps;
  readonly #problems: Problem[] = [];
  readonly #left = new LeftOuts();
  #more = 0;

  constructor(begin?: Cluster) {
    this.#maps = emptyMaps();
    if (begin)
      for (const place of Object.values(places))
        this.#maps[place] = new Map(begin[place] as ReadonlyMap<string, KubeObject>);
  }

  read(text: string, where: Where): void {
    for (const found of objectsOfText(text)) {
      if ('problem' in found) this.#tell({ ...where, ...found.problem });
      else this.#take(found.object, where);
    }
  }

  change(kind: Change['kind'], key: string, text: string | null): void {
    const map = this.#maps[places[kind] as keyof Cluster];
    // What was changed may be gone from the text.
    if (!map.has(key)) return;
    if (text === null) {
      map.delete(key);
      return;
    }
    const where = { change: `${kind} ${key}` };
    for (const found of objectsOfText(text)) {
      if ('problem' in found) this.#tell({ ...where, ...found.problem });
      else if (found.object.value.kind !== kind) {
        const line = found.object.line(['kind']);
        const was = kindOf(found.object.value.kind);
        this.#tell({ ...where, line, message: t`kind: expected ${kind}, found ${was}. Leave it as it was.` });
      } else this.#take(found.object, where, key);
    }
  }

  reading(): Reading {
    const [nodes, pods] = [this.#maps.nodes.size, this.#maps.pods.size];
    if (nodes > mostNodes)
      return refusedFor(t`expected at most ${mostNodes} nodes, found ${nodes}. Bring fewer of them.`);
    if (pods > mostPods)
      return refusedFor(
        t`expected at most ${mostPods} pods, found ${pods}. Bring those of some namespaces, or of some nodes.`,
      );
    return {
      cluster: this.#maps as unknown as Cluster,
      problems: this.#problems,
      moreProblems: this.#more,
      leftOut: this.#left.list(),
      refused: false,
    };
  }

  /** `as`: the key that it is known by, where a reader changed it. */
  #take({ value, line }: FoundObject, where: Where, as?: string): void {
    const { kind } = value;
    const place = typeof kind === 'string' && Object.hasOwn(places, kind) ? places[kind] : undefined;
    if (typeof kind !== 'string' || kind === '') {
      const message = t`kind: expected a kind such as Pod or Node, found ${kindOf(kind)}. Write "kind: Pod".`;
      this.#tell({ ...where, line: line(['kind']), message });
      return;
    }
    if (!place) {
      this.#left.kind(kind);
      return;
    }
    if (!this.#isWellFormed(value, kind, { value, line }, where)) return;
    const object = deepFreeze(thinObject(value));
    if (kind === 'Pod' && !this.#left.pod(object as Pod, value)) return;
    const map = this.#maps[place];
    const key = keyOf(object);
    if (as === undefined && map.has(key)) this.#left.replaced(kind);
    if (as !== undefined && as !== key) {
      map.set(as, object);
      this.#maps[place] = new Map([...map].map(([each, one]) => [each === as ? key : each, one]));
    } else map.set(key, object);
  }

  #isWellFormed(value: Fields, kind: string, { line }: FoundObject, where: Where): boolean {
    const before = this.#problems.length + this.#more;
    const { metadata } = value;
    const named = isFields(metadata) && typeof metadata.name === 'string' ? ` ${metadata.name}` : '';
    shapes[kind]?.(value, [], (path, message) =>
      this.#tell({ ...where, line: line(path), message: `${kind}${named}: ${message}` }),
    );
    return this.#problems.length + this.#more === before;
  }

  #tell(problem: Problem): void {
    if (this.#problems.length < mostProblems) this.#problems.push(problem);
    else this.#more++;
  }
}
