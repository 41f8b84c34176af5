import { t } from '../../i18n/t.ts';
import type { Card } from '../../components/picture/blocks/cards.tsx';
import type { Chip, Tone } from '../../components/picture/description.ts';
import { type Measure, measures, struckOut } from './pane/preemption-measures.ts';
import { amountText } from './pane/scheduler-words.ts';
import { countOf, lastPart, listed } from '../../recording/words.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import {
  type Attempt,
  type CachedNode,
  type PreemptionCandidate,
  type SchedulerState,
  type ScoreTable,
  numberAt,
  placeOf,
  verdictOf,
} from '../../runtime/subjects/scheduler/world.ts';
import type { Now } from './scheduler-now.ts';

/** Of more nodes than this, those are shown that the attempt is about. */
const mostNodes = 18;
/** Pods on a node that are named. */
const mostPods = 12;

/** The nodes that are shown, a card each, and how many are not. `sorted` are all of them. */
export function nodeCards(
  now: Now,
  sorted: readonly CachedNode[],
): { readonly cards: readonly Card[]; readonly more: number } {
  const shown = sorted.length <= mostNodes ? sorted : chosenAmong(now, sorted);
  const nominated = nominatedTo(now.state);
  return { cards: shown.map((node) => cardOf(now, node, nominated)), more: sorted.length - shown.length };
}

/** What of many nodes an attempt has to do with: the one that was chosen, the best, candidates, and those that came first. */
function chosenAmong({ state, attempt }: Now, sorted: readonly CachedNode[]): readonly CachedNode[] {
  const { node = '', choice, preemption, scores, filters } = attempt ?? {};
  const names = new Set([
    ...(node === '' ? [] : [node]),
    ...(choice?.best.slice(0, 6) ?? []),
    ...(preemption?.candidates.slice(0, 6).map((candidate) => candidate.node) ?? []),
    ...(scores?.nodes.slice(0, mostNodes) ?? []),
    ...Array.from({ length: Math.min(mostNodes, filters?.count ?? 0) }, (_, i) =>
      filters ? (filters.order[(filters.start + i) % filters.order.length] ?? '') : '',
    ),
    ...sorted.slice(0, mostNodes).map(({ name }) => name),
  ]);
  return [...names].flatMap((name) => mapGet(state.nodes, name) ?? []).slice(0, mostNodes);
}

function nominatedTo({ queue }: SchedulerState): ReadonlyMap<string, readonly string[]> {
  const by = new Map<string, string[]>();
  for (const [pod, node] of mapEntries(queue.nominated)) by.set(node, [...(by.get(node) ?? []), pod]);
  return by;
}

function cardOf(now: Now, node: CachedNode, nominated: ReadonlyMap<string, readonly string[]>): Card {
  const { attempt } = now;
  const { name, zone, allocatable, requested } = node;
  const asks = attempt && attempt.node === '' ? attempt.asks : {};
  const said = attempt && verdictWords(attempt, name);
  const meter = (label: string, of: string) => {
    const [all, taken, more] = [allocatable[of] ?? 0, requested[of] ?? 0, asks[of] ?? 0];
    const part = (amount: number): number => (all === 0 ? 0 : amount / all);
    const plus = more > 0 ? ` + ${amountText(of, more)}` : '';
    return {
      label,
      value: part(taken),
      adds: part(more),
      text: `${amountText(of, taken)}${plus} / ${amountText(of, all)}`,
    };
  };
  return {
    id: name,
    title: name,
    ...(zone !== '' && { note: zone }),
    ...(said && { tone: said.tone }),
    lit: attempt !== undefined && (attempt.node || attempt.preemption?.node) === name,
    meters: [meter(t`cpu`, 'cpu'), meter(t`mem`, 'memory')],
    line: said?.words ?? (node.unschedulable ? t`cordoned` : listed(node.taints)),
    chips: [...(nominated.get(name) ?? []).map(nominatedChip), ...podChips(now, node)],
  };
}

const nominatedChip = (pod: string): Chip => ({
  id: `nominated:${pod}`,
  text: lastPart(pod),
  note: t`nominated`,
  hue: 'queue',
  tone: 'off',
});

function podChips({ state, attempt, inCycle }: Now, { name, pods }: CachedNode): Chip[] {
  const candidate = attempt?.preemption?.candidates.find(({ node }) => node === name);
  const victims = new Set(candidate?.victims.map(({ pod }) => pod));
  const goes = attempt?.preemption?.node === name;
  const one = (pod: string): Chip => {
    if (mapGet(state.assumed, pod) !== undefined)
      return { id: `pod:${pod}`, text: lastPart(pod), note: t`assumed`, hue: 'scheduler', tone: 'wait' };
    // Another scheduler may have bound what this one still has in hand.
    const id = pod === inCycle || mapGet(state.queue.pods, pod) !== undefined ? `on:${pod}` : `pod:${pod}`;
    const tone = victims.has(pod) && goes ? 'bad' : undefined;
    return { id, text: lastPart(pod), hue: 'kubelet', tone };
  };
  return pods.slice(-mostPods).map(({ pod }) => one(pod));
}

/** What the attempt has to say of a node, as far as it has come; undefined before it says anything. */
function verdictWords(
  attempt: Attempt,
  name: string,
): { readonly tone: Tone; readonly words: string } | undefined {
  const { filters, scores, preemption, choice, node } = attempt;
  if (!filters) return undefined;
  const candidate = preemption?.candidates.find((one) => one.node === name);
  if (preemption && candidate) {
    const victims = countOf(candidate.victims.length, 'victim');
    if (preemption.node === name) return { tone: 'busy', words: t`chosen: ${victims}` };
    const by = struckOut(preemption.candidates).get(name);
    return { tone: 'over', words: by ? struckWords(by, candidate) : victims };
  }
  const place = placeOf(filters, name);
  if (place < 0) return { tone: 'off', words: t`not looked at` };
  const refusals = verdictOf(filters, place);
  if (refusals.length > 0) return { tone: 'bad', words: listed(refusals.map(({ plugin }) => plugin)) };
  const sum = scores && sumWords(scores, name);
  if (node === name || choice?.node === name)
    return { tone: 'good', words: sum === undefined ? t`chosen` : t`chosen, ${sum}` };
  return { tone: 'good', words: sum ?? t`can run it` };
}

/** Which of the five measures struck a candidate out, and by what. */
function struckWords(by: Measure, { highest, count }: PreemptionCandidate): string {
  const what: Readonly<Record<Measure, string>> = {
    violations: t`budgets violated`,
    highest: t`priority ${highest}`,
    sum: t`sum of priorities`,
    count: countOf(count, 'victim'),
    earliestStart: t`earlier start`,
  };
  return t`out by measure ${measures.findIndex(({ key }) => key === by) + 1}: ${what[by]}`;
}

/** From so many points on that each node has, they are told apart from those that decide. */
const manyPoints = 100_000;

/** The score of a node: what all have alike, and would hide what differs, stands behind. */
function sumWords({ nodes, columns, total }: ScoreTable, name: string): string | undefined {
  const at = nodes.indexOf(name);
  if (at < 0) return undefined;
  const alike = columns.reduce((sum, { normalized, weight }) => {
    // What is one number is that of all nodes.
    const points = typeof normalized === 'number' ? normalized * weight : 0;
    return points >= manyPoints ? sum + points : sum;
  }, 0);
  const rest = (numberAt(total, at) - alike).toLocaleString('en');
  return alike === 0 ? rest : `${rest} + ${alike.toLocaleString('en')}`;
}
