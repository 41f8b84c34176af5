import { t, translated } from '../../../i18n/t.ts';
import type { Group } from '../../../components/picture/blocks/groups.tsx';
import type { Chip, Content, Frame, Hop, Picture } from '../../../components/picture/description.ts';
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
      others: { title: t`Others`, hue: 'plain' },
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
  const groups = Object.keys(queuesOf(frame)).map((name): Group => {
    const [first, ...others] = keysOf(frame, name);
    const last = wrote.get(name);
    const chips: Chip[] = [];
    if (first) chips.push(others.length === 0 ? first : { ...first, note: `+${others.length}` });
    else if (last)
      chips.push({
        id: `wrote:${name}`,
        text: translated(singularOf(last.resource)),
        note: lastPart(last.key),
        hue: 'api',
        tone: 'good',
      });
    return { id: name, title: name, chips, lit: name === actor };
  });
  const runs = mapGet(world.programs, controllersOf(recording).program)?.state === 'running';
  return {
    note: runs ? t`▷ works on, ✓ wrote last` : t`does not run`,
    ...(!runs && { tone: 'off' }),
    blocks: [{ kind: 'groups', groups }],
  };
}

interface Stored {
  readonly metadata?: { readonly deletionTimestamp?: string; readonly labels?: { readonly app?: string } };
  readonly subsets?: readonly Readonly<
    Partial<Record<'addresses' | 'notReadyAddresses', readonly unknown[]>>
  >[];
}

/** What is stored, each namespace that the run has in its own row; but no Events, of which there are many. */
function storeOf(frame: Frame): Content {
  const { entry, world } = frame;
  const names = namespacesOf(frame.recording);
  const within = new Map<string, Chip[]>([...names, ''].map((name) => [name, []]));
  const now = entry.event.kind === 'store.write' ? entry.event.key : '';
  for (const [key, object] of mapEntries(world.store.objects as PMap<Stored>)) {
    const [resource = '', ...rest] = key.split('/');
    if (resource === 'events' || resource === 'namespaces') continue;
    const chip = chipOf(resource, key, object);
    const lit = key === now && { tone: 'busy' as const };
    within.get(rest.length > 1 ? (rest[0] ?? '') : '')?.push({ ...chip, ...lit });
  }
  // As in `default`, and nobody acts on it.
  const system = within.get(systemNamespace) ?? [];
  const count: Chip = { id: 'system', text: countOf(system.length, 'object'), hue: 'api' };
  if (within.has(systemNamespace)) within.set(systemNamespace, [count]);
  const groups = [...within].map(([name, chips]): Group => {
    const object = mapGet(world.store.objects, `namespaces/${name}`) as Stored | undefined;
    const note = !object ? t`not there` : object.metadata?.deletionTimestamp ? t`ends` : undefined;
    const title = name || t`no namespace`;
    return { id: name, title, chips, ...(name !== '' && note !== undefined && { note }) };
  });
  return {
    note: t`revision ${world.store.revision}`,
    blocks: [{ kind: 'groups', groups }],
  };
}

/** An object by its kind and name; of Endpoints and pods also what decides who stands behind a Service. */
function chipOf(resource: string, key: string, { metadata, subsets = [] }: Stored): Chip {
  const count = (of: 'addresses' | 'notReadyAddresses'): number =>
    subsets.reduce((sum, subset) => sum + (subset[of]?.length ?? 0), 0);
  const [ready, others] = [count('addresses'), count('notReadyAddresses')];
  const app = resource === 'pods' ? metadata?.labels?.app : undefined;
  const more =
    resource === 'endpoints'
      ? ready + others === 0
        ? t`empty`
        : ready > 0
          ? t`${ready} ready`
          : t`${others} not ready`
      : app === undefined
        ? ''
        : `app=${app}`;
  return {
    id: `store:${key}`,
    text: translated(singularOf(resource)),
    note: [lastPart(key), ...(metadata?.deletionTimestamp === undefined ? [more] : [t`ends`])]
      .filter(Boolean)
      .join(', '),
    hue: 'api',
    ...(metadata?.deletionTimestamp !== undefined && { tone: 'wait' }),
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
  return {
    ...(fault !== undefined && { note: `✕ ${fault}` }),
    blocks: [
      {
        kind: 'board',
        bare: true,
        least: 90,
        cells: others.map((name) => ({ id: name, text: name, lit: name === who })),
      },
    ],
  };
}

function pathOf({ recording, entry: { event } }: Frame): readonly (string | Hop)[] {
  const ours = isOurs(recording, event);
  switch (event.kind) {
    case 'act':
      return ['others'];
    case 'api.request':
    case 'api.error':
    case 'store.write': {
      const text = event.kind === 'api.error' ? String(event.code) : `${event.verb} ${lastPart(event.key)}`;
      const answers = event.kind === 'api.error' && ({ reverse: true, tone: 'bad' } as const);
      const from = ours ? 'controllers' : 'others';
      return [from, { pipe: ours ? 'writes' : 'changes', text, ...answers }, 'store'];
    }
    case 'namespace.content':
      return ['controllers', { pipe: 'writes', text: event.resource }, 'store'];
    case 'watch.event':
    case 'reflector.list': {
      const name = 'watch' in event ? event.watch : event.informer;
      const text = 'key' in event ? lastPart(event.key) : 'list';
      return name.startsWith(controllersOf(recording).program)
        ? ['store', { pipe: 'tells', text }, 'controllers']
        : ['store', { pipe: 'changes', text, reverse: true }, 'others'];
    }
    default:
      return [ours ? 'controllers' : 'others'];
  }
}
