import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import type { Content, Frame, Hop, Picture } from '../../../components/picture/description.ts';
import { rowsOf } from '../../../components/picture/read-world.ts';
import { lastPart } from '../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { Asked } from '../../../runtime/subjects/command-line/world.ts';

const program = 'kube-controller-manager';

/** What the controllers share: the fields, informers of which each is asked for by many and made once, clients with their names. */
export const picture: Picture = {
  blocks: ['lines', 'table', 'wires'],
  plan: () => ({
    shapes: {
      wide: `2.1 ${across('fields', 8)}${across('factories', 7)}
             1.1 ${across('api', 5)}${across('clients', 10)}`,
      narrow: `228 fields
               182 factories
               130 clients
               84 api`,
    },
    tall: 704,
    parts: {
      fields: { title: 'ControllerContext', hue: 'controller' },
      factories: { title: 'InformerFactory', hue: 'informer' },
      clients: { title: 'ClientBuilder', hue: 'controller' },
      api: { title: t`API server`, hue: 'api', opens: 'store' },
    },
    pipes: {
      shares: { from: 'fields', to: 'factories' },
      makes: { from: 'factories', to: 'clients' },
      requests: { from: 'clients', to: 'api' },
    },
  }),
  scene(frame) {
    const asked = askedOf(frame);
    const made = new Set(asked.map(({ informer }) => informer)).size;
    const clients = rowsOf(frame.world, program, 'clients').length;
    return {
      says: t`Requests for informers: ${asked.length}; informers made: ${made}; clients made: ${clients}.`,
      parts: {
        fields: fieldsOf(frame),
        factories: factoriesOf(frame, asked, made),
        clients: clientsOf(frame),
        api: apiOf(frame),
      },
    };
  },
  path: pathOf,
};

const askedOf = ({ world }: Frame): readonly Asked[] => mapGet(world.asked, program) ?? [];

function fieldsOf({ world, entry: { event } }: Frame): Content {
  const rows = rowsOf(world, program, 'context');
  const lit = event.kind === 'startup' ? event.name : '';
  return {
    note: t`${rows.length} fields`,
    blocks: [
      {
        kind: 'table',
        columns: [t`Field`, t`Value`],
        widths: [11, 9],
        lines: rows.map(({ name, cells }) => ({
          id: name,
          cells: [name, cells[0] ?? ''],
          lit: name === lit,
        })),
        empty: t`not made yet`,
      },
    ],
  };
}

/** `Pod` of `v1 Pod`, `configmaps` of `v1/configmaps`. */
const typeOf = (informer: string): string => lastPart(informer.slice(informer.indexOf(' ') + 1));

/** Who asks for which informer, the latest first: what has just been asked for stays in sight. */
function factoriesOf({ world, entry: { event } }: Frame, asked: readonly Asked[], made: number): Content {
  const runs = new Set(
    [...rowsOf(world, program, 'informers'), ...rowsOf(world, program, 'metadata')]
      .filter(({ cells }) => cells[0] === 'started')
      .map(({ name }) => name),
  );
  const lit = event.kind === 'startup' && event.phase === 'informer' ? event.name : '';
  const names = (pick: (ask: Asked) => string): readonly string[] => [...new Set(asked.map(pick))];
  const ask = asked.findLast(({ informer }) => informer === lit);
  return {
    note: t`asked ${asked.length}, made ${made}, running ${runs.size}`,
    blocks: [
      asked.length === 0
        ? { kind: 'lines', lines: [{ text: t`nobody has asked for an informer` }] }
        : {
            kind: 'wires',
            left: names(({ asker }) => asker).map((name) => ({ id: name, text: name })),
            right: names(({ informer }) => informer).map((name) => ({
              id: name,
              text: runs.has(name) ? `✓ ${typeOf(name)}` : typeOf(name),
              tone: runs.has(name) ? ('good' as const) : ('wait' as const),
            })),
            wires: asked.map((one) => ({ from: one.asker, to: one.informer, lit: one === ask })),
          },
    ],
  };
}

function clientsOf({ world, entry: { event } }: Frame): Content {
  const rows = rowsOf(world, program, 'clients');
  const lit = event.kind === 'startup' && event.phase === 'client' ? event.name : '';
  const last = rows.findLastIndex(({ name }) => name === lit);
  return {
    note: String(rows.length),
    blocks: [
      {
        kind: 'table',
        columns: [t`Client`, t`Asks as`],
        widths: [4, 5],
        lines: rows.map(({ name, cells }, i) => ({
          id: `${i}`,
          cells: [name, (cells[2] ?? '').replace('system:serviceaccount:', '')],
          lit: i === last,
        })),
        empty: t`no client yet`,
      },
    ],
  };
}

function apiOf({ world }: Frame): Content {
  const faults = mapEntries(world.faults).map(([, text]) => ({ text, tone: 'bad' as const }));
  const objects = mapEntries(world.store.objects).length;
  return {
    blocks: [
      {
        kind: 'lines',
        lines: [
          { label: t`revision`, text: String(world.store.revision) },
          { label: t`objects`, text: String(objects) },
          ...faults.slice(0, 2),
        ],
      },
    ],
  };
}

function pathOf({ entry: { event } }: Frame): readonly (string | Hop)[] {
  switch (event.kind) {
    case 'startup':
      if (event.phase === 'client' || event.phase === 'builder') return ['clients'];
      if (event.phase === 'informer')
        return ['fields', { pipe: 'shares', text: typeOf(event.name) }, 'factories'];
      return [event.phase === 'factory' || event.phase === 'informers' ? 'factories' : 'fields'];
    case 'api.request':
      return ['clients', { pipe: 'requests', text: event.verb }, 'api'];
    case 'api.error':
      return ['api', { pipe: 'requests', text: event.reason, reverse: true, tone: 'bad' }, 'clients'];
    case 'reflector.list':
    case 'watch.event':
      return [
        'api',
        { pipe: 'requests', text: 'key' in event ? lastPart(event.key) : 'list', reverse: true },
        'clients',
        { pipe: 'makes', reverse: true },
        'factories',
      ];
    case 'store.write':
    case 'act':
      return ['api'];
    default:
      return [/^(program|leader|gc|line)/.test(event.kind) ? 'fields' : 'factories'];
  }
}
