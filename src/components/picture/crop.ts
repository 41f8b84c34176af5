import type { Rect } from './geometry.ts';
import type { Ground, PlacedPart } from './layout.ts';

const margin = 8;

/** A box of the page in which a drawing stands, in px. */
export interface CutBox {
  readonly w: number;
  readonly h: number;
  /** The least that a drawing may be scaled by in it, so that what is written in it stays readable. */
  readonly smallest: number;
}

export interface Touched {
  /** Ids of the parts that the step has to do with, in the order in which it goes through them. */
  readonly lit: readonly string[];
  /** What differs from before, by the part that has it. */
  readonly changed?: ReadonlyMap<string, readonly Rect[]>;
}

/**
 * The cut of a drawing that fits a box: around all that the step touches, or, where that is too much, around what changed in the part that
 * it came to last. Where nothing is touched, the upper end. Undefined where the whole fits.
 */
export function cropTo(
  { width, height, parts }: Ground,
  { lit, changed }: Touched,
  box: CutBox,
): Rect | undefined {
  if (Math.min(box.w / width, box.h / height) >= box.smallest) return undefined;
  const [w, h] = [box.w / box.smallest, box.h / box.smallest];
  const touched = lit.flatMap((id) => parts.find((part) => part.id === id) ?? []);
  const around = boundsOf(touched.map(({ at }) => at));
  const part = touched.findLast(({ id }) => changed?.has(id)) ?? touched.at(-1);
  const inIt = boundsOf(changed?.get(part?.id ?? '') ?? []) ?? part?.at;
  const fits = around && around.h + 2 * margin <= h;
  return {
    x: placed(fits ? middleOf(around.x, around.w, w) : middleOf(inIt?.x ?? 0, inIt?.w ?? 0, w), w, width),
    y: placed(
      fits ? middleOf(around.y, around.h, h) : part && inIt ? topFor(part.at, inIt, h) : 0,
      h,
      height,
    ),
    w,
    h,
  };
}

/** Inside the drawing; a cut that is larger has it in its middle. */
function placed(from: number, long: number, whole: number): number {
  return Math.round(long >= whole ? (whole - long) / 2 : Math.max(0, Math.min(whole - long, from)));
}

const middleOf = (from: number, long: number, room: number): number => from + long / 2 - room / 2;

/** From the head of a part on, if what is looked for in it is in sight then; else so that it is in the middle, or begins at the top. */
function topFor(part: Rect, inIt: Rect, h: number): number {
  const top = part.y - margin;
  if (inIt.y + inIt.h + margin <= top + h) return top;
  return inIt.h + 2 * margin <= h ? middleOf(inIt.y, inIt.h, h) : inIt.y - margin;
}

function boundsOf(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined;
  const [x, y] = [Math.min(...rects.map((one) => one.x)), Math.min(...rects.map((one) => one.y))];
  const [right, bottom] = [
    Math.max(...rects.map((one) => one.x + one.w)),
    Math.max(...rects.map((one) => one.y + one.h)),
  ];
  return { x, y, w: right - x, h: bottom - y };
}

/** What has changed in each part: chips that are new or say something else, or where there are none, the blocks that differ. */
export function changedIn(
  before: readonly PlacedPart[],
  now: readonly PlacedPart[],
): ReadonlyMap<string, readonly Rect[]> {
  const changed = new Map<string, readonly Rect[]>();
  for (const part of now) {
    const old = before.find(({ id }) => id === part.id);
    const chipsBefore = new Set(old?.chips.map(({ chip }) => JSON.stringify(chip)));
    const chips = part.chips.filter(({ chip }) => !chipsBefore.has(JSON.stringify(chip)));
    const blocks = part.blocks.filter(
      ({ block }, i) => JSON.stringify(block) !== JSON.stringify(old?.blocks[i]?.block),
    );
    if (blocks.length > 0) changed.set(part.id, chips.length > 0 ? chips : blocks.map(({ at }) => at));
  }
  return changed;
}
