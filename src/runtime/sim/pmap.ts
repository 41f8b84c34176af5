/**
 * A persistent map from strings: `set` and `remove` give a new map that shares all but one path with the old.
 * Plain data and functions, so that it survives a structured clone to and from a worker.
 * A hash trie, 32 ways a level, as in Bagwell's "Ideal Hash Trees".
 */
export interface PMap<V> {
  readonly size: number;
  readonly root: Node<V> | undefined;
}

interface Leaf<V> {
  readonly key: string;
  readonly value: V;
}

/** `bitmap` says which of the 32 children are there, in order. At the last level `leaves` collide. */
interface Branch<V> {
  readonly bitmap: number;
  readonly children: readonly Node<V>[];
}

interface Collision<V> {
  readonly leaves: readonly Leaf<V>[];
}

type Node<V> = Leaf<V> | Branch<V> | Collision<V>;

const empty: PMap<never> = Object.freeze({ size: 0, root: undefined });

export function emptyMap<V>(): PMap<V> {
  return empty;
}

export function mapGet<V>(map: PMap<V>, key: string): V | undefined {
  const hash = hashOf(key);
  let node = map.root;
  for (let shift = 0; node; shift += 5) {
    if ('key' in node) return node.key === key ? node.value : undefined;
    if ('leaves' in node) return node.leaves.find((leaf) => leaf.key === key)?.value;
    const bit = 1 << ((hash >>> shift) & 31);
    node = node.bitmap & bit ? node.children[bitCount(node.bitmap & (bit - 1))] : undefined;
  }
  return undefined;
}

export function mapSet<V>(map: PMap<V>, key: string, value: V): PMap<V> {
  const had = mapGet(map, key) !== undefined;
  const leaf: Leaf<V> = { key, value };
  const root = map.root ? insert(map.root, leaf, hashOf(key), 0) : leaf;
  return { size: map.size + (had ? 0 : 1), root };
}

export function mapRemove<V>(map: PMap<V>, key: string): PMap<V> {
  if (!map.root || mapGet(map, key) === undefined) return map;
  return { size: map.size - 1, root: without(map.root, key, hashOf(key), 0) };
}

/** The entries in the order of their keys' code units, whatever the history. */
export function mapEntries<V>(map: PMap<V>): [string, V][] {
  const entries: [string, V][] = [];
  if (map.root) collect(map.root, entries);
  return entries.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
}

export function mapFrom<V>(entries: Iterable<readonly [string, V]>): PMap<V> {
  let map = emptyMap<V>();
  for (const [key, value] of entries) map = mapSet(map, key, value);
  return map;
}

/** What a key had and has in two maps; undefined where it is not in one of them. */
interface Change<V> {
  readonly key: string;
  readonly before: V | undefined;
  readonly after: V | undefined;
}

/**
 * The keys that differ between two maps, in order. Shared parts are not visited,
 * so neighbours in a history compare in the time of what changed.
 */
export function mapChanges<V>(before: PMap<V>, after: PMap<V>): Change<V>[] {
  const changes: Change<V>[] = [];
  const compare = (key: string, before?: V, after?: V): void => {
    if (before !== after) changes.push({ key, before, after });
  };
  const visit = (a: Node<V> | undefined, b: Node<V> | undefined): void => {
    if (a === b) return;
    if (a && b && 'children' in a && 'children' in b) {
      for (let bits = a.bitmap | b.bitmap; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        visit(childAt(a, bit), childAt(b, bit));
      }
    } else if (a && b && 'key' in a && 'key' in b && a.key === b.key) compare(a.key, a.value, b.value);
    else {
      const there = new Map(a ? collect(a, []) : []);
      for (const [key, value] of b ? collect(b, []) : []) {
        compare(key, there.get(key), value);
        there.delete(key);
      }
      for (const [key, value] of there) compare(key, value);
    }
  };
  visit(before.root, after.root);
  return changes.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** FNV-1a, with its bits mixed once more so that the low ones differ too. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function childAt<V>(branch: Branch<V>, bit: number): Node<V> | undefined {
  return branch.bitmap & bit ? branch.children[bitCount(branch.bitmap & (bit - 1))] : undefined;
}

function insert<V>(node: Node<V>, leaf: Leaf<V>, hash: number, shift: number): Node<V> {
  if ('children' in node) {
    const bit = 1 << ((hash >>> shift) & 31);
    const at = bitCount(node.bitmap & (bit - 1));
    const children = node.children.slice();
    if (node.bitmap & bit) children[at] = insert(children[at] as Node<V>, leaf, hash, shift + 5);
    else children.splice(at, 0, leaf);
    return { bitmap: node.bitmap | bit, children };
  }
  if ('leaves' in node) return { leaves: [...node.leaves.filter((other) => other.key !== leaf.key), leaf] };
  if (node.key === leaf.key) return leaf;
  if (shift > 30) return { leaves: [node, leaf] };
  const bit = 1 << ((hashOf(node.key) >>> shift) & 31);
  return insert({ bitmap: bit, children: [node] }, leaf, hash, shift);
}

function without<V>(node: Node<V>, key: string, hash: number, shift: number): Node<V> | undefined {
  if ('key' in node) return undefined;
  if ('leaves' in node) {
    const leaves = node.leaves.filter((leaf) => leaf.key !== key);
    return leaves.length === 1 ? leaves[0] : { leaves };
  }
  const bit = 1 << ((hash >>> shift) & 31);
  const at = bitCount(node.bitmap & (bit - 1));
  const child = without(node.children[at] as Node<V>, key, hash, shift + 5);
  const children = node.children.slice();
  if (child) {
    children[at] = child;
    const only = children.length === 1 && !('children' in child);
    return only ? child : { bitmap: node.bitmap, children };
  }
  children.splice(at, 1);
  const last = children[0];
  if (last === undefined || (children.length === 1 && !('children' in last))) return last;
  return { bitmap: node.bitmap & ~bit, children };
}

function collect<V>(node: Node<V>, into: [string, V][]): [string, V][] {
  if ('key' in node) into.push([node.key, node.value]);
  else for (const child of 'leaves' in node ? node.leaves : node.children) collect(child, into);
  return into;
}
