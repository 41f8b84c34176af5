import type {
  NodeToStatusMap,
  PluginToStatus,
  Status,
} from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import type { NodeInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';
import {
  type Choice,
  type FilterTable,
  type Numbers,
  type ProfileState,
  type Refusal,
  type ScoreColumn,
  type ScoreTable,
  extenderColumn,
} from './world.ts';

/** The names of nodes by the snapshot's list of them, which stays the same while no node comes or goes. */
const ordersOf = new WeakMap<readonly NodeInfo[], readonly string[]>();

const nameOf = (info: NodeInfo): string => info.node()?.metadata.name ?? '';

function orderOf(list: readonly NodeInfo[]): readonly string[] {
  const known = ordersOf.get(list);
  if (known && known.length === list.length) return known;
  const order = list.map(nameOf);
  ordersOf.set(list, order);
  return order;
}

function refusalOf(plugin: string, { code, reasons }: Status): Refusal {
  return { plugin, code, reasons: [...reasons] };
}

/** Collects what filters say, node by node, without a word about nodes that pass. */
export class FilterCollector {
  /** All nodes of the snapshot, in its order. */
  readonly list: readonly NodeInfo[];
  readonly #plugins: readonly string[];
  readonly #order: readonly string[];
  readonly #enough: number;
  #start = 0;
  #node = '';
  #nominated = false;
  readonly #verdict: number[] = [];
  readonly #verdicts: (readonly Refusal[])[] = [[]];
  /** The place in `verdicts` of what was said before in the same words. */
  readonly #known = new Map<string, number>();
  readonly #twice: number[] = [];
  #lines: Record<number, number> | undefined;

  /** `extended`: extenders are asked after the plugins. */
  constructor(list: readonly NodeInfo[], plugins: readonly string[], enough: number, extended = false) {
    this.list = list;
    this.#order = orderOf(list);
    this.#plugins = extended ? [...plugins, extenderColumn] : plugins;
    this.#enough = enough;
  }

  /** A node is looked at, for the second time if it was the last. */
  node(info: NodeInfo): void {
    const name = nameOf(info);
    if (name === this.#node && this.#verdict.length > 0) {
      this.#twice.push(this.#verdict.length - 1);
      this.#nominated = false;
      return;
    }
    if (this.#verdict.length === 0) this.#start = Math.max(0, this.#order.indexOf(name));
    const place = (this.#start + this.#verdict.length) % this.#order.length;
    // It is looked at with nominated pods as a copy that has them.
    this.#nominated = this.list[place] !== info;
    this.#node = name;
    this.#verdict.push(0);
  }

  /** What was said of the node. */
  said(statuses: PluginToStatus): void {
    if (statuses.size === 0) return;
    const refusals = [...statuses].map(([plugin, status]) => refusalOf(plugin, status));
    const marked = this.#nominated
      ? refusals.map((refusal): Refusal => ({ ...refusal, nominated: true }))
      : refusals;
    this.#verdict[this.#verdict.length - 1] = this.#placeOf(marked);
  }

  /** An extender refused nodes that passed. */
  refusedLater(statuses: NodeToStatusMap): void {
    this.#verdict.forEach((verdict, i) => {
      const status = statuses.get(this.#order[(this.#start + i) % this.#order.length] ?? '');
      if (verdict === 0 && status) this.#verdict[i] = this.#placeOf([refusalOf(extenderColumn, status)]);
    });
  }

  #placeOf(refusals: readonly Refusal[]): number {
    const key = JSON.stringify(refusals);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.#verdicts.length);
    return this.#verdicts.push(refusals) - 1;
  }

  /** The entry of the last line of a plugin that ran for the node. */
  line(plugin: string, entry: number): void {
    const column = this.#plugins.indexOf(plugin);
    this.#lines ??= {};
    this.#lines[(this.#verdict.length - 1) * this.#plugins.length + column] = entry;
  }

  table(feasible: number): FilterTable {
    return {
      plugins: this.#plugins,
      order: this.#order,
      start: this.#start,
      count: this.#verdict.length,
      enough: this.#enough,
      verdict: packed(this.#verdict),
      verdicts: this.#verdicts,
      feasible,
      twice: this.#twice,
      ...(this.#lines && { lines: this.#lines }),
    };
  }

  /** Each reason behind the number of nodes that gave it, the most frequent first. */
  reasons(): string[] {
    const counts = new Map<string, number>();
    const nodes = new Map<number, number>();
    for (const verdict of this.#verdict) nodes.set(verdict, (nodes.get(verdict) ?? 0) + 1);
    for (const [verdict, times] of nodes)
      for (const { reasons } of this.#verdicts[verdict] ?? [])
        for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + times);
    return [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${count} ${reason}`);
  }
}

/** Collects what plugins give to the nodes that passed. */
export class ScoreCollector {
  readonly #nodes: readonly string[];
  readonly #plugins: ProfileState['score'];
  readonly #raw = new Map<string, number[]>();
  readonly #normalized = new Map<string, number[]>();
  readonly #weights = new Map<string, number>();
  #lines: Record<number, number> | undefined;

  constructor(nodes: readonly string[], plugins: ProfileState['score']) {
    this.#nodes = nodes;
    this.#plugins = plugins;
    for (const { name, weight } of plugins) {
      this.#raw.set(name, []);
      this.#weights.set(name, weight);
    }
  }

  score(plugin: string, score: number): void {
    this.#raw.get(plugin)?.push(score);
  }

  line(plugin: string, entry: number): void {
    const column = this.#plugins.findIndex(({ name }) => name === plugin);
    const node = (this.#raw.get(plugin)?.length ?? 1) - 1;
    this.#lines ??= {};
    this.#lines[node * this.#plugins.length + column] = entry;
  }

  normalized(plugin: string, scores: readonly { readonly score: number }[]): void {
    this.#normalized.set(
      plugin,
      scores.map(({ score }) => score),
    );
  }

  /** The sums are what they are: an extender may have added to them. */
  table(sums: readonly { readonly score: number }[]): ScoreTable {
    const columns = this.#plugins.map(({ name, weight }): ScoreColumn => {
      const raw = packed(this.#raw.get(name) ?? []);
      const brought = this.#normalized.get(name);
      return { plugin: name, weight, raw, normalized: brought ? packed(brought) : raw };
    });
    const total = packed(sums.map(({ score }) => score));
    return { nodes: this.#nodes, columns, total, ...(this.#lines && { lines: this.#lines }) };
  }
}

/** The most nodes with the best score that a choice names. */
const mostBest = 100;

/** How the choice came out of the sums, which has drawn these numbers on its way. */
export function choiceOf(
  sums: readonly { readonly name: string; readonly score: number }[],
  node: string,
  drawn: readonly { readonly of: number; readonly drawn: number }[],
): Choice {
  let score = -Infinity;
  let best: string[] = [];
  let draws: Choice['draws'][number][] = [];
  let next = 0;
  for (const sum of sums) {
    if (sum.score > score) {
      score = sum.score;
      best = [];
      draws = [];
    } else if (sum.score === score) {
      const roll = drawn[next++];
      if (roll) draws.push({ node: sum.name, ...roll });
    } else continue;
    best.push(sum.name);
  }
  return {
    node,
    how: best.length > 1 ? 'drawn' : 'best',
    best: best.slice(0, mostBest),
    score,
    draws: draws.slice(0, mostBest),
  };
}

/** Numbers in as little room as they need. */
function packed(values: readonly number[]): Numbers {
  const [first = 0] = values;
  if (values.every((value) => value === first)) return first;
  let [most, least] = [0, 0];
  for (const value of values) {
    if (value > most) most = value;
    else if (value < least) least = value;
  }
  const small = least >= 0 && values.every(Number.isInteger);
  if (small && most < 2 ** 8) return Uint8Array.from(values);
  return small && most < 2 ** 16 ? Uint16Array.from(values) : Float64Array.from(values);
}
