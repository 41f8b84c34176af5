import { t } from '../../../i18n/t.ts';
import type { Cell } from '../../../components/picture/blocks/board.tsx';
import { board, chips, holds, text } from '../../../components/picture/content.ts';
import type { Content, Frame, Picture, Tone } from '../../../components/picture/description.ts';
import { cellOf, rowsOf } from '../../../components/picture/read-world.ts';
import { type Way, along } from '../../../components/picture/ways.ts';
import { serverWay } from '../../api/server-way.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart } from '../../../recording/words.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import type { TableRow } from '../../../runtime/stage/world.ts';

const program = 'kube-controller-manager';

/** How a controller stands, by the word of its row. */
const tones: Readonly<Record<string, Tone>> = {
  starting: 'busy',
  started: 'good',
  skipped: 'over',
  failed: 'bad',
  disabled: 'off',
};

/** Names in the order in which they have their turn, and when each of those that were called had it. */
const turnsOf = memoize(({ entries }: Recording) => {
  const names = new Set<string>();
  const times: number[] = [];
  for (const { event, at } of entries) {
    if (event.kind !== 'startup' || !(event.phase in tones)) continue;
    names.add(event.name);
    if (event.phase === 'starting') times.push(at);
  }
  return { names: [...names], times };
});

/** The start of controllers: each name of the table has its turn, with one outcome each, and asks for what all share. */
export const picture: Picture = {
  blocks: ['board', 'chips', 'lanes', 'lines'],
  plan: () => ({
    shapes: {
      wide: `122 loop board board board
             172 outcome board board board
             52 api context context context`,
      narrow: `124 loop loop loop outcome outcome outcome
               431 board board board board board board
               76 context context context context api api`,
    },
    tall: 685,
    parts: {
      loop: { title: 'StartControllers', hue: 'controller', opens: 'goroutines' },
      outcome: { title: t`Outcome`, hue: 'plain', opens: 'state' },
      board: { title: t`Controllers`, hue: 'controller', opens: 'state' },
      context: { title: 'ControllerContext', hue: 'informer', opens: 'state' },
      api: { title: t`API server`, hue: 'api', opens: 'store' },
    },
    pipes: {
      calls: { from: 'loop', to: 'board', says: 'initFn' },
      answers: { from: 'board', to: 'outcome' },
      asks: { from: 'board', to: 'context' },
      requests: { from: 'context', to: 'api' },
    },
  }),
  scene(frame) {
    const rows = rowsOf(frame.world, program, 'controllers');
    const count = (fate: string): number => rows.filter(({ cells }) => cells[1] === fate).length;
    const said = [
      ['started', t`${count('started')} started`],
      ['skipped', t`${count('skipped')} skipped`],
      ['disabled', t`${count('disabled')} disabled`],
      ['failed', t`${count('failed')} failed`],
    ] as const;
    const all = said.map(([, words]) => words).reduce((some, one) => t`${some}, ${one}`);
    return {
      says: t`${rows.length} of ${turnsOf(frame.recording).names.length} controllers have had their turn: ${all}.`,
      parts: {
        loop: loopOf(frame, rows),
        outcome: holds(
          chips(
            said.map(([fate, words]) => ({
              id: `outcome-${fate}`,
              text: words,
              means: '',
              tone: count(fate) > 0 ? tones[fate] : undefined,
            })),
          ),
        ),
        board: boardOf(frame, rows),
        context: contextOf(frame),
        api: holds(text({ label: t`revision`, text: String(frame.world.store.revision) })),
      },
    };
  },
  path: pathOf,
};

const argsOf = ({ world }: Frame): readonly string[] => mapGet(world.programs, program)?.args ?? [];

const flagOf = (frame: Frame, flag: string): string | undefined =>
  argsOf(frame)
    .find((arg) => arg.startsWith(`${flag}=`))
    ?.slice(flag.length + 1);

/** The loop, how far apart its starts are, and why it has ended early. */
function loopOf(frame: Frame, rows: readonly TableRow[]): Content {
  const { recording, entry } = frame;
  const { times } = turnsOf(recording);
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const interval = flagOf(frame, '--controller-start-interval') ?? '0s';
  const now = rows.find(({ cells }) => cells[1] === 'starting');
  const failed = rows.find(({ cells }) => cells[1] === 'failed');
  const ticks = times.filter((at) => at <= entry.at).map((at) => ({ at, tone: 'good' as const }));
  return holds(
    text(
      { label: t`interval`, text: interval === '0s' ? t`0s, no pauses` : t`${interval} to twice that` },
      ...(failed ? [{ text: failed.note ?? '', tone: 'bad' as const, rows: 4 }] : []),
      ...(now ? [{ label: '▷', text: now.name }] : []),
    ),
    interval !== '0s' && {
      kind: 'lanes',
      lanes: [{ id: 'starts', title: t`starts`, bars: [], ticks }],
      from,
      to: Math.max(to, from + 1),
      now: entry.at,
    },
  );
}

/** Why a controller that is disabled is so, in a word. */
function offWords(frame: Frame, name: string): string {
  const asked = flagOf(frame, '--controllers')?.split(',') ?? ['*'];
  if (asked.includes(`-${name}`)) return t`switched off`;
  return asked.includes('*') ? t`off by default` : t`not asked for`;
}

function boardOf(frame: Frame, rows: readonly TableRow[]): Content {
  const { event } = frame.entry;
  const { names } = turnsOf(frame.recording);
  const fates: Readonly<Record<string, string>> = {
    starting: t`now`,
    started: t`started`,
    skipped: t`skipped`,
    failed: t`failed`,
  };
  const cells = names.map((name): Cell => {
    const { cells: [, fate = ''] = [], note = '' } = rows.find((row) => row.name === name) ?? {};
    const means = fate === 'disabled' ? offWords(frame, name) : fates[fate];
    const lit = event.kind === 'startup' && event.name === name;
    const gated = note.endsWith('=false') ? t`gated` : undefined;
    return { id: name, text: name, tone: tones[fate], means, note: gated, lit };
  });
  return { note: t`${rows.length} of ${names.length}`, ...holds(board(cells, { least: 140 })) };
}

function contextOf({ world }: Frame): Content {
  const typed = rowsOf(world, program, 'informers');
  const running = typed.filter(({ cells }) => cells[0] === 'started').length;
  const open = cellOf(rowsOf(world, program, 'context'), 'InformersStarted');
  const clients = rowsOf(world, program, 'clients').length;
  if (open === '') return { tone: 'off' };
  const [note, tone] = open === 'closed' ? ([t`closed`, 'good'] as const) : ([t`open`, 'wait'] as const);
  return holds(
    chips([
      { id: 'running', text: t`${running}/${typed.length} informers`, hue: 'informer' },
      { id: 'clients', text: t`${clients} clients`, hue: 'controller' },
      { id: 'closed', text: 'InformersStarted', note, tone, means: '' },
    ]),
  );
}

/** Steps of a start that have to do with what all share. */
const shared = /^(client|informers?|factory|context|mapper|builder|stop|path|cloud)$/;

function pathOf({ entry: { event } }: Frame): Way {
  const way = serverWay(event, 'context', 'requests', 'api');
  if (way) return way;
  if (event.kind === 'startup') return startWay(event.phase, event.name);
  if (event.kind === 'http.response') return ['board'];
  if (event.kind === 'store.write' || event.kind === 'act' || event.kind.startsWith('api.')) return ['api'];
  return [event.kind.startsWith('program.') ? 'loop' : 'context'];
}

function startWay(phase: string, name: string): Way {
  if (phase === 'starting') return along('loop', 'calls', 'board', name);
  if (phase === 'disabled') return ['loop', 'board', 'outcome'];
  if (phase in tones) return along('board', 'answers', 'outcome', phase, tones[phase]);
  if (phase === 'client' || phase === 'informer') return along('board', 'asks', 'context', lastPart(name));
  return [shared.test(phase) ? 'context' : phase === 'not re-implemented' ? 'board' : 'loop'];
}
