import { t, translated } from '../../../i18n/t.ts';
import { chips, gauge, groups, holds, table, text } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture } from '../../../components/picture/description.ts';
import { type Way, along, back } from '../../../components/picture/ways.ts';
import type { Recording } from '../../../recording/recording.ts';
import { countOfKind, lastPart, splitName } from '../../../recording/words.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import { chipsOf, countedIn, firstInformer, rowsOf } from '../picture-data.ts';

/** The program whose caches are looked at: the one that has informers. */
const programOf = (recording: Recording): string => splitName(firstInformer(recording)).program;

/** A cache of pods with two indices, which its informer writes and a controller reads. */
export const picture: Picture = {
  blocks: ['chips', 'gauge', 'groups', 'lines', 'table'],
  plan: () => ({
    shapes: {
      wide: `1 server items items
             1.1 controller indices indices
             1 nodes indices indices`,
      narrow: `1 server items items
               1.9 controller indices indices
               0.9 nodes nodes nodes`,
    },
    tall: 600,
    parts: {
      server: { title: t`API server`, hue: 'api', opens: 'store' },
      items: { title: 'items', hue: 'informer', opens: 'indexer' },
      indices: { title: 'indices', hue: 'informer', opens: 'state' },
      controller: { title: t`Controller`, hue: 'controller', opens: 'state' },
      nodes: { title: t`Cache of nodes`, hue: 'informer', opens: 'indexer' },
    },
    pipes: {
      watch: { from: 'server', to: 'items' },
      index: { from: 'items', to: 'indices', says: 'IndexFunc' },
      read: { from: 'indices', to: 'controller' },
      get: { from: 'nodes', to: 'controller' },
      write: { from: 'controller', to: 'server' },
    },
  }),
  scene: (frame) => {
    const { world, recording } = frame;
    const counted = countedIn(recording);
    const cached = mapGet(world.indexers, `${programOf(recording)}/${counted}`);
    const stored = chipsOf(world.store.objects, { prefix: `${counted}/`, place: 'store', hue: 'api' });
    return {
      says: saysOf(frame),
      parts: {
        server: holds(chips(stored, { label: translated(counted) })),
        items: {
          note: countOfKind(cached?.size ?? 0, counted),
          ...holds(chips(chipsOf(cached, { place: 'item', hue: 'informer' }), { empty: t`nothing so far` })),
        },
        indices: indicesOf(frame),
        controller: controllerOf(frame),
        nodes: nodesOf(frame),
      },
    };
  },
  path: pathOf,
};

function pathOf({ entry: { event }, recording }: Frame): Way {
  const [program, counted] = [programOf(recording), countedIn(recording)];
  const isCounted = 'informer' in event && splitName(event.informer).resource === counted;
  switch (event.kind) {
    case 'indexer.write':
      return isCounted
        ? along('items', 'index', 'indices', `${event.verb} ${lastPart(event.key)}`)
        : ['nodes'];
    case 'watch.event':
      if (event.watch === `${program}/${counted}`)
        return along('server', 'watch', 'items', `${event.type} ${lastPart(event.key)}`);
      return event.watch === `${program}/nodes` ? ['server', 'nodes'] : [];
    case 'reflector.list':
      return isCounted
        ? along('server', 'watch', 'items', countOfKind(event.count, counted))
        : ['server', 'nodes'];
    case 'program.output':
      return along('indices', 'read', 'controller', 'ByIndex');
    case 'api.request':
      return event.program === program && event.verb === 'update'
        ? along('controller', 'write', 'server', `${event.verb} ${lastPart(event.key)}`)
        : ['server'];
    case 'api.error':
      return back('server', 'write', 'controller', String(event.code), 'bad');
    case 'workqueue.get':
      return along('nodes', 'get', 'controller', lastPart(event.key));
    case 'workqueue.add':
    case 'workqueue.addAfter':
    case 'workqueue.done':
    case 'workqueue.forget':
    case 'handler.call':
      return ['controller'];
    case 'fifo.add':
    case 'fifo.pop':
      return [isCounted ? 'items' : 'nodes'];
    default:
      return ['server'];
  }
}

/** A value of an index, in words where it is empty: a pod without a node is found under it. */
const valueOf = (name: string): string => (name === '(none)' ? t`no node` : name);

/** Each index is a map from values to the keys that have them. */
function indicesOf({ world, recording }: Frame): Content {
  const index = (name: string): { id: string; title: string; chips: readonly Chip[] }[] =>
    rowsOf(world, `${programOf(recording)}/index ${name}`).map((row) => ({
      id: `${name} ${row.name}`,
      title: valueOf(row.name),
      chips: (row.cells[0] ?? '')
        .split(', ')
        .filter((key) => key !== '')
        .map((key) => ({ id: `${name}:${key}`, text: lastPart(key), hue: 'queue' as const })),
    }));
  const empty = t`nothing so far`;
  return holds(
    text({ label: t`index`, text: 'node' }),
    groups(index('node'), { empty }),
    text({ label: t`index`, text: 'namespace' }),
    groups(index('namespace'), { empty }),
  );
}

/** How often the controller has read its caches, beside how often its program has asked the API server. */
function controllerOf({ world, recording }: Frame): Content {
  const rows = rowsOf(world, `${programOf(recording)}/reads`);
  const sum = (cached: boolean): number =>
    rows
      .filter(({ name }) => name.endsWith('from the cache') === cached)
      .reduce((all, { cells }) => all + Number(cells[0] ?? 0), 0);
  const [reads, requests] = [sum(true), sum(false)];
  const most = Math.max(10, reads, requests);
  return holds(
    gauge(t`reads`, reads / most, String(reads)),
    gauge(t`requests`, requests / most, String(requests)),
  );
}

const noLabel = (cell: string | undefined): string => (cell === undefined || cell === 'none' ? '–' : cell);

/** What the controller writes: a label with the number of pods. */
function nodesOf({ world, recording }: Frame): Content {
  const lines = rowsOf(world, `${programOf(recording)}/labels`).map(({ name, cells: [cached, stored] }) => ({
    id: name,
    cells: [name, noLabel(cached), `${cached === stored ? '' : '≠ '}${noLabel(stored)}`],
    tone: cached === stored ? undefined : ('bad' as const),
    lit: cached !== stored,
  }));
  return holds(
    table([t`label of`, t`cached`, t`stored`], lines, { widths: [1.1, 0.9, 0.9], empty: t`nothing so far` }),
  );
}

function saysOf({ world, recording }: Frame): string {
  const counted = countedIn(recording);
  const cached = mapGet(world.indexers, `${programOf(recording)}/${counted}`);
  const buckets = rowsOf(world, `${programOf(recording)}/index node`).map(
    ({ name, cells }) => `${valueOf(name)} ${(cells[0] ?? '').split(', ').filter(Boolean).length}`,
  );
  const apart = rowsOf(world, `${programOf(recording)}/labels`).filter(
    ({ cells: [cached, stored] }) => cached !== stored,
  );
  const what = t`The cache has ${countOfKind(cached?.size ?? 0, counted)}, by node: ${buckets.join(', ') || t`none`}.`;
  return apart.length === 0
    ? what
    : t`${what} The label of ${apart.map(({ name }) => name).join(', ')} is not in the cache as it is stored.`;
}
