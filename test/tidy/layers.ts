import type { Problem } from '../../src/sources/problem.ts';
import type { Arrow } from './graph.ts';

/**
 * What may import what: each room the rooms above it in this list, none beside it in its row, none below. A room is a file, or a folder
 * with the folders in it that have no row of their own.
 */
const floors: readonly (readonly string[])[] = [
  ['src/runtime', 'src/i18n', 'src/gate', 'src/offline', 'src/styles', 'src/before-paint.ts'],
  ['src/instrument', 'playground/scenarios'],
  ['src/recording'],
  ['src/sources'],
  ['src/chapters', 'src/headers.ts'],
  ['src/diagrams'],
  ['src/requirements'],
  ['src/components/base'],
  ['src/components/manifests', 'src/components/progress', 'src/components/scope/player'],
  ['src/components/code', 'src/components/picture'],
  ['src/components/scope/panes', 'src/components/scope/timeline', 'src/components/scope/link'],
  ['src/components/scope/acts', 'src/components/scope/recorder', 'src/components/prose/counted.ts'],
  ['src/subjects'],
  ['src/components/scope', 'src/components/prose'],
  [
    'src/components/scope/frame',
    'src/components/exercises',
    'src/components/map',
    'src/components/programs',
    'src/components/runs',
  ],
  ['src/components/glossary', 'src/components/coverage', 'src/components/landing', 'content'],
  ['src/components/progress/page', 'src/components/groups', 'src/components/chrome'],
  ['src/check', 'playground'],
  ['src/pages', 'src/content.config.ts', 'src/middleware.ts', 'src/route-data.ts', 'src/virtual.d.ts'],
  ['scripts', 'sidebar.ts'],
  ['astro.config.mjs'],
];

const rooms = floors.flatMap((row, floor) => row.map((room) => ({ room, floor })));

/** The room of a file, and the floor it is on; undefined for a file that is in none. */
function placeOf(path: string): (typeof rooms)[number] | undefined {
  const around = rooms.filter(({ room }) => path === room || path.startsWith(`${room}/`));
  return around.toSorted((a, b) => b.room.length - a.room.length)[0];
}

/** The room that a file belongs to; undefined for one that is in none. */
export const roomOf = (path: string): string | undefined => placeOf(path)?.room;

/** Each import that goes up, or across. */
export function climbs(arrows: readonly Arrow[]): Problem[] {
  return arrows.flatMap(({ from, to, line }): Problem[] => {
    const [here, there] = [placeOf(from), placeOf(to)];
    if (!here || !there || here.room === there.room || there.floor < here.floor) return [];
    const way = there.floor === here.floor ? 'beside' : 'above';
    const says = `imports ${to}: ${there.room} stands ${way} ${here.room}. Pass it in, or move what both need to a lower room.`;
    return [{ path: from, line, says }];
  });
}
