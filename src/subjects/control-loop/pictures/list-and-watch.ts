import { t } from '../../../i18n/t.ts';
import { chips, gauge, groups, holds, text } from '../../../components/picture/content.ts';
import type { Content, Frame, Picture, Tone } from '../../../components/picture/description.ts';
import { lastPart, listed } from '../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { WatchState } from '../../../runtime/subjects/api/world.ts';
import { chipsOf, deltaChips, reflectorTone, reflectorWords } from '../picture-data.ts';
import { pathOf, reflectorsOf, resourceOf } from './list-and-watch/reflector-path.ts';

/** A list, a watch from its resourceVersion on, and what is forgotten: the server between two reflectors of one program. */
export const picture: Picture = {
  blocks: ['chips', 'gauge', 'groups', 'lines'],
  plan: (recording) => {
    const [a, b] = reflectorsOf(recording).map(resourceOf) as [string, string];
    return {
      shapes: {
        wide: `1.2 server server server server
               0.75 watchA . watchB .
               1.2 a a b b`,
        narrow: `1.1 a a
                 0.6 watchA .
                 1.15 server server
                 0.6 watchB .
                 1.1 b b`,
      },
      tall: 600,
      parts: {
        server: { title: t`API server`, hue: 'api', opens: 'store' },
        watchA: { title: 'watch', hue: 'api', opens: 'watch' },
        watchB: { title: 'watch', hue: 'api', opens: 'watch' },
        a: { title: t`Reflector of ${a}`, hue: 'informer', opens: 'fifo' },
        b: { title: t`Reflector of ${b}`, hue: 'informer', opens: 'fifo' },
      },
      pipes: {
        sendA: { from: 'server', to: 'watchA' },
        sendB: { from: 'server', to: 'watchB' },
        tellA: { from: 'watchA', to: 'a' },
        tellB: { from: 'watchB', to: 'b' },
        listA: { from: 'server', to: 'a', says: 'list', dashed: true },
        listB: { from: 'server', to: 'b', says: 'list', dashed: true },
      },
    };
  },
  scene: (frame) => {
    const [a, b] = reflectorsOf(frame.recording);
    return {
      says: saysOf(frame),
      parts: {
        server: serverOf(frame),
        watchA: watchOf(frame, a),
        watchB: watchOf(frame, b),
        a: reflectorOf(frame, a),
        b: reflectorOf(frame, b),
      },
    };
  },
  path: pathOf,
};

/** How far the API server has compacted its past, and up to where each reflector has read. */
function serverOf({ world, recording }: Frame): Content {
  const { revision, compacted, objects } = world.store;
  const read = reflectorsOf(recording).map((name) => ({
    resource: resourceOf(name),
    version: Number(mapGet(world.informers, name)?.resourceVersion ?? 0),
  }));
  const versions = [...new Set(read.map(({ version }) => version))].filter((version) => version > 0);
  const marks = versions.map((version) => {
    const here = read.filter((one) => one.version === version).map(({ resource }) => resource);
    return { at: Math.min(1, version / Math.max(1, revision)), text: t`${listed(here)} at ${version}` };
  });
  const rows = read.map(({ resource }) => ({
    id: resource,
    title: resource,
    chips: chipsOf(objects, { prefix: `${resource}/`, place: 'store', hue: 'api' }),
  }));
  const label = compacted === 0 ? t`nothing is compacted` : t`compacted up to ${compacted}`;
  const tone = compacted > 0 ? ('bad' as const) : undefined;
  return {
    note: t`revision ${revision}`,
    ...holds(gauge(label, revision === 0 ? 0 : compacted / revision, '', { marks, tone }), groups(rows)),
  };
}

const watchTones: Readonly<Record<WatchState['state'], Tone>> = { open: 'good', cut: 'bad', closed: 'off' };
const watchWords = (state: WatchState['state']): string =>
  ({ open: t`open`, cut: t`cut`, closed: t`closed` })[state];

function watchOf({ world, entry: { event } }: Frame, name: string): Content {
  const watch = mapGet(world.watches, name);
  if (!watch) return { tone: 'off', note: t`not yet` };
  const act = event.kind === 'act' ? event.act : undefined;
  const cut = act?.kind === 'cut-watch' && `${act.program}/${act.resource}` === name;
  const state = cut ? 'cut' : watch.state;
  const flights = watch.inFlight.map(({ type, key, revision }, i) => ({
    id: `flight:${name}:${revision}:${type}:${i}`,
    text: type === 'BOOKMARK' ? `${revision}` : lastPart(key),
    note: type,
    hue: 'api' as const,
  }));
  return { tone: watchTones[state], note: watchWords(state), ...holds(chips(flights)) };
}

/** A reflector hears nothing while its watch is cut, and goes on to say that it watches. */
function reflectorOf({ world }: Frame, name: string): Content {
  const informer = mapGet(world.informers, name);
  if (!informer) return { tone: 'off', note: t`not yet` };
  const { reflector, resourceVersion } = informer;
  const cached = chipsOf(mapGet(world.indexers, name), { place: `cache:${name}`, hue: 'informer' });
  return {
    tone: reflectorTone[reflector],
    note: reflectorWords(reflector),
    ...holds(
      text({ label: 'resourceVersion', text: resourceVersion === '' ? t`none yet` : resourceVersion }),
      groups([
        { id: 'fifo', title: 'DeltaFIFO', chips: deltaChips(world, name) },
        { id: 'cache', title: t`cache`, chips: cached },
      ]),
    ),
  };
}

function saysOf({ world, recording }: Frame): string {
  const [name] = reflectorsOf(recording);
  const { reflector = 'idle', resourceVersion = '' } = mapGet(world.informers, name) ?? {};
  const { revision, compacted } = world.store;
  const stored = mapEntries(world.store.objects).filter(([key]) =>
    key.startsWith(`${resourceOf(name)}/`),
  ).length;
  const cached = mapGet(world.indexers, name)?.size ?? 0;
  const what = t`Stored ${resourceOf(name)}: ${stored}; in the cache: ${cached}.`;
  if (Number(resourceVersion) < compacted && resourceVersion !== '')
    return t`The reflector is at ${resourceVersion}, and the API server has compacted all up to ${compacted}. ${what}`;
  if (mapGet(world.watches, name)?.state === 'cut')
    return t`The watch is cut: the reflector stays at ${resourceVersion}, the API server is at ${revision}. ${what}`;
  return reflector === 'idle' ? what : t`The reflector is at resourceVersion ${resourceVersion}. ${what}`;
}
