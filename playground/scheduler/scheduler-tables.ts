import { t } from '../../src/i18n/t.ts';
import {
  type Row,
  type TableModel,
  blank,
  cell,
  chips,
  markTable,
} from '../../src/components/scope/panes/table.ts';
import { refusalWords } from '../../src/components/scheduler/refusal-words.ts';
import { durationWords, listed } from '../../src/recording/words.ts';
import type { RunResult } from './answers.ts';
import type { Explanation, NodeOutcome, NodeVerdict, Outcome, PodOutcome, Room, Score } from './outcome.ts';

/** Which of the three numbers of a score is shown. */
export type ScoreForm = keyof Score;

/** The pods that had no node, and what became of them; what was otherwise before the changes is marked. */
export function podsTable({ after, before }: RunResult, search: string): TableModel {
  const table = (outcome: Outcome): TableModel => ({
    caption: t`Where each pod goes`,
    columns: [
      { label: t`Pod`, as: 'code', share: 20 },
      { label: t`Goes to`, as: 'code', share: 16 },
      { label: t`Why`, share: 44 },
      { label: t`Turn`, as: 'number', share: 8 },
      { label: t`Priority`, as: 'number', share: 12 },
    ],
    rows: outcome.pods.filter(({ key }) => key.includes(search)).map(podRow),
    empty: search === '' ? t`No pod waits for a node.` : t`No such pod waits for a node.`,
  });
  return before ? markTable(table(after), table(before)) : table(after);
}

function podRow(pod: PodOutcome): Row {
  const { key, node, turn, priority } = pod;
  const to = node === undefined ? cell(t`no node`, 'bad') : cell(node, 'good');
  return { key, cells: [cell(key), to, cell(whyPod(pod)), cell(turn), cell(priority)] };
}

/** Why a pod goes where it goes, in a few words; the scheduler's own where it goes nowhere. */
export function whyPod({ node, message = '', preempted, evaluated, feasible, best }: PodOutcome): string {
  const chosen =
    node === undefined
      ? message
      : feasible === 1
        ? t`the only one of ${evaluated} that fits`
        : best === 1
          ? t`the highest score of ${feasible} that fit`
          : t`drawn among ${best} with the highest score, of ${feasible} that fit`;
  if (!preempted) return chosen;
  const gone = listed(preempted.victims);
  return t`${gone} had to go from ${preempted.node}; then ${chosen}`;
}

/** The nodes with their room once all pods are decided. */
export function nodesTable({ after, before }: RunResult, search: string): TableModel {
  const zones = after.nodes.some(({ zone }) => zone !== '');
  const table = (outcome: Outcome): TableModel => ({
    caption: t`Nodes, once all pods are decided`,
    columns: [
      { label: t`Node`, as: 'code', share: 20 },
      ...(zones ? [{ label: t`Zone`, as: 'code', share: 12 } as const] : []),
      { label: t`cpu`, share: 16 },
      { label: t`memory`, share: 20 },
      { label: t`Pods`, share: 14 },
      { label: t`Keeps pods off`, share: 22 },
    ],
    rows: outcome.nodes.filter(({ name }) => name.includes(search)).map((node) => nodeRow(node, zones)),
    empty: search === '' ? t`There is no node.` : t`There is no such node.`,
  });
  return before ? markTable(table(after), table(before)) : table(after);
}

function nodeRow(
  { name, zone, unschedulable, taints, cpu, memory, pods, came }: NodeOutcome,
  zones: boolean,
): Row {
  const keepsOff = [...(unschedulable ? ['unschedulable'] : []), ...taints].map((text) => ({ text }));
  return {
    key: name,
    cells: [
      cell(name),
      ...(zones ? [cell(zone)] : []),
      room(cpu, (amount) => String(amount / 1000)),
      room(memory, bytesWords),
      cell(t`${pods.used} of ${pods.all}`, undefined, came > 0 ? t`${came} came` : undefined),
      chips(keepsOff),
    ],
  };
}

function room({ used, all }: Room, words: (amount: number) => string): ReturnType<typeof cell> {
  const share = all === 0 ? 0 : Math.round((used / all) * 100);
  return cell(t`${words(used)} of ${words(all)}`, used > all ? 'bad' : undefined, `${share} %`);
}

function bytesWords(bytes: number): string {
  const units = ['', 'Ki', 'Mi', 'Gi', 'Ti'] as const;
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${Number(amount.toFixed(1))}${units[unit]}`;
}

/** Every time that the scheduler tried a pod, and what was otherwise than the time before. */
export function attemptsTable({ attempts }: Explanation): TableModel {
  return {
    caption: t`All attempts`,
    columns: [
      { label: t`Attempt`, as: 'number', share: 9 },
      { label: t`After`, as: 'number', share: 11 },
      { label: t`Came back by`, as: 'code', share: 24 },
      { label: t`Came to`, share: 26 },
      { label: t`What changed since the last`, share: 30 },
    ],
    rows: attempts.map(({ number, at, why, node, message, changes }): Row => {
      const came = node === undefined ? cell(message ?? t`no node`, 'bad') : cell(node, 'good');
      const same = number > 1 ? t`Nothing: all say what they said before.` : '';
      const changed = changes.length > 0 ? changes.join(' ') : same;
      return {
        key: String(number),
        cells: [
          cell(number),
          cell(durationWords(at)),
          cell(why),
          came,
          changed === '' ? blank : cell(changed),
        ],
      };
    }),
    empty: t`It was not tried.`,
  };
}

/** What each plugin says of each node. Plugins that give all nodes the same have no column: `alike` names them. */
export function verdictTable(
  now: Explanation,
  before: Explanation | undefined,
  form: ScoreForm,
  search: string,
): TableModel {
  const different = scorersThatDiffer(now, before);
  const sums = now.nodes.some(({ scores }) => scores.length > 0);
  const table = (explanation: Explanation): TableModel => ({
    caption: t`What each plugin says of each node`,
    columns: [
      { label: t`Node`, as: 'code' },
      { label: t`Verdict` },
      ...different.map((label) => ({ label, as: 'number' }) as const),
      ...(sums ? [{ label: t`Sum`, as: 'number' } as const] : []),
    ],
    rows: inOrder(explanation)
      .filter(({ node }) => node.includes(search))
      .map((verdict) => verdictRow(verdict, explanation, different, form, sums)),
    empty: search === '' ? t`No node was looked at.` : t`There is no such node.`,
  });
  return before ? markTable(table(now), table(before)) : table(now);
}

/** The node that is taken, those that fit by their sums, then those that do not. */
function inOrder({ nodes, taken }: Explanation): NodeVerdict[] {
  const rank = ({ node, refusals, lookedAt, total }: NodeVerdict): number =>
    node === taken ? Infinity : refusals.length > 0 ? -1 : lookedAt ? total : -0.5;
  return [...nodes].sort((a, b) => rank(b) - rank(a));
}

function scorersThatDiffer(now: Explanation, before: Explanation | undefined): string[] {
  if (now.nodes.every(({ scores }) => scores.length === 0)) return [];
  const alike = new Set(scorersAlike(now).map(({ name }) => name));
  const alikeBefore = before && new Set(scorersAlike(before).map(({ name }) => name));
  return now.scorers
    .map(({ name }) => name)
    .filter((name) => !alike.has(name) || alikeBefore?.has(name) === false);
}

/** The plugins that give all nodes the same, and what. */
export function scorersAlike({
  scorers,
  nodes,
}: Pick<Explanation, 'scorers' | 'nodes'>): { readonly name: string; readonly weighted: number }[] {
  const scored = nodes.filter(({ scores }) => scores.length > 0);
  return scorers.flatMap(({ name }, at) => {
    const first = scored[0]?.scores[at];
    if (!first) return [{ name, weighted: 0 }];
    const same = scored.every(
      ({ scores }) => scores[at]?.weighted === first.weighted && scores[at]?.raw === first.raw,
    );
    return same ? [{ name, weighted: first.weighted }] : [];
  });
}

function verdictRow(
  verdict: NodeVerdict,
  explanation: Explanation,
  different: readonly string[],
  form: ScoreForm,
  sums: boolean,
): Row {
  const { node, scores, total, refusals } = verdict;
  const at = (name: string): number => explanation.scorers.findIndex((one) => one.name === name);
  const taken = node === explanation.taken;
  return {
    key: node,
    cells: [
      cell(node),
      {
        ...cell(
          verdictWords(verdict, explanation),
          taken ? 'good' : refusals.length > 0 ? 'bad' : undefined,
          verdict.twice ? t`asked twice, with the pods that are promised its room and without` : undefined,
        ),
        opens: decidedBy(verdict, explanation),
      },
      ...different.map((name) => {
        const score = scores[at(name)];
        return score ? { ...cell(score[form]), opens: `score ${name}` } : blank;
      }),
      ...(sums ? [scores.length > 0 ? cell(total) : blank] : []),
    ],
  };
}

/** Whose code a verdict leads to: of the first filter that refuses, else of the score by which most is lost. */
function decidedBy(
  { refusals, scores }: NodeVerdict,
  { filters, taken, nodes, scorers }: Explanation,
): string {
  const [refusal] = refusals;
  if (refusal) return `filter ${refusal.plugin}`;
  if (scores.length === 0)
    return `filter ${filters.includes('NodeResourcesFit') ? 'NodeResourcesFit' : (filters[0] ?? '')}`;
  const best = nodes.find((one) => one.node === taken)?.scores ?? [];
  const most = scorers
    .map(({ name }, at) => ({ name, less: (best[at]?.weighted ?? 0) - (scores[at]?.weighted ?? 0) }))
    .reduce((worst, one) => (one.less > worst.less ? one : worst));
  if (most.less > 0) return `score ${most.name}`;
  const alike = new Set(scorersAlike({ nodes, scorers }).map(({ name }) => name));
  return `score ${scorers.find(({ name }) => !alike.has(name))?.name ?? most.name}`;
}

/** Why a node is taken, or why not. */
export function verdictWords(verdict: NodeVerdict, { taken, nodes, scorers }: Explanation): string {
  const { node, refusals, lookedAt, scores, total } = verdict;
  if (refusals.length > 0) return refusalWords(refusals);
  if (!lookedAt) return t`not looked at: enough nodes were found before`;
  const best = nodes.find((one) => one.node === taken);
  if (node === taken) {
    const others = nodes.filter(
      (one) => one.node !== taken && one.scores.length > 0 && one.total === total,
    ).length;
    if (scores.length === 0) return t`taken: the only one that fits`;
    return others > 0
      ? t`taken: drawn, with ${others} more of the same sum`
      : t`taken: it has the highest sum`;
  }
  if (!best || scores.length === 0) return t`fits`;
  if (total === best.total) return t`the same sum, but the draw was for ${best.node}`;
  const losses = scorers.map(({ name }, at) => ({
    name,
    less: (best.scores[at]?.weighted ?? 0) - (scores[at]?.weighted ?? 0),
  }));
  const most = losses.reduce((worst, one) => (one.less > worst.less ? one : worst));
  return t`${best.total - total} less than ${best.node}, most of all by ${most.name}`;
}
