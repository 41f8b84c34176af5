import { t } from '../../i18n/t.ts';
import type { Card } from '../../components/picture/blocks/cards.tsx';
import type { Chip, Tone } from '../../components/picture/description.ts';
import { amountText } from './pane/scheduler-words.ts';
import { countOf, lastPart, listed } from '../../recording/words.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import {
  type Attempt,
  type CachedNode,
  type SchedulerState,
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
    const tone = victims.has(pod) && { tone: goes ? ('bad' as const) : ('wait' as const) };
    return { id, text: lastPart(pod), hue: 'kubelet', ...tone };
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
  if (candidate) {
    const victims = countOf(candidate.victims.length, 'victim');
    return { tone: preemption?.node === name ? 'busy' : 'wait', words: victims };
  }
  const place = placeOf(filters, name);
  if (place < 0) return { tone: 'off', words: t`not looked at` };
  const refusals = verdictOf(filters, place);
  if (refusals.length > 0) return { tone: 'bad', words: listed(refusals.map(({ plugin }) => plugin)) };
  const at = scores?.nodes.indexOf(name) ?? -1;
  const sum = scores && at >= 0 ? numberAt(scores.total, at).toLocaleString('en') : undefined;
  if (node === name || choice?.node === name)
    return { tone: 'good', words: sum === undefined ? t`chosen` : t`chosen, ${sum}` };
  return { tone: 'good', words: sum ?? t`can run it` };
}
