import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import { chips, gauge, holds, road, text } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture, Scene, Tone } from '../../../components/picture/description.ts';
import { cellOf, rowsOf } from '../../../components/picture/read-world.ts';
import { lastPart, listed, programWords } from '../../../recording/words.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import { stationsOf } from './options/phases.ts';
import { pathOf } from './options/way.ts';
import { type Place, type Start, type Word, startsOf } from './options/words-typed.ts';

/** The way of a command line: which words of it are where, what fills in the rest, who finds mistakes, and what the program runs with. */
export const picture: Picture = {
  blocks: ['chips', 'gauge', 'lines', 'road'],
  plan: () => ({
    tall: 680,
    shapes: {
      wide: `74 ${across('main', 12)}${across('line', 12)}
             80 ${across('command', 24)}
             106 ${across('scheme', 4)}${across('options', 7)}${across('validate', 5)}${across('config', 8)}
             62 ${across('terminal', 18)}${across('run', 6)}`,
      narrow: `54 ${across('main', 12)}
               78 ${across('line', 12)}
               142 ${across('command', 12)}
               104 ${across('scheme', 4)}${across('options', 8)}
               88 ${across('validate', 6)}${across('config', 6)}
               70 ${across('terminal', 7)}${across('run', 5)}`,
    },
    parts: {
      line: { title: t`Command line`, hue: 'plain', opens: 'state' },
      main: { title: 'main', hue: 'controller', opens: 'goroutines' },
      command: { title: t`Command`, hue: 'controller', opens: 'state' },
      scheme: { title: t`Scheme`, hue: 'informer', opens: 'state' },
      options: { title: t`Options`, hue: 'queue', opens: 'state' },
      validate: { title: 'Validate', hue: 'kubelet', opens: 'state' },
      config: { title: 'Config', hue: 'api', opens: 'state' },
      run: { title: 'Run', hue: 'controller', opens: 'goroutines' },
      terminal: { title: t`Terminal`, hue: 'plain', opens: 'state' },
    },
    pipes: {
      reads: { from: 'line', to: 'command' },
      executes: { from: 'main', to: 'line', dashed: true },
      defaults: { from: 'scheme', to: 'options' },
      sets: { from: 'command', to: 'options' },
      checks: { from: 'options', to: 'validate' },
      passes: { from: 'validate', to: 'config' },
      starts: { from: 'config', to: 'run' },
    },
  }),
  scene(frame): Scene {
    const start = startsOf(frame.recording).get(frame.entry);
    if (!start) return { says: t`No command line has been typed yet.`, parts: {} };
    return {
      says: saysOf(start),
      parts: {
        line: lineOf(start),
        main: mainOf(frame, start),
        command: commandOf(frame, start),
        scheme: schemeOf(frame, start),
        options: optionsOf(frame, start),
        validate: validateOf(frame, start),
        config: configOf(start),
        run: runOf(start),
        terminal: terminalOf(frame, start),
      },
    };
  },
  path: pathOf,
};

const titles = (): Readonly<Record<Place, string>> => ({
  line: t`the command line`,
  main: 'main',
  scheme: t`the scheme`,
  command: t`the command`,
  options: t`the options`,
  validate: 'Validate',
  config: 'Config',
  run: 'Run',
});

function saysOf({ program, ended, at, words }: Start): string {
  const name = programWords(program);
  if (ended)
    return t`${name} has come as far as ${titles()[at]}, and has ended with exit code ${ended.code}.`;
  const through = words.filter((word) => word.at === 'options' || word.at === 'config').length;
  return t`${name} is at ${titles()[at]}; it has taken in ${through} of ${words.length} words of its command line.`;
}

/** The words that are at a station: as they were typed, and as the fields that they set. A long value is told by its last part. */
function chipsAt({ words, ended }: Start, place: Place): readonly Chip[] {
  const isField = place === 'options' || place === 'config';
  return words
    .filter(({ at }) => at === place)
    .map(({ id, name, value, wrong }: Word): Chip => {
      const bad = wrong || (ended && ended.code > 0 && place === 'command');
      const said = value === undefined || (isField && value.startsWith('/')) ? undefined : lastPart(value);
      const shown = isField ? name.replace(/^-+/, '') : name;
      return { id, text: shown, hue: 'controller', note: said, tone: bad ? 'bad' : undefined };
    });
}

const lineOf = (start: Start): Content => ({
  note: start.program,
  ...holds(
    chips(chipsAt(start, 'line'), { empty: start.words.length > 0 ? t`is read` : t`nothing but the name` }),
  ),
});

function mainOf({ world }: Frame, { program, ended }: Start): Content {
  const rows = rowsOf(world, program, 'process');
  const done = (name: string): Tone | undefined =>
    /^(not yet)?$/.test(cellOf(rows, name)) ? undefined : 'good';
  const executed = rowsOf(world, program, 'phases').length > 0;
  const failed = ended !== undefined && ended.code > 0;
  const now: Tone | undefined = ended ? (failed ? 'bad' : 'good') : executed ? 'busy' : undefined;
  return {
    tone: ended && (failed ? 'bad' : 'off'),
    ...holds(
      road([
        { id: 'seed', title: t`seed`, tone: done('random numbers') },
        { id: 'command', title: t`command`, tone: done('command') },
        { id: 'log', title: t`log`, tone: done('log') ?? (executed ? 'wait' : undefined) },
        { id: 'execute', title: 'Execute', tone: now },
      ]),
    ),
  };
}

function commandOf({ world }: Frame, start: Start): Content {
  const phases = rowsOf(world, start.program, 'phases');
  const flags = cellOf(rowsOf(world, start.program, 'command'), 'flags');
  const here = chipsAt(start, 'command');
  const error = phases.map(({ cells: [state = ''] }) => state).find((state) => state.startsWith('error: '));
  return {
    note: flags === '' ? undefined : t`${flags} flags`,
    ...holds(
      road(stationsOf((name) => cellOf(phases, name))),
      here.length === 0 && error !== undefined
        ? text({ text: error.slice('error: '.length), tone: 'bad' })
        : chips(here),
    ),
  };
}

function schemeOf({ world }: Frame, { program }: Start): Content {
  const rows = rowsOf(world, program, 'defaults');
  if (rows.length === 0) return {};
  const set = rows.filter(({ cells: [unset, filled] }) => unset !== filled).length;
  const internal = rows.some(({ cells }) => cells[2] !== '');
  return holds(
    gauge(t`filled`, set / rows.length, `${set}/${rows.length}`),
    text(internal ? t`internal form` : 'v1alpha1'),
  );
}

const gatesFlag = '--feature-gates';

/** What was typed, and which feature gates it opens or closes. */
function optionsOf({ world }: Frame, start: Start): Content {
  const all = rowsOf(world, start.program, 'flags');
  const set = all.filter(({ note = '' }) => note === 'set on the command line').length;
  const gates = start.words.find(({ name, at }) => name === gatesFlag && at !== 'line' && at !== 'command');
  const told = { label: t`feature gates`, text: gates?.value ?? t`none set` };
  const here = chipsAt(start, 'options').filter(({ text: name }) => `--${name}` !== gatesFlag);
  return {
    note: all.length > 0 ? t`${set} of ${all.length} set` : undefined,
    ...holds(
      chips(here),
      all.some(({ name }) => name === gatesFlag) && (gates || here.length < 3) && text(told),
    ),
  };
}

/** Mistakes gather here, each a line. */
function validateOf({ world }: Frame, { program }: Start): Content {
  const table = mapGet(world.tables, `${program}/errors`);
  if (!table) return {};
  const rows = Math.max(1, Math.floor(4 / Math.max(1, table.rows.length)));
  const errors = table.rows.map(({ cells: [error = ''] }) => ({ text: error, tone: 'bad', rows }) as const);
  if (errors.length === 0) return { tone: 'good', ...holds(text(t`nothing wrong`)) };
  return { note: String(errors.length), tone: 'bad', ...holds(text(...errors.slice(0, 4))) };
}

function configOf(start: Start): Content {
  const { made, ended, at } = start;
  if (at === 'config' && ended && ended.code > 0)
    return { tone: 'bad', ...holds(text({ text: ended.why, tone: 'bad', rows: 4 })) };
  const applied = [...made].filter((one) => one.startsWith('apply ')).length;
  const parts = Object.entries({
    certificate: t`certificate`,
    kubeconfig: t`address`,
    clients: t`clients`,
    recorder: t`recorder`,
  });
  const had = parts.filter(([name]) => made.has(name)).map(([, words]) => words);
  const label = had.length === 0 ? t`nothing yet` : listed(had);
  return {
    note: applied === 0 ? undefined : made.has('completed') ? t`completed` : t`${applied} groups`,
    ...holds(
      gauge(label, had.length / parts.length, `${had.length}/${parts.length}`),
      chips(chipsAt(start, 'config')),
    ),
  };
}

const runOf = ({ stop, ended }: Start): Content =>
  stop
    ? {
        tone: ended ? 'off' : 'good',
        ...holds(text({ label: 'stopCh', text: stop === 'open' ? t`open` : t`closed` })),
      }
    : {};

function terminalOf({ world }: Frame, { program, printed, ended }: Start): Content {
  const files = rowsOf(world, program, 'log');
  const sum = (cell: number): number => files.reduce((all, { cells }) => all + Number(cells[cell]), 0);
  const log =
    files.length === 0 ? [] : [{ label: t`log files`, text: t`${sum(1)} lines wait, ${sum(2)} are written` }];
  const rows = printed.length + log.length === 1 ? 2 : 1;
  const lines = printed.map((words) => ({ text: words.split('\n')[0] ?? '', rows }));
  return {
    note: ended && t`exit code ${ended.code}`,
    tone: ended && (ended.code > 0 ? 'bad' : 'off'),
    ...holds(text(...lines.slice(log.length - 2), ...log)),
  };
}
