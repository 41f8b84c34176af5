import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import { board, holds, text } from '../../../components/picture/content.ts';
import type { Content, Frame, Picture, Tone } from '../../../components/picture/description.ts';
import { rowsOf } from '../../../components/picture/read-world.ts';
import { type Way, along } from '../../../components/picture/ways.ts';
import { serverWay } from '../../api/server-way.ts';
import { lastPart } from '../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { Asked } from '../../../runtime/subjects/command-line/world.ts';

const program = 'kube-controller-manager';

/** What the controllers share: the fields, informers of which each is asked for by many and made once, clients with their names. */
export const picture: Picture = {
  blocks: ['board', 'lines', 'wires'],
  plan: () => ({
    shapes: {
      wide: `262 ${across('fields', 5)}${across('factories', 7)}
             110 ${across('api', 2)}${across('clients', 10)}`,
      narrow: `262 fields
               182 factories
               130 clients
               60 api`,
    },
    tall: 712,
    parts: {
      fields: { title: 'ControllerContext', hue: 'controller', opens: 'state' },
      factories: { title: 'InformerFactory', hue: 'informer', opens: 'state' },
      clients: { title: 'ClientBuilder', hue: 'controller', opens: 'state' },
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

/** What step of a start an entry is, if it is of that phase. */
const nameIn = ({ entry: { event } }: Frame, phase?: string): string =>
  event.kind === 'startup' && (phase === undefined || event.phase === phase) ? event.name : '';

const fieldTones: Readonly<Record<string, Tone>> = { nil: 'off', open: 'wait' };

function fieldsOf(frame: Frame): Content {
  const rows = rowsOf(frame.world, program, 'context');
  const lit = nameIn(frame);
  const cells = rows.map(({ name, cells: [value = ''] }) => {
    const tone = fieldTones[value] ?? 'good';
    return { id: name, text: name, note: value, tone, means: '', lit: name === lit };
  });
  return {
    note: t`${rows.length} fields`,
    ...holds(cells.length === 0 ? text(t`not made yet`) : board(cells, { least: 250 })),
  };
}

/** `Pod` of `v1 Pod`, `configmaps` of `v1/configmaps`. */
const typeOf = (informer: string): string => lastPart(informer.slice(informer.indexOf(' ') + 1));

const distinct = (all: readonly string[]): readonly string[] => [...new Set(all)];

/** Who asks for which informer: what has just been asked for stays in sight. */
function factoriesOf(frame: Frame, asked: readonly Asked[], made: number): Content {
  const { world } = frame;
  const runs = new Set(
    [...rowsOf(world, program, 'informers'), ...rowsOf(world, program, 'metadata')]
      .filter(({ cells }) => cells[0] === 'started')
      .map(({ name }) => name),
  );
  const lit = nameIn(frame, 'informer');
  const last = asked.findLast(({ informer }) => informer === lit);
  const note = t`asked ${asked.length}, made ${made}, running ${runs.size}`;
  if (asked.length === 0) return { note, ...holds(text(t`no informer has been asked for`)) };
  const left = distinct(asked.map(({ asker }) => asker)).map((name) => ({ id: name, text: name }));
  const right = distinct(asked.map(({ informer }) => informer)).map((name) => {
    const times = asked.filter(({ informer }) => informer === name).length;
    const said = `${runs.has(name) ? '✓ ' : ''}${typeOf(name)}${times > 1 ? ` ×${times}` : ''}`;
    return { id: name, text: said, tone: runs.has(name) ? ('good' as const) : ('wait' as const) };
  });
  const wires = asked.map((one) => ({ from: one.asker, to: one.informer, lit: one === last }));
  return { note, ...holds({ kind: 'wires', left, right, wires }) };
}

/** Which client asks by which name: by one for all, or by one for each. */
function clientsOf(frame: Frame): Content {
  const clients = rowsOf(frame.world, program, 'clients').map(({ name, cells }, i) => ({
    id: `${i}`,
    name,
    as: (cells[2] ?? '').replace('system:serviceaccount:', ''),
  }));
  if (clients.length === 0) return holds(text(t`no client yet`));
  const lit = clients.findLast(({ name }) => name === nameIn(frame, 'client'));
  return {
    note: t`clients, and whom they act as`,
    ...holds({
      kind: 'wires',
      left: clients.map(({ id, name }) => ({ id, text: name })),
      right: distinct(clients.map(({ as }) => as)).map((as) => ({ id: as, text: as })),
      wires: clients.map((one) => ({ from: one.id, to: one.as, lit: one === lit })),
    }),
  };
}

function apiOf({ world }: Frame): Content {
  const faults = mapEntries(world.faults).map(
    ([, words]) => ({ text: words, tone: 'bad', rows: 2 }) as const,
  );
  return holds(text({ label: t`revision`, text: String(world.store.revision) }, ...faults.slice(0, 1)));
}

function pathOf({ entry: { event } }: Frame): Way {
  const way = serverWay(event, 'clients', 'requests', 'api');
  if (event.kind === 'reflector.list' || event.kind === 'watch.event')
    return [...(way ?? []), { pipe: 'makes', reverse: true }, 'factories'];
  if (way) return way;
  if (event.kind === 'store.write' || event.kind === 'act') return ['api'];
  if (event.kind !== 'startup')
    return [/^(program|leader|gc|line)/.test(event.kind) ? 'fields' : 'factories'];
  if (event.phase === 'client' || event.phase === 'builder') return ['clients'];
  if (event.phase === 'informer') return along('fields', 'shares', 'factories', typeOf(event.name));
  return [event.phase === 'factory' || event.phase === 'informers' ? 'factories' : 'fields'];
}
