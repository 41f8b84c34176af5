import { t, translated } from '../../../../i18n/t.ts';
import type { Block, Chip, Content, Frame, Tone } from '../../../../components/picture/description.ts';
import { mapEntries, mapGet } from '../../../../runtime/sim/pmap.ts';
import type { TableState, World } from '../../../../runtime/stage/world.ts';
import type { LoopModel } from '../../../control-loop/loop/model.ts';
import { workersOf } from '../../../control-loop/loop/parts.ts';
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
  }));
}

/** Tables of a program that say what it keeps, by the end of their names: the first two that it has are drawn. */
const kept = ['ledger', 'lock', 'queue'];
/** Of those without workers, in whose place it stands. */
const keptByClock = [...kept, 'requests'];
/** Lines of its output that are drawn. */
const outputLines = 2;

/** The reader's programs: their controllers, the workers with their keys, what they print, and what their tables hold. */
export function managerOf(model: LoopModel, { world }: Frame, programs: readonly string[]): Content {
  const up = programs.filter((name) => mapGet(world.programs, name)?.state === 'running');
  const workers = workersOf(model, false).blocks ?? [];
  const printed = programs.flatMap((name) => mapGet(world.tables, `${name}/output`)?.rows ?? []);
  const tables = (model.workers.length > 0 ? kept : keptByClock)
    .flatMap((end) => programs.flatMap((name) => mapGet(world.tables, `${name}/${end}`) ?? []))
    .slice(0, 2);
  return {
    ...(up.length === 0 && { tone: 'off' as const }),
    blocks: [
      programs.length === 1
        ? { kind: 'chips', chips: controllersOf(world, programs[0] ?? '') }
        : { kind: 'groups', groups: programs.map((name) => programGroup(world, name)) },
      ...(model.workers.length > 0 ? workers : []),
      ...tables.map(tableBlock),
      ...(printed.length > 0
        ? [
            {
              kind: 'lines' as const,
              lines: printed.slice(-outputLines).map(({ cells: [text = ''] }) => ({ label: '>', text })),
            },
          ]
        : []),
    ],
  };
}

function programGroup(
  world: World,
  name: string,
): { id: string; title: string; chips: readonly Chip[]; tone?: Tone } {
  const { state = 'idle' } = mapGet(world.programs, name) ?? {};
  return {
    id: name,
    title: name,
    chips: controllersOf(world, name),
    ...(state === 'ended' && { tone: 'bad' as const }),
    ...(state === 'idle' && { tone: 'off' as const }),
  };
}

const tableBlock = ({ columns, rows }: TableState): Block => ({
  kind: 'table',
  columns: columns.slice(0, 3).map((column) => translated(column)),
  widths: [1.4, 1, 1],
  lines: rows.map(({ name, cells }) => ({ id: name, cells: [name, ...cells.slice(0, 2)] })),
});

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
