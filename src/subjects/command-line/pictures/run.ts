import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import type {
  Block,
  Chip,
  Content,
  Frame,
  Hop,
  Part,
  Picture,
  Pipe,
  Plan,
  Tone,
} from '../../../components/picture/description.ts';
import type { Station } from '../../../components/picture/blocks/road.tsx';
import { rowsOf } from '../../../components/picture/read-world.ts';
import { programWords } from '../../../recording/words.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import type { Event } from '../../../runtime/stage/events.ts';
import { type Replica, replicaAt, replicasOf, stationOf } from './run/replicas.ts';

/** `Run` in each controller-manager: the road of main, the servers and the goroutine of the leader that branch off, and the lock. */
export const picture: Picture = {
  blocks: ['board', 'chips', 'lines', 'road'],
  plan(recording) {
    const names = replicasOf(recording);
    const parts: Record<string, Part> = { api: { title: t`API server`, hue: 'api', opens: 'store' } };
    const pipes: Record<string, Pipe> = {};
    for (const name of names) {
      const title = names.length > 1 ? name.replace('kube-controller-manager', 'kcm') : name;
      parts[`main:${name}`] = { title, hue: 'controller', opens: 'goroutines' };
      parts[`servers:${name}`] = { title: 'go Serve', hue: 'queue' };
      parts[`work:${name}`] = { title: 'go run', hue: 'informer' };
      pipes[`lock:${name}`] = { from: `main:${name}`, to: 'api', says: t`lock` };
      pipes[`serves:${name}`] = { from: `main:${name}`, to: `servers:${name}`, dashed: true };
      pipes[`goes:${name}`] = { from: `main:${name}`, to: `work:${name}`, dashed: true };
    }
    return { ...areasOf(names), parts, pipes };
  },
  scene(frame) {
    const names = replicasOf(frame.recording);
    return {
      says: saysOf(frame),
      parts: Object.assign({ api: apiOf(frame) }, ...names.map((name) => partsOf(frame, name))) as Record<
        string,
        Content
      >,
    };
  },
  path({ recording, entry: { event } }) {
    const named = namedBy(event);
    const name = replicasOf(recording).find((one) => named === one || named?.startsWith(`${one}/`));
    if (name !== undefined) return wayOf(event, name);
    return /^(store|api|watch)\./.test(event.kind) ? ['api'] : [];
  },
};

/** Side by side where there is room; else one above the lock and one below it. */
function areasOf(names: readonly string[]): Pick<Plan, 'shapes' | 'tall'> {
  const row = (kind: string): string =>
    names.map((name) => across(kind === 'api' ? kind : `${kind}:${name}`, 9)).join('');
  // Paths are longer than the names of stations.
  const below = (servers: number, work: number): string =>
    names.map((name) => across(`servers:${name}`, servers) + across(`work:${name}`, work)).join('');
  const [first, second] = names;
  const wide = `50 ${row('api')}
                ${second === undefined ? 60 : 94} ${row('main')}
                ${second === undefined ? 236 : 202} ${below(5, 4)}`;
  if (first === undefined || second === undefined)
    return { shapes: { wide, narrow: wide.replace('60 main', '94 main') } };
  const branches = (name: string): string => across(`servers:${name}`, 3) + across(`work:${name}`, 2);
  return {
    tall: 720,
    shapes: {
      wide,
      narrow: `196 ${branches(first)}
               87 ${across(`main:${first}`, 5)}
               50 ${across('api', 5)}
               87 ${across(`main:${second}`, 5)}
               196 ${branches(second)}`,
    },
  };
}

/** The program that an event is of, or `<program>/<what>`. */
function namedBy(event: Event): string | undefined {
  if (event.kind === 'act') return 'program' in event.act ? event.act.program : undefined;
  for (const field of ['program', 'informer', 'watch', 'queue'] as const)
    if (field in event) return (event as Readonly<Record<string, unknown>>)[field] as string;
  return undefined;
}

function wayOf(event: Event, name: string): readonly (string | Hop)[] {
  const [main, servers, work] = [`main:${name}`, `servers:${name}`, `work:${name}`];
  const locks = (text: string, more: Partial<Hop> = {}): readonly (string | Hop)[] => [
    main,
    { pipe: `lock:${name}`, text, ...more },
    'api',
  ];
  switch (event.kind) {
    case 'leader.acquired':
      return [...locks(t`takes`), { pipe: `goes:${name}` }, work];
    case 'leader.renewed':
      return locks(t`renews`);
    case 'leader.waits':
    case 'leader.observed':
      return locks(t`held`, { reverse: true });
    case 'leader.failed':
      return locks(t`no answer`, { reverse: true, tone: 'bad' });
    case 'http.response':
      return [servers];
    case 'startup': {
      const { phase, name: what } = event;
      if (phase === 'serve')
        return [main, { pipe: `serves:${name}`, text: what.slice(what.lastIndexOf(':')) }, servers];
      if (phase === 'mux' || phase === 'path')
        return [servers, ...(what.includes('/healthz/') ? [main] : [])];
      if (phase === 'builder') return [main, { pipe: `goes:${name}` }, work];
      return [
        stationOf(phase, what) === 'configz'
          ? main
          : /^(main|cobra|flag|defaults|config|apply|complete|run|log)$/.test(phase)
            ? main
            : work,
      ];
    }
    case 'act':
      return event.act.kind === 'request'
        ? [servers]
        : event.act.kind === 'partition'
          ? [main, 'api']
          : [main];
    case 'api.request':
    case 'api.error':
      return 'resource' in event && event.resource === 'leases' ? [main, 'api'] : [work, 'api'];
    default:
      return /^(program|leader)\./.test(event.kind) ? [main] : [work];
  }
}

const isUp = ({ world }: Frame, name: string): boolean =>
  /running|paused/.test(mapGet(world.programs, name)?.state ?? '');

function saysOf(frame: Frame): string {
  const names = replicasOf(frame.recording);
  const up = names.filter((name) => isUp(frame, name));
  const leads = up.find((name) => replicaAt(frame.recording, frame.entry, name).role === 'leads');
  if (leads !== undefined)
    return t`${up.length} of ${names.length} controller-managers run; ${programWords(leads)} leads.`;
  return t`${up.length} of ${names.length} controller-managers run; none leads.`;
}

function apiOf({ world }: Frame): Content {
  const lease = mapGet(world.store.objects, 'leases/kube-system/kube-controller-manager') as
    { readonly spec?: { readonly holderIdentity?: string } } | undefined;
  const holder = lease?.spec?.holderIdentity?.split('_')[0];
  const chips: readonly Chip[] =
    holder === undefined ? [] : [{ id: 'lease', text: t`lease of ${holder}`, hue: 'api' }];
  return {
    blocks: [{ kind: 'chips', chips, empty: t`no lease yet` }],
  };
}

/** The three parts of a replica. */
function partsOf(frame: Frame, name: string): Readonly<Record<string, Content>> {
  const replica = replicaAt(frame.recording, frame.entry, name);
  const up = isUp(frame, name);
  const asleep = mapGet(frame.world.programs, name)?.state === 'paused';
  return {
    [`main:${name}`]: mainOf(frame, name, replica, up, asleep),
    [`servers:${name}`]: serversOf(frame, name, replica, up),
    [`work:${name}`]: workOf(frame, name, replica, up),
  };
}

function stationsOf(replica: Replica, names: readonly string[], up: boolean): readonly Station[] {
  const last = names.findLastIndex((name) => replica.passed.has(name));
  return names.map((name, i): Station => {
    if (!replica.passed.has(name)) return { id: name, title: name, ...(i < last && { tone: 'off' }) };
    return { id: name, title: name, tone: i === last && up && replica.last === name ? 'busy' : 'good' };
  });
}

function mainOf(frame: Frame, name: string, replica: Replica, up: boolean, asleep: boolean): Content {
  const { role, ended } = replica;
  const started = mapGet(frame.world.programs, name)?.args.includes('--leader-elect=false') ?? false;
  const election: Tone | undefined =
    role === 'leads' ? 'good' : role === 'waits' ? 'wait' : role === 'lost' ? 'bad' : undefined;
  const note = !up
    ? ended && ended.code > 0
      ? t`exit ${ended.code}`
      : ended
        ? t`ended`
        : t`idle`
    : asleep
      ? t`stalls`
      : { leads: t`leads`, waits: t`waits`, lost: t`lost` }[role ?? 'waits'];
  const cut = up && role !== 'lost' && mapGet(frame.world.faults, `partition ${name}`) !== undefined;
  const tone: Tone = !up ? (ended ? 'bad' : 'off') : cut ? 'bad' : asleep ? 'wait' : 'good';
  return {
    note: cut ? t`cut off` : up && role === undefined && !asleep ? t`runs` : note,
    tone,
    blocks: [
      {
        kind: 'road',
        stations: [
          ...stationsOf(replica, ['version', 'configz', 'healthz', '10257', '10252'], up),
          {
            id: 'election',
            title: t`election`,
            ...(election ? { tone: election } : started ? { tone: 'off' as const } : {}),
          },
        ],
      },
    ],
  };
}

/** The paths of each port, by their first word, and what was answered last. */
function serversOf({ world }: Frame, name: string, { answer, health }: Replica, up: boolean): Content {
  const program = mapGet(world.programs, name);
  const blocks = [10257, 10252].flatMap((port, i): readonly Block[] => {
    const rows = up ? rowsOf(world, name, `mux-${i + 1}`) : [];
    if (rows.length === 0) return [];
    const heads = new Set(
      rows.map(({ name: path }) =>
        path
          .split('/')
          .slice(0, path.startsWith('/debug/') ? 3 : 2)
          .join('/'),
      ),
    );
    const open = program?.ports.includes(port);
    return [
      {
        kind: 'chips',
        label: open ? t`:${port}, open, ${rows.length} paths` : t`${rows.length} paths`,
        chips: [...heads].map((path) => ({
          id: `path:${name}:${port}:${path}`,
          text: path.replace(/^\/debug\/controllers$/, '/debug/controllers/…'),
          hue: 'queue' as const,
        })),
      },
    ];
  });
  const said: readonly Block[] =
    answer && up
      ? [
          {
            kind: 'lines',
            lines: [
              {
                label: String(answer.status),
                text: shortPath(answer.path),
                ...(answer.status >= 400 && { tone: 'bad' as const }),
              },
            ],
          },
        ]
      : [];
  return {
    ...(health !== undefined && up && { note: health === 200 ? t`well` : t`not well` }),
    tone: !up || blocks.length === 0 ? 'off' : health !== undefined && health !== 200 ? 'bad' : 'good',
    blocks: [...said, ...blocks],
  };
}

/** A long path by its ends: `/debug/…/graph`. */
const shortPath = (path: string): string =>
  path.length > 24 ? path.replace(/^(\/[^/]*)\/.*(\/[^/]*)$/, '$1/…$2') : path;

function workOf({ world }: Frame, name: string, replica: Replica, up: boolean): Content {
  const { passed, role } = replica;
  const begun = up && passed.has('builders');
  const controllers = rowsOf(world, name, 'controllers').filter(({ cells }) => cells[1] === 'started').length;
  const stations = stationsOf(replica, ['builders', 'context', 'controllers', 'informers', 'select'], begun);
  const cells = stations.map(({ id, title, tone }) => ({
    id,
    text:
      id === 'select'
        ? 'select {}'
        : id === 'controllers' && begun && controllers > 0
          ? t`${controllers} controllers`
          : title,
    ...(begun && tone && { tone: id === 'select' ? ('wait' as const) : tone }),
  }));
  return {
    tone: !begun ? 'off' : passed.has('stop') ? 'bad' : 'good',
    blocks: [
      { kind: 'board', least: 128, cells },
      { kind: 'lines', lines: role === 'waits' && up ? [{ text: t`not called` }] : [] },
    ],
  };
}
