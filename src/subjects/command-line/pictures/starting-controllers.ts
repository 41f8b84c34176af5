import { t } from '../../../i18n/t.ts';
import type { Cell } from '../../../components/picture/blocks/board.tsx';
import type { Chip, Content, Frame, Hop, Picture, Tone } from '../../../components/picture/description.ts';
import { cellOf, rowsOf } from '../../../components/picture/read-world.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart } from '../../../recording/words.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';

const program = 'kube-controller-manager';

/** How a controller stands, by the word of its row. */
const tones: Readonly<Record<string, Tone>> = {
  starting: 'busy',
  started: 'good',
  skipped: 'wait',
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

/** The start of controllers: each name of the table has its turn, in one verdict each, and asks for what all share. */
export const picture: Picture = {
  blocks: ['board', 'chips', 'lanes', 'lines'],
  plan: () => ({
    shapes: {
      wide: `96 loop loop verdicts verdicts
             200 board board board board
             52 context context context api`,
      narrow: `124 loop loop loop verdicts verdicts verdicts
               431 board board board board board board
               76 context context context context api api`,
    },
    tall: 685,
    parts: {
      loop: { title: 'StartControllers', hue: 'controller' },
      verdicts: { title: t`Verdicts`, hue: 'plain' },
      board: { title: t`Controllers`, hue: 'controller' },
      context: { title: 'ControllerContext', hue: 'informer' },
      api: { title: t`API server`, hue: 'api', opens: 'store' },
    },
    pipes: {
      calls: { from: 'loop', to: 'board', says: 'initFn' },
      answers: { from: 'board', to: 'verdicts' },
      asks: { from: 'board', to: 'context' },
      requests: { from: 'context', to: 'api' },
    },
  }),
  scene(frame) {
    const counts = countsOf(frame);
    const of = rowsOf(frame.world, program, 'controllers').length;
    return {
      says: t`${of} of ${turnsOf(frame.recording).names.length} controllers have had their turn: ${counts.started} started, ${counts.skipped} skipped, ${counts.disabled} disabled, ${counts.failed} failed.`,
      parts: {
        loop: loopOf(frame),
        verdicts: verdictsOf(counts),
        board: boardOf(frame),
        context: contextOf(frame),
        api: apiOf(frame),
      },
    };
  },
  path: pathOf,
};

type Counts = Readonly<Record<'started' | 'skipped' | 'disabled' | 'failed', number>>;

function countsOf({ world }: Frame): Counts {
  const fates = rowsOf(world, program, 'controllers').map(({ cells }) => cells[1]);
  const count = (fate: string): number => fates.filter((each) => each === fate).length;
  return {
    started: count('started'),
    skipped: count('skipped'),
    disabled: count('disabled'),
    failed: count('failed'),
  };
}

/** Says what the signs on the board mean, too. */
function verdictsOf(counts: Counts): Content {
  const { started, skipped, disabled, failed } = counts;
  const chip = (id: keyof Counts, text: string): Chip => ({
    id: `verdict-${id}`,
    text,
    ...(counts[id] > 0 && { tone: tones[id] ?? 'off' }),
  });
  return {
    blocks: [
      {
        kind: 'chips',
        chips: [
          chip('started', t`${started} started`),
          chip('skipped', t`${skipped} skipped`),
          chip('disabled', t`${disabled} disabled`),
          chip('failed', t`${failed} failed`),
        ],
      },
    ],
  };
}

/** The loop, and how far apart its starts are. */
function loopOf({ world, recording, entry }: Frame): Content {
  const { times } = turnsOf(recording);
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const flag = '--controller-start-interval=';
  const args = mapGet(world.programs, program)?.args ?? [];
  const interval = args.find((arg) => arg.startsWith(flag))?.slice(flag.length) ?? '0s';
  const now = rowsOf(world, program, 'controllers').find(({ cells }) => cells[1] === 'starting');
  const ticks = times.filter((at) => at <= entry.at).map((at) => ({ at, tone: 'good' as const }));
  return {
    blocks: [
      {
        kind: 'lines',
        lines: [
          { label: t`interval`, text: interval === '0s' ? t`0s, no pauses` : t`${interval} to twice that` },
          { label: '▷', text: now?.name ?? '–' },
        ],
      },
      ...(interval === '0s'
        ? []
        : ([
            {
              kind: 'lanes',
              lanes: [{ id: 'starts', title: t`starts`, bars: [], ticks }],
              from,
              to: Math.max(to, from + 1),
              now: entry.at,
            },
          ] as const)),
    ],
  };
}

const fateWords = (fate: string): string =>
  ({ starting: t`now`, started: t`started`, skipped: t`skipped`, failed: t`failed`, disabled: t`disabled` })[
    fate
  ] ?? '';

function boardOf({ world, recording, entry: { event } }: Frame): Content {
  const fates = new Map(
    rowsOf(world, program, 'controllers').map(({ name, cells, note }) => [
      name,
      { fate: cells[1] ?? '', note },
    ]),
  );
  const { names } = turnsOf(recording);
  const cells = names.map((name): Cell => {
    const fate = fates.get(name)?.fate ?? '';
    const tone = tones[fate];
    const lit = event.kind === 'startup' && event.name === name;
    return { id: name, text: name, ...(tone && { tone, means: fateWords(fate) }), ...(lit && { lit }) };
  });
  return { note: t`${fates.size} of ${names.length}`, blocks: [{ kind: 'board', least: 140, cells }] };
}

function contextOf({ world }: Frame): Content {
  const typed = rowsOf(world, program, 'informers');
  const running = typed.filter(({ cells }) => cells[0] === 'started').length;
  const open = cellOf(rowsOf(world, program, 'context'), 'InformersStarted');
  const clients = rowsOf(world, program, 'clients').length;
  if (open === '') return { tone: 'off' };
  return {
    blocks: [
      {
        kind: 'chips',
        chips: [
          { id: 'running', text: t`${running}/${typed.length} informers`, hue: 'informer' },
          { id: 'clients', text: t`${clients} clients`, hue: 'controller' },
          {
            id: 'closed',
            text: 'InformersStarted',
            note: open === 'closed' ? t`closed` : t`open`,
            tone: open === 'closed' ? 'good' : 'wait',
          },
        ],
      },
    ],
  };
}

const apiOf = ({ world }: Frame): Content => ({
  blocks: [{ kind: 'lines', lines: [{ label: t`revision`, text: String(world.store.revision) }] }],
});

/** Steps of a start that have to do with what all share. */
const shared = new Set([
  'client',
  'informer',
  'factory',
  'informers',
  'context',
  'mapper',
  'builder',
  'stop',
  'path',
  'cloud',
]);

function pathOf({ entry: { event } }: Frame): readonly (string | Hop)[] {
  switch (event.kind) {
    case 'startup':
      if (event.phase === 'starting') return ['loop', { pipe: 'calls', text: event.name }, 'board'];
      if (event.phase === 'disabled') return ['loop', 'board', 'verdicts'];
      if (event.phase in tones)
        return [
          'board',
          { pipe: 'answers', text: event.phase, tone: tones[event.phase] ?? 'off' },
          'verdicts',
        ];
      if (event.phase === 'client' || event.phase === 'informer')
        return ['board', { pipe: 'asks', text: lastPart(event.name) }, 'context'];
      return [shared.has(event.phase) ? 'context' : event.phase === 'not re-implemented' ? 'board' : 'loop'];
    case 'api.request':
      return ['context', { pipe: 'requests', text: event.verb }, 'api'];
    case 'api.error':
      return ['api', { pipe: 'requests', text: event.reason, reverse: true, tone: 'bad' }, 'context'];
    case 'reflector.list':
    case 'watch.event':
      return [
        'api',
        { pipe: 'requests', text: 'key' in event ? lastPart(event.key) : 'list', reverse: true },
        'context',
      ];
    case 'store.write':
      return ['api'];
    case 'http.response':
      return ['board'];
    default:
      return event.kind.startsWith('api.') || event.kind === 'act'
        ? ['api']
        : event.kind.startsWith('program.')
          ? ['loop']
          : ['context'];
  }
}
