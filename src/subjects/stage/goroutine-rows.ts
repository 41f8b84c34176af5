import { t, translated } from '../../i18n/t.ts';
import type { World } from '../../runtime/stage/world.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';
import type { ProcessView } from '../../runtime/sim/trace.ts';
import { awaited, countOf, durationWords } from '../../recording/words.ts';
import {
  type PaneModel,
  type Row,
  type Section,
  blank,
  cell,
  timed,
} from '../../components/scope/panes/table.ts';
import { byProgram } from '../../components/scope/panes/by-program.ts';

/** In a few words, what a parked process waits for. */
export function waitText(process: ProcessView): string {
  const wait = process.waitsFor;
  if (!wait) return process.state === 'ready' ? t`its turn` : '';
  const on = awaited(wait.on);
  switch (wait.kind) {
    case 'sleep':
      return t`sleeps`;
    case 'send':
      return t`sends to ${on}`;
    case 'receive':
      return t`receives from ${on}`;
    case 'select':
      return t`first of ${on}`;
    case 'cond':
      return t`waits for a signal on ${on}`;
    case 'mutex':
      return t`waits for the lock of ${on}`;
    case 'wait-group':
      return t`waits for all of ${on}`;
    case 'yield':
      return t`lets others go first`;
    default:
      return `${wait.kind} ${on}`;
  }
}

/** Every live process, in a section for each program. `acting` is the process of the present entry. */
export function goroutinesModel(world: World, at: number, acting: number): PaneModel {
  const groups = new Map<string, ProcessView[]>();
  for (const [, process] of mapEntries(world.processes)) {
    const group = groups.get(process.group);
    if (group) group.push(process);
    else groups.set(process.group, [process]);
  }
  const columns = [
    { label: t`Process`, as: 'code', share: 3 },
    { label: t`State`, share: 2 },
    { label: t`Waits for`, share: 4 },
    { label: t`Until`, share: 2 },
  ] as const;
  const sections = [...groups].map(([group, processes]): Section => {
    processes.sort((a, b) => a.id - b.id);
    const rows = processes.map((process): Row => {
      const until = process.waitsFor?.until;
      const state =
        process.id === acting
          ? cell(translated(process.state), 'good', t`acts now`)
          : cell(translated(process.state), process.state === 'crashed' ? 'bad' : undefined);
      const when =
        until === undefined
          ? blank
          : timed(until, durationWords(until), t`in ${durationWords(Math.max(0, until - at))}`);
      return { key: String(process.id), cells: [cell(process.name), state, cell(waitText(process)), when] };
    });
    const live = processes.filter((process) => process.state !== 'crashed').length;
    const table = { caption: t`Processes of ${group}`, columns, rows, empty: t`No process is alive.` };
    return {
      key: group,
      title: group,
      facts: [{ label: t`Alive`, value: cell(countOf(live, 'process')) }],
      table,
    };
  });
  return {
    sections: sections.sort((a, b) => byProgram(a.title, b.title)),
    empty: t`No process runs yet. Each goroutine appears here with what it waits for.`,
  };
}
