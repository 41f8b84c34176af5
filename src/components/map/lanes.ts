import { type Box, stationsOf } from './boxes.ts';

/** A package, and its functions that a station calls, at whatever depth. */
export interface Region {
  readonly name: string;
  readonly boxes: readonly Box[];
}

/** A station of the way, with what it calls that is no station itself. */
export interface Stop {
  readonly box: Box;
  readonly regions: readonly Region[];
}

/** A goroutine on the way, with its stations in order. */
export interface Lane {
  /** The function that it begins with. */
  readonly name: string;
  readonly stops: readonly Stop[];
}

/** The way from main as lanes, one for each goroutine that a station runs in. */
export function lanesOf(boxes: readonly Box[]): readonly Lane[] {
  const stations = new Set(stationsOf(boxes));
  const lanes = new Map<string, Stop[]>();
  const visit = (box: Box, lane: string): void => {
    const own = box.goroutine && stations.has(box) ? box.name : lane;
    if (stations.has(box)) {
      const stops = lanes.get(own) ?? [];
      lanes.set(own, stops);
      stops.push({ box, regions: regionsOf(below(box, stations)) });
    }
    for (const each of box.boxes) visit(each, own);
  };
  for (const box of boxes) visit(box, box.name);
  return [...lanes].map(([name, stops]) => ({ name, stops }));
}

/** What a box calls, down to the next station. */
const below = (box: Box, stations: ReadonlySet<Box>): readonly Box[] =>
  box.boxes.filter((each) => !stations.has(each)).flatMap((each) => [each, ...below(each, stations)]);

function regionsOf(boxes: readonly Box[]): readonly Region[] {
  const regions = new Map<string, Box[]>();
  for (const box of boxes) {
    const name = packageOf(box.file);
    regions.set(name, [...(regions.get(name) ?? []), box]);
  }
  return [...regions].map(([name, own]) => ({ name, boxes: own }));
}

/** The directory of a file, as one speaks of it: `tools/leaderelection`. */
export const packageOf = (file: string): string => file.split('/').slice(0, -1).slice(-2).join('/');
