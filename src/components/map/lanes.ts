import { type Box, fileIfShared, stationsOf } from './boxes.ts';

/** A package, and its functions that a station calls, at whatever depth. */
export interface Region {
  readonly name: string;
  readonly boxes: readonly Box[];
}

/** A station of the way, with what it calls that is no station itself. */
export interface Stop {
  readonly box: Box;
  /** Its file, where its name alone does not tell it from others. */
  readonly file?: string;
  readonly regions: readonly Region[];
}

/** A goroutine on the way, with its stations in order. */
export interface Lane {
  /** The function that it begins with. */
  readonly name: string;
  /** The station that begins it; undefined of the one that begins with the process. */
  readonly begunBy?: string;
  readonly stops: readonly Stop[];
}

/** The way from main as lanes, one for each goroutine that a station runs in. */
export function lanesOf(boxes: readonly Box[]): readonly Lane[] {
  const all = stationsOf(boxes);
  const stations = new Set(all);
  const lanes = new Map<string, Stop[]>();
  const begunBy = new Map<string, string>();
  const visit = (box: Box, lane: string, above?: Box): void => {
    const own = box.goroutine && stations.has(box) ? box.name : lane;
    if (own !== lane && above) begunBy.set(own, above.name);
    if (stations.has(box)) {
      const stops = lanes.get(own) ?? [];
      lanes.set(own, stops);
      const file = fileIfShared(all, box);
      stops.push({ box, ...(file !== undefined && { file }), regions: regionsOf(below(box, stations)) });
    }
    for (const each of box.boxes) visit(each, own, stations.has(box) ? box : above);
  };
  for (const box of boxes) visit(box, box.name);
  return [...lanes].map(([name, stops]) => {
    const by = begunBy.get(name);
    return { name, stops, ...(by !== undefined && { begunBy: by }) };
  });
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
const packageOf = (file: string): string => file.split('/').slice(0, -1).slice(-2).join('/');
