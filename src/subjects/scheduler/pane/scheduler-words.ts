import { t } from '../../../i18n/t.ts';
import { listed } from '../../../recording/words.ts';
import {
  type Attempt,
  type CachedNode,
  type Refusal,
  type ScoreTable,
  addedByExtenders,
  numberAt,
  placeOf,
  verdictOf,
} from '../../../runtime/subjects/scheduler/world.ts';
import { refusalWords } from './refusal-words.ts';

/** What has become of an attempt, in a few words. */
export function resultWords({ result, node, phase }: Attempt): string {
  if (result === 'bound') return t`bound to ${node}`;
  if (result === 'unschedulable') return t`no node`;
  if (result === 'error') return t`failed`;
  if (node !== '') return t`on its way to ${node}`;
  return phase === 'score' ? t`scoring` : t`filtering`;
}

/** 1500 thousandths of a processor as "1500m", and 4294967296 bytes as "4Gi". */
export function amountText(name: string, amount: number): string {
  if (name === 'cpu') return amount % 1000 === 0 ? String(amount / 1000) : `${amount}m`;
  if (name !== 'memory' && name !== 'ephemeral-storage') return String(amount);
  for (const [unit, size] of sizes) if (amount >= size) return `${Number((amount / size).toFixed(1))}${unit}`;
  return String(amount);
}

const sizes = [
  ['Ti', 2 ** 40],
  ['Gi', 2 ** 30],
  ['Mi', 2 ** 20],
  ['Ki', 2 ** 10],
] as const;

/** Why a pod is not on a node, or why it is, as one or two sentences. `node` is that node as the cache has it. */
export function whyNot(attempt: Attempt, name: string, node?: CachedNode): string {
  const { filters, preFilter, pod } = attempt;
  if (preFilter)
    return t`${preFilter.plugin} refused ${pod} before any node was looked at: ${listed(preFilter.reasons)}.`;
  if (!filters) return t`No node has been looked at for ${pod} yet.`;
  const place = placeOf(filters, name);
  if (place < 0) {
    return filters.order.includes(name)
      ? t`${name} was not looked at: ${filters.enough} nodes that can run the pod are enough, and so many were found before its turn came.`
      : t`${name} is not in the snapshot: it came later, or was never there.`;
  }
  const refusals = verdictOf(filters, place);
  if (refusals.length > 0) return refused(attempt, name, refusals, node);
  const passed = howPassed(attempt, name);
  return filters.twice.includes(place)
    ? t`${passed} Its filters were asked twice: with the pods that are promised its room, and without.`
    : passed;
}

function howPassed(attempt: Attempt, name: string): string {
  const { choice, pod } = attempt;
  if (!choice)
    return attempt.result === 'running' ? t`${name} can run ${pod}.` : t`${name} passed the filters.`;
  if (choice.node === name) return chosen(attempt, name);
  if (choice.how === 'only') return t`${name} passed the filters.`;
  return outscored(attempt, name, choice.node);
}

function refused(
  { pod, asks }: Attempt,
  name: string,
  refusals: readonly Refusal[],
  node: CachedNode | undefined,
): string {
  const why = t`${name} cannot run ${pod}. ${refusalWords(refusals)}.`;
  const short = refusals
    .flatMap(({ reasons }) => reasons)
    .flatMap(
      (reason) => /^Insufficient (\S+)$/.exec(reason)?.[1] ?? (reason === 'Too many pods' ? 'pods' : []),
    );
  const sums = short.map((resource) => {
    const text = (amount: number | undefined): string => amountText(resource, amount ?? 0);
    const [has, taken] = [node?.allocatable[resource], node?.requested[resource]];
    return t`Of ${resource} it has ${text(has)}, ${text(taken)} is taken, and the pod asks for ${text(asks[resource])}.`;
  });
  const hopeless = refusals.some(({ code }) => code === 'UnschedulableAndUnresolvable');
  const last = hopeless ? [t`Taking other pods away would not change that.`] : [];
  return [why, ...(node ? sums : []), ...last].join(' ');
}

function chosen({ pod, choice, scores }: Attempt, name: string): string {
  if (choice?.how === 'only') return t`${name} is the only node that can run ${pod}, so it gets no score.`;
  const sum = choice?.score ?? 0;
  if (choice?.how === 'best') return t`${name} has the highest sum for ${pod}: ${sum}.`;
  const among = scores ? countOf(scores, sum) : (choice?.best.length ?? 0);
  return t`${name} is one of ${among} nodes with the highest sum for ${pod}, ${sum}, and was drawn.`;
}

const countOf = ({ total, nodes }: ScoreTable, sum: number): number =>
  nodes.reduce((count, _name, i) => count + (numberAt(total, i) === sum ? 1 : 0), 0);

/** By how much, and where most of it was lost. */
function outscored({ pod, scores }: Attempt, name: string, winner: string): string {
  const [own, best] = [scores?.nodes.indexOf(name) ?? -1, scores?.nodes.indexOf(winner) ?? -1];
  if (!scores || own < 0) return t`${name} can run ${pod}, and was one more than enough: it got no score.`;
  const [sum, most] = [numberAt(scores.total, own), numberAt(scores.total, best)];
  if (sum === most)
    return t`${name} can run ${pod} as well as ${winner}: both have ${sum}, and ${winner} was drawn.`;
  const given = scores.columns.map(({ plugin, normalized, weight }) => ({
    plugin,
    mine: numberAt(normalized, own) * weight,
    other: numberAt(normalized, best) * weight,
  }));
  const added = { mine: addedByExtenders(scores, own), other: addedByExtenders(scores, best) };
  const lost = [...given, { plugin: t`the extenders`, ...added }]
    .map((one) => ({ ...one, by: one.other - one.mine }))
    .sort((a, b) => b.by - a.by)[0];
  const less = t`${name} can run ${pod}, with ${sum}; ${winner} has ${most}.`;
  return lost && lost.by > 0
    ? t`${less} Most is lost at ${lost.plugin}: ${lost.mine} against ${lost.other}.`
    : less;
}
