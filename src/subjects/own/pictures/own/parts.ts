import { t, translated } from '../../../../i18n/t.ts';
import type { Group } from '../../../../components/picture/blocks/groups.tsx';
import { groups, holds, table, text } from '../../../../components/picture/content.ts';
import type { Block, Chip, Content, Frame, Tone } from '../../../../components/picture/description.ts';
import { lastPart } from '../../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../../runtime/sim/pmap.ts';
import type { TableState, World } from '../../../../runtime/stage/world.ts';
import type { LoopModel } from '../../../control-loop/loop/model.ts';
import { workersOf } from '../../../control-loop/loop/parts.ts';
import { lastUpdate } from './updates.ts';
import { loopWords } from '../../../control-loop/loop/words.ts';

const controllerTones: Readonly<Record<string, Tone>> = {
  runs: 'good',
  registered: 'off',
  'has ended': 'bad',
};

/** The controllers of a program, as its manager's table of them says. */
function controllersOf(world: World, program: string): readonly Chip[] {
  const rows = mapGet(world.tables, `${program}/controllers`)?.rows ?? [];
  return rows.map(({ name, cells: [state = ''] }) => ({
    id: `controller:${program}/${name}`,
    text: name,
    hue: 'controller',
    tone: controllerTones[state] ?? 'wait',
    means: state === '' ? undefined : translated(state),
  }));
}

/** Tables of a program that say what it keeps, by the end of their names: the first two that it has are drawn. */
const kept = ['ledger', 'lock', 'queue'];
/** Of those without workers, in whose place it stands. */
const keptByClock = [...kept, 'requests'];
/** Lines of its output that are drawn. */
const outputLines = 2;

/** The reader's programs: their controllers, the workers with their keys, what they wrote, kept and printed last. */
export function managerOf(model: LoopModel, frame: Frame, programs: readonly string[]): Content {
  const { world } = frame;
  const up = programs.filter((name) => mapGet(world.programs, name)?.state === 'running');
  const workers = workersOf(model, false).blocks ?? [];
  const printed = programs.flatMap((name) => mapGet(world.tables, `${name}/output`)?.rows ?? []);
  const tables = (model.workers.length > 0 ? kept : keptByClock)
    .flatMap((end) => programs.flatMap((name) => mapGet(world.tables, `${name}/${end}`) ?? []))
    .slice(0, 2);
  const [only = ''] = programs;
  const lines = printed
    .slice(-outputLines)
    .map(({ cells: [said = ''] }) => ({ label: '>', text: said.split('\n')[0] ?? '' }));
  return {
    tone: up.length === 0 ? 'off' : undefined,
    ...holds(
      programs.length === 1
        ? groups([{ id: 'controllers', title: t`controllers`, chips: controllersOf(world, only) }])
        : groups(programs.map((name) => programGroup(world, name))),
      ...(model.workers.length > 0 ? workers : []),
      updateOf(frame, programs),
      ...tables.map(tableBlock),
      lines.length > 0 && text(...lines),
    ),
  };
}

/** The last update that a program sent: the version that it had read, and the one that is stored, side by side. */
function updateOf({ recording, entry, world }: Frame, programs: readonly string[]): Block | undefined {
  const last = lastUpdate(recording, entry.index, programs);
  if (!last) return undefined;
  const { key, read, reason, wrote } = last;
  const stored = mapGet(world.store.objects, key)?.metadata?.resourceVersion ?? '–';
  const now: Chip =
    wrote === undefined
      ? { id: 'update:stored', text: t`stored`, note: stored, hue: 'api' }
      : { id: 'update:stored', text: t`wrote`, note: wrote, hue: 'api', tone: 'good', means: '' };
  // A reader, or the story, can have an update refused whose object is up to date.
  const note = reason === 'Conflict' && stored === read ? t`staged` : undefined;
  const refused: Chip = { id: 'update:refused', text: reason ?? '', note, tone: 'bad', means: '' };
  const was: Chip = { id: 'update:read', text: t`read at`, note: read };
  return groups([
    { id: 'update', title: lastPart(key), chips: reason === undefined ? [was, now] : [was, now, refused] },
  ]);
}

function programGroup(world: World, name: string): Group {
  const { state = 'idle' } = mapGet(world.programs, name) ?? {};
  const tone = state === 'ended' ? 'bad' : state === 'idle' ? 'off' : undefined;
  return { id: name, title: name, chips: controllersOf(world, name), tone };
}

/** Heads of tables that are too long for a part. */
const shortHeads: Readonly<Record<string, () => string>> = {
  Revision: () => t`Rev.`,
  'Pods, by its label': () => t`Label`,
};

const tableBlock = ({ columns, rows }: TableState): Block =>
  table(
    columns.slice(0, 3).map((column) => shortHeads[column]?.() ?? translated(column)),
    rows.map(({ name, cells }) => ({
      id: name,
      cells: [name, ...cells.slice(0, 2).map((cell) => (cell === 'none' ? '–' : cell))],
    })),
    { widths: [1.2, 1.25, 0.9] },
  );

/** How the programs stand, and what their loop is about. */
export function ownWords(model: LoopModel, { world }: Frame, programs: readonly string[]): string {
  const states = programs.map((name) => {
    const state = mapGet(world.programs, name)?.state;
    if (state === 'running') return t`${name} runs.`;
    return state === 'ended' ? t`${name} has ended.` : t`${name} does not run.`;
  });
  const about = loopWords({ ...model, up: true });
  return [...states, ...(about === '' ? [] : [about])].reduce((all, one) => t`${all} ${one}`);
}

/** What the reader's controllers write, as the API server has it: its tables but those of one object. */
export function resultsOf({ world }: Frame): readonly Block[] {
  return mapEntries(world.tables)
    .filter(([name, { rows }]) => /^kube-apiserver\/\w+$/.test(name) && rows.length > 0)
    .map(([, table]) => tableBlock(table));
}
