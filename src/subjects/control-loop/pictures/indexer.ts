import { t, translated } from '../../../i18n/t.ts';
import type { Chip, Content, Frame, Hop, Picture } from '../../../components/picture/description.ts';
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
      indices: { title: 'indices', hue: 'informer' },
      controller: { title: t`Controller`, hue: 'controller' },
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
    const program = programOf(recording);
    const counted = countedIn(recording);
    const cached = mapGet(world.indexers, `${program}/${counted}`);
    return {
      says: saysOf(frame),
      parts: {
        server: {
          blocks: [
            {
              kind: 'chips',
              label: translated(counted),
              chips: chipsOf(world.store.objects, { prefix: `${counted}/`, place: 'store', hue: 'api' }),
            },
          ],
        },
        items: {
          note: countOfKind(cached?.size ?? 0, counted),
          blocks: [
            {
              kind: 'chips',
              chips: chipsOf(cached, { place: 'item', hue: 'informer' }),
              empty: t`nothing so far`,
            },
          ],
        },
        indices: indicesOf(frame),
        controller: controllerOf(frame),
        nodes: nodesOf(frame),
      },
    };
  },
  path: pathOf,
};

function pathOf({ entry: { event }, recording }: Frame): readonly (string | Hop)[] {
  const [program, counted] = [programOf(recording), countedIn(recording)];
  switch (event.kind) {
    case 'indexer.write': {
      const text = `${event.verb} ${lastPart(event.key)}`;
      return splitName(event.informer).resource === counted
        ? ['items', { pipe: 'index', text }, 'indices']
        : ['nodes'];
    }
    case 'watch.event':
      if (event.watch === `${program}/${counted}`)
        return ['server', { pipe: 'watch', text: `${event.type} ${lastPart(event.key)}` }, 'items'];
      return event.watch === `${program}/nodes` ? ['server', 'nodes'] : [];
    case 'reflector.list':
      return splitName(event.informer).resource === counted
        ? ['server', { pipe: 'watch', text: countOfKind(event.count, counted) }, 'items']
        : ['server', 'nodes'];
    case 'program.output':
      return ['indices', { pipe: 'read', text: 'ByIndex' }, 'controller'];
    case 'api.request':
      return event.program === program && event.verb === 'update'
        ? ['controller', { pipe: 'write', text: `${event.verb} ${lastPart(event.key)}` }, 'server']
        : ['server'];
    case 'api.error':
      return [
        'server',
        { pipe: 'write', text: String(event.code), reverse: true, tone: 'bad' },
        'controller',
      ];
    case 'workqueue.get':
      return ['nodes', { pipe: 'get', text: lastPart(event.key) }, 'controller'];
    case 'workqueue.add':
    case 'workqueue.addAfter':
    case 'workqueue.done':
    case 'workqueue.forget':
    case 'handler.call':
      return ['controller'];
    case 'fifo.add':
    case 'fifo.pop':
      return [splitName(event.informer).resource === counted ? 'items' : 'nodes'];
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
  return {
    blocks: [
      { kind: 'lines', lines: [{ label: t`index`, text: 'node' }] },
      { kind: 'groups', groups: index('node'), empty: t`nothing so far` },
      { kind: 'lines', lines: [{ label: t`index`, text: 'namespace' }] },
      { kind: 'groups', groups: index('namespace'), empty: t`nothing so far` },
    ],
  };
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
  return {
    blocks: [
      { kind: 'gauge', label: t`reads`, text: String(reads), value: reads / most },
      { kind: 'gauge', label: t`requests`, text: String(requests), value: requests / most },
    ],
  };
}

const noLabel = (cell: string | undefined): string => (cell === undefined || cell === 'none' ? '–' : cell);

/** What the controller writes: a label with the number of pods. */
function nodesOf({ world, recording }: Frame): Content {
  const rows = rowsOf(world, `${programOf(recording)}/labels`);
  return {
    blocks: [
      {
        kind: 'table',
        columns: [t`label of`, t`in the cache`, t`stored`],
        widths: [1, 1, 0.8],
        empty: t`nothing so far`,
        lines: rows.map(({ name, cells: [cached, stored] }) => ({
          id: name,
          cells: [name, noLabel(cached), `${cached === stored ? '' : '≠ '}${noLabel(stored)}`],
          ...(cached !== stored && { tone: 'bad' as const, lit: true }),
        })),
      },
    ],
  };
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
