import type { Rect } from './geometry.ts';

/** What lies between two boxes, across and down: room for a pipe and its words. */
const gap = { x: 34, y: 26 };

interface Row {
  readonly weight: number;
  readonly cells: readonly string[];
}

function rowsOf(areas: string): Row[] {
  return areas
    .trim()
    .split(/\n\s*/)
    .filter((line) => line !== '')
    .map((line) => {
      const words = line.trim().split(/\s+/);
      const weight = Number(words[0]);
      return Number.isNaN(weight) ? { weight: 1, cells: words } : { weight, cells: words.slice(1) };
    });
}

/**
 * Where the parts stand that `areas` name, in a frame of that size. Columns are equally wide, rows as high as their weights say. Throws
 * where rows are not equally long, or a part is no rectangle: whoever wrote the picture has to mend it.
 */
export function placeAreas(areas: string, width: number, height: number): Map<string, Rect> {
  const rows = rowsOf(areas);
  const across = rows[0]?.cells.length ?? 0;
  const uneven = rows.findIndex(({ cells }) => cells.length !== across);
  if (uneven >= 0)
    throw new Error(
      `areas, row ${uneven + 1}: expected ${across} words as in the first, found ${rows[uneven]?.cells.length}`,
    );
  const weights = rows.reduce((sum, { weight }) => sum + weight, 0);
  const column = (width - gap.x * (across - 1)) / across;
  const unit = (height - gap.y * (rows.length - 1)) / weights;
  const tops: number[] = [];
  for (const [i, { weight }] of rows.entries()) tops[i + 1] = (tops[i] ??= 0) + weight * unit + gap.y;

  const places = new Map<string, Rect>();
  for (const name of new Set(rows.flatMap(({ cells }) => cells))) {
    if (name === '.') continue;
    const [top, bottom, left, right] = edgesOf(rows, name);
    const x = left * (column + gap.x);
    const y = tops[top] as number;
    places.set(name, {
      x: Math.round(x),
      y: Math.round(y),
      w: Math.round((right - left + 1) * (column + gap.x) - gap.x),
      h: Math.round((tops[bottom + 1] as number) - gap.y - y),
    });
  }
  return places;
}

function edgesOf(
  rows: readonly Row[],
  name: string,
): [top: number, bottom: number, left: number, right: number] {
  const has = ({ cells }: Row): boolean => cells.includes(name);
  const top = rows.findIndex(has);
  const bottom = rows.findLastIndex(has);
  const first = rows[top] as Row;
  const left = first.cells.indexOf(name);
  const right = first.cells.lastIndexOf(name);
  const whole = rows
    .slice(top, bottom + 1)
    .every(({ cells }) => cells.every((cell, i) => (cell === name) === (i >= left && i <= right)));
  if (!whole) throw new Error(`areas: expected the part "${name}" to be a rectangle`);
  return [top, bottom, left, right];
}

/** A part over so many columns of a row, for columns of unlike width. */
export const across = (part: string, columns: number): string => `${part} `.repeat(columns);
