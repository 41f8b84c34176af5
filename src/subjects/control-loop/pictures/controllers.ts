import { t, translated } from '../../../i18n/t.ts';
import type { Group } from '../../../components/picture/blocks/groups.tsx';
import { board, groups, holds } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture } from '../../../components/picture/description.ts';
import { type Way, along, back } from '../../../components/picture/ways.ts';
import { countOf, lastPart, singularOf } from '../../../recording/words.ts';
import { type PMap, mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { Controllers } from '../../../runtime/subjects/control-loop/loop.ts';
import {
  controllerAt,
  controllersOf,
  isOurs,
  lastWrites,
  namespacesOf,
  systemNamespace,
} from '../controllers-at-work.ts';

/** Many controllers in one program: what is stored, namespace by namespace, who works on what, and who wrote what last. */
export const picture: Picture = {
  blocks: ['board', 'groups'],
  plan: (recording) => ({
    tall: 640,
    shapes: {
      wide: `5.4 store store controllers controllers
             1 others others controllers controllers`,
      narrow: `52 others
               290 store
               246 controllers`,
    },
    parts: {
      store: { title: t`API server`, hue: 'api', opens: 'store' },
      controllers: { title: controllersOf(recording).program, hue: 'controller', opens: 'goroutines' },
      others: { title: t`Others`, hue: 'plain', opens: 'goroutines' },
    },
    pipes: {
      changes: { from: 'others', to: 'store' },
      tells: { from: 'store', to: 'controllers' },
      writes: { from: 'controllers', to: 'store' },
    },
  }),
  scene: (frame) => ({
    says: saysOf(frame),
    parts: { others: othersOf(frame), store: storeOf(frame), controllers: workOf(frame) },
  }),
  path: pathOf,
};

const queuesOf = ({ recording }: Frame): Controllers['queues'] => controllersOf(recording).queues;

const actorOf = ({ recording, entry }: Frame): string | undefined => controllerAt(recording, entry.index);

function saysOf(frame: Frame): string {
  const stored = t`${countOf(frame.world.store.objects.size, 'object')} in the store`;
  const actor = actorOf(frame) ?? Object.keys(queuesOf(frame)).find((name) => keysOf(frame, name).length > 0);
  return actor === undefined ? t`${stored}; no controller has work.` : t`${stored}; ${actor} has work.`;
}

/** Ends the keys of the token controller. */
const uid = /\/[0-9a-f-]{36}$/;

/** Keys that a controller works on, and behind them those that wait. */
function keysOf(frame: Frame, controller: string): readonly Chip[] {
  const { world } = frame;
  const queues = (queuesOf(frame)[controller] ?? []).flatMap((name) => {
    const queue = mapGet(world.queues, name);
    return queue ? [{ name, ...queue }] : [];
  });
  const chip = (name: string, key: string): Chip => ({
    id: `key:${name}:${key}`,
    text: lastPart(key.replace(uid, '')),
  });
  return [
    ...queues.flatMap(({ name, processing }) =>
      mapEntries(processing).map(([key]): Chip => ({ ...chip(name, key), hue: 'controller', tone: 'busy' })),
    ),
    ...queues.flatMap(({ name, queue, processing }) =>
      queue
        .filter((key) => mapGet(processing, key) === undefined)
        .map((key): Chip => ({ ...chip(name, key), hue: 'queue' })),
    ),
  ];
}

/** Of each the key that it works on, or that is next; of one without work what it wrote last. */
function workOf(frame: Frame): Content {
  const { recording, entry, world } = frame;
  const wrote = lastWrites(recording, entry.index);
  const actor = actorOf(frame);
  const chipOfOne = (name: string): readonly Chip[] => {
    const [first, ...others] = keysOf(frame, name);
    if (first) return others.length === 0 ? [first] : [{ ...first, note: `+${others.length}` }];
    const last = wrote.get(name);
    if (!last) return [];
    const [kind, note] = [translated(singularOf(last.resource)), lastPart(last.key)];
    return [{ id: `wrote:${name}`, text: kind, note, hue: 'api', tone: 'good' }];
  };
  const rows = Object.keys(queuesOf(frame)).map((name): Group => ({
    id: name,
    title: name,
    chips: chipOfOne(name),
    lit: name === actor,
  }));
  const runs = mapGet(world.programs, controllersOf(recording).program)?.state === 'running';
  return {
    note: runs ? t`▷ works on, ✓ wrote last` : t`does not run`,
    tone: runs ? undefined : 'off',
    ...holds(groups(rows)),
  };
}

interface Stored {
  readonly metadata?: { readonly deletionTimestamp?: string; readonly labels?: { readonly app?: string } };
  readonly subsets?: readonly Readonly<
    Partial<Record<'addresses' | 'notReadyAddresses', readonly unknown[]>>
  >[];
}

/** What is stored, each namespace that the run has in its own row; but no Events, of which there are many. */
function storeOf({ recording, entry, world }: Frame): Content {
  const names = namespacesOf(recording);
  const within = new Map<string, Chip[]>([...names, ''].map((name) => [name, []]));
  const now = entry.event.kind === 'store.write' ? entry.event.key : '';
  for (const [key, object] of mapEntries(world.store.objects as PMap<Stored>)) {
    const [resource = '', ...rest] = key.split('/');
    if (resource === 'events' || resource === 'namespaces') continue;
    const chip = chipOf(resource, key, object);
    within.get(rest.length > 1 ? (rest[0] ?? '') : '')?.push({ ...chip, lit: key === now });
  }
  // As in `default`, and nobody acts on it.
  const system = within.get(systemNamespace) ?? [];
  const count: Chip = { id: 'system', text: countOf(system.length, 'object'), hue: 'api' };
  if (within.has(systemNamespace)) within.set(systemNamespace, [count]);
  const noteOf = (name: string): string | undefined => {
    const object = mapGet(world.store.objects, `namespaces/${name}`) as Stored | undefined;
    if (name === '') return undefined;
    return !object ? t`not there` : object.metadata?.deletionTimestamp ? t`ends` : undefined;
  };
  const rows = [...within].map(([name, chips]): Group => {
    return { id: name, title: name || t`no namespace`, chips, note: noteOf(name) };
  });
  return { note: t`revision ${world.store.revision}`, ...holds(groups(rows)) };
}

/** An object by its kind and name; of Endpoints and pods also what decides who stands behind a Service. */
function chipOf(resource: string, key: string, { metadata, subsets = [] }: Stored): Chip {
  const count = (of: 'addresses' | 'notReadyAddresses'): number =>
    subsets.reduce((sum, subset) => sum + (subset[of]?.length ?? 0), 0);
  const [ready, others] = [count('addresses'), count('notReadyAddresses')];
  const behind = ready > 0 ? t`${ready} ready` : others > 0 ? t`${others} not ready` : t`empty`;
  const app = metadata?.labels?.app;
  const more =
    resource === 'endpoints' ? behind : resource === 'pods' && app !== undefined ? `app=${app}` : '';
  const going = metadata?.deletionTimestamp !== undefined;
  return {
    id: `store:${key}`,
    text: translated(singularOf(resource)),
    note: [lastPart(key), going ? t`ends` : more].filter(Boolean).join(', '),
    hue: 'api',
    tone: going ? 'wait' : undefined,
  };
}

/** Whoever is no controller of this program, and may write. */
const others = ['kubectl', 'scheduler', 'kubelet'] as const;

const otherOf = (name: string): string =>
  others.find((other) => name.startsWith(other) || name.includes(`-${other}`)) ?? others[0];

function othersOf({ world, recording, entry: { event } }: Frame): Content {
  const acts = event.kind === 'act' || !isOurs(recording, event);
  const [fault] = mapEntries(world.faults).map(([, words]) => translated(words));
  const who = acts ? otherOf('program' in event ? (event.program ?? '') : '') : undefined;
  const cells = others.map((name) => ({ id: name, text: name, lit: name === who }));
  return {
    note: fault === undefined ? undefined : `✕ ${fault}`,
    ...holds(board(cells, { bare: true, least: 90 })),
  };
}

function pathOf({ recording, entry: { event } }: Frame): Way {
  const ours = isOurs(recording, event);
  const [from, pipe] = ours ? ['controllers', 'writes'] : ['others', 'changes'];
  switch (event.kind) {
    case 'act':
      return ['others'];
    case 'api.request':
    case 'store.write':
      return along(from, pipe, 'store', `${event.verb} ${lastPart(event.key)}`);
    case 'api.error':
      return back('store', pipe, from, String(event.code), 'bad');
    case 'namespace.content':
      return along('controllers', 'writes', 'store', event.resource);
    case 'watch.event':
    case 'reflector.list': {
      const name = 'watch' in event ? event.watch : event.informer;
      const words = 'key' in event ? lastPart(event.key) : 'list';
      return name.startsWith(controllersOf(recording).program)
        ? along('store', 'tells', 'controllers', words)
        : back('store', 'changes', 'others', words);
    }
    default:
      return [ours ? 'controllers' : 'others'];
  }
}
