import { t } from '../../src/i18n/t.ts';
import { type Row, type TableModel, cell, chips, markTable } from '../../src/components/scope/panes/table.ts';
import { listed } from '../../src/recording/words.ts';
import type { RunResult } from './answers.ts';
import { amountText } from '../../src/subjects/scheduler/pane/scheduler-words.ts';
import type { NodeOutcome, Outcome, PodOutcome } from './outcome.ts';

/** The pods that had no node, and what became of them; what the reader's changes altered is marked. */
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
function whyPod({ node, message = '', preempted, evaluated, feasible, best }: PodOutcome): string {
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
  { name, zone, unschedulable, taints, requested, allocatable, came }: NodeOutcome,
  zones: boolean,
): Row {
  const keepsOff = [...(unschedulable ? ['unschedulable'] : []), ...taints].map((text) => ({ text }));
  return {
    key: name,
    cells: [
      cell(name),
      ...(zones ? [cell(zone)] : []),
      room(requested.cpu, allocatable.cpu, (amount) => String(amount / 1000)),
      room(requested.memory, allocatable.memory, (amount) => amountText('memory', amount)),
      cell(
        t`${requested.pods ?? 0} of ${allocatable.pods ?? 0}`,
        undefined,
        came > 0 ? t`${came} came` : undefined,
      ),
      chips(keepsOff),
    ],
  };
}

function room(used = 0, all = 0, words: (amount: number) => string): ReturnType<typeof cell> {
  const share = all === 0 ? 0 : Math.round((used / all) * 100);
  return cell(t`${words(used)} of ${words(all)}`, used > all ? 'bad' : undefined, `${share} %`);
}
