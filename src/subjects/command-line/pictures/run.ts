import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import { board, chips, holds, road, text } from '../../../components/picture/content.ts';
import type {
  Block,
  Chip,
  Content,
  Frame,
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
import type { World } from '../../../runtime/stage/world.ts';
import { type Replica, replicaAt, replicasOf } from './run/replicas.ts';
import { pathOf } from './run/way.ts';

/** `Run` in each controller-manager: the road of main, the servers and the goroutine of the leader that branch off, and the lock. */
export const picture: Picture = {
  blocks: ['board', 'chips', 'lines', 'road'],
  plan(recording) {
    const names = replicasOf(recording);
    const parts: Record<string, Part> = { api: { title: t`API server`, hue: 'api', opens: 'store' } };
    const pipes: Record<string, Pipe> = {};
    for (const name of names) {
      const alone = isAlone(recording.entries.at(-1)?.world, name);
      const title = names.length > 1 ? name.replace('kube-controller-manager', 'kcm') : name;
      parts[`main:${name}`] = { title, hue: 'controller', opens: 'goroutines' };
      parts[`servers:${name}`] = { title: 'go Serve', hue: 'queue', opens: 'state' };
      // Without an election nothing begins a goroutine for it.
      parts[`work:${name}`] = { title: alone ? 'run' : 'go run', hue: 'informer', opens: 'state' };
      pipes[`lock:${name}`] = { from: `main:${name}`, to: 'api', says: alone ? undefined : t`lock` };
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
  path: pathOf,
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

/** True where a controller-manager is to work without being elected. */
const isAlone = (world: World | undefined, name: string): boolean =>
  (world && mapGet(world.programs, name)?.args.includes('--leader-elect=false')) ?? false;

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
  const held: readonly Chip[] =
    holder === undefined ? [] : [{ id: 'lease', text: t`lease of ${holder}`, hue: 'api' }];
  return holds(chips(held, { empty: t`no lease yet` }));
}

/** The three parts of a replica. */
function partsOf(frame: Frame, name: string): Readonly<Record<string, Content>> {
  const replica = replicaAt(frame.recording, frame.entry, name);
  const up = isUp(frame, name);
  return {
    [`main:${name}`]: mainOf(frame, name, replica, up),
    [`servers:${name}`]: serversOf(frame, name, replica, up),
    [`work:${name}`]: workOf(frame, name, replica, up),
  };
}

function stationsOf(replica: Replica, names: readonly string[], up: boolean): readonly Station[] {
  const last = names.findLastIndex((name) => replica.passed.has(name));
  return names.map((name, i): Station => {
    if (!replica.passed.has(name)) return { id: name, title: name, tone: i < last ? 'over' : undefined };
    return { id: name, title: name, tone: i === last && up && replica.last === name ? 'busy' : 'good' };
  });
}

const electionTones: Readonly<Record<string, Tone>> = { leads: 'good', waits: 'wait', lost: 'bad' };

function mainOf({ world }: Frame, name: string, { role, ended, ...replica }: Replica, up: boolean): Content {
  const program = mapGet(world.programs, name);
  const asleep = program?.state === 'paused';
  const cut = up && role !== 'lost' && mapGet(world.faults, `partition ${name}`) !== undefined;
  const roles = { leads: t`leads`, waits: t`waits`, lost: t`lost` };
  const gone = !ended ? t`idle` : ended.code > 0 ? t`exit ${ended.code}` : t`ended`;
  const runs = asleep ? t`stalls` : role === undefined ? t`runs` : roles[role];
  const stations = stationsOf(replica, ['version', 'configz', 'healthz', '10257', '10252'], up);
  const election = {
    id: 'election',
    title: t`election`,
    tone: isAlone(world, name) ? 'over' : electionTones[role ?? ''],
  } as const;
  return {
    note: cut ? t`cut off` : up ? runs : gone,
    tone: !up ? (ended ? 'bad' : 'off') : cut ? 'bad' : asleep ? 'wait' : 'good',
    ...holds(road([...stations, election])),
  };
}

/** The head of a path, by which it is listed: `/debug/pprof` of `/debug/pprof/heap`. */
const headOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('/debug/') ? 3 : 2)
    .join('/');

/** The paths of each port, by their first word, and what was answered last. */
function serversOf({ world }: Frame, name: string, { answer, health }: Replica, up: boolean): Content {
  const ports = [10257, 10252].flatMap((port, i): readonly Block[] => {
    const rows = up ? rowsOf(world, name, `mux-${i + 1}`) : [];
    if (rows.length === 0) return [];
    const heads = [...new Set(rows.map(({ name: path }) => headOf(path)))];
    const open = mapGet(world.programs, name)?.ports.includes(port);
    const paths = heads.map((path) => ({
      id: `path:${name}:${port}:${path}`,
      text: path.replace(/^\/debug\/controllers$/, '/debug/controllers/…'),
      hue: 'queue' as const,
    }));
    const label = open ? t`:${port}, open, ${rows.length} paths` : t`${rows.length} paths`;
    return [chips(paths, { label })];
  });
  const tone = answer && answer.status >= 400 ? ('bad' as const) : undefined;
  const well = health === undefined || health === 200;
  return {
    note: health === undefined || !up ? undefined : well ? t`well` : t`not well`,
    tone: !up || ports.length === 0 ? 'off' : well ? 'good' : 'bad',
    ...holds(
      answer && up && text({ label: String(answer.status), text: shortPath(answer.path), tone }),
      ...ports,
    ),
  };
}

/** A long path by its ends: `/debug/…/graph`. */
const shortPath = (path: string): string =>
  path.length > 24 ? path.replace(/^(\/[^/]*)\/.*(\/[^/]*)$/, '$1/…$2') : path;

function workOf({ world }: Frame, name: string, replica: Replica, up: boolean): Content {
  const { passed, role } = replica;
  const begun = up && passed.has('builders');
  const controllers = rowsOf(world, name, 'controllers').filter(({ cells }) => cells[1] === 'started').length;
  const names: Readonly<Record<string, string>> = {
    select: 'select {}',
    ...(begun && controllers > 0 && { controllers: t`${controllers} controllers` }),
  };
  const stations = stationsOf(replica, ['builders', 'context', 'controllers', 'informers', 'select'], begun);
  const cells = stations.map(({ id, title, tone }) => ({
    id,
    text: names[id] ?? title,
    tone: begun ? tone && (id === 'select' ? ('wait' as const) : tone) : undefined,
  }));
  return {
    tone: !begun ? 'off' : passed.has('stop') ? 'bad' : 'good',
    ...holds(board(cells, { least: 128 }), role === 'waits' && up && text(t`not called`)),
  };
}
