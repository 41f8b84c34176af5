import type { PlacedChip } from './block-kind.ts';
import type { Chip } from './description.ts';
import type { Rect } from './geometry.ts';
import { chipGap, chipHeight, chipSize, smallSize } from './sizes.ts';
import { fitted, monoWidth } from './text-width.ts';

/** Room for the glyph of a tone. */
const glyph = 12;

/** How wide a chip is, with its text, its glyph and its note. */
export function chipWidth({ text, tone, note }: Chip): number {
  const words = monoWidth(text, chipSize) + (note === undefined ? 0 : monoWidth(note, smallSize) + 6);
  return Math.ceil(words + 12 + (tone ? glyph : 0));
}

export interface Flow {
  readonly placed: readonly PlacedChip[];
  /** How many have no room. */
  readonly more: number;
  /** Where "+3" stands, if anything is left out. */
  readonly moreAt: { readonly x: number; readonly y: number };
  readonly height: number;
}

/** Lays chips in rows, as words in a paragraph. What does not fit into the height is counted. */
export function flowChips(chips: readonly Chip[], at: Rect): Flow {
  const placed: PlacedChip[] = [];
  let [x, y] = [at.x, at.y];
  for (const [i, chip] of chips.entries()) {
    const w = Math.min(chipWidth(chip), at.w);
    const last = i === chips.length - 1;
    // Where something is left out, its number needs room behind the last chip of the last row.
    const onLastRow = y + 2 * chipHeight + chipGap > at.y + at.h;
    const right = at.x + at.w - (onLastRow && !last ? 30 : 0);
    if (x > at.x && x + w > right) {
      if (onLastRow)
        return { placed, more: chips.length - i, moreAt: { x, y: y + 13 }, height: y + chipHeight - at.y };
      x = at.x;
      y += chipHeight + chipGap;
    }
    if (y + chipHeight > at.y + at.h + 0.5)
      return { placed, more: chips.length - i, moreAt: { x, y: y + 13 }, height: at.h };
    placed.push({ chip, x, y, w, h: chipHeight });
    x += w + chipGap;
  }
  return {
    placed,
    more: 0,
    moreAt: { x, y },
    height: chips.length === 0 ? chipHeight : y + chipHeight - at.y,
  };
}

/** What of a chip's text stands in a box of that width. */
export function chipText({ text, tone, note }: Chip, width: number): string {
  const room =
    width - 12 - (tone ? glyph : 0) - (note === undefined ? 0 : monoWidth(note, smallSize) + 6);
  return fitted(text, room + 0.5, chipSize, monoWidth);
}

/** Where the text of a chip begins, from its left side. */
export const chipTextAt = ({ tone }: Chip): number => 6 + (tone ? glyph : 0);

const unbounded = 1e6;

/** The height of all chips in so wide a place. */
export const flowHeight = (chips: readonly Chip[], w: number): number =>
  flowChips(chips, { x: 0, y: 0, w, h: unbounded }).height;

/** A chip in the words of the table. */
export const chipWords = ({ text, note }: Chip): string => (note === undefined ? text : `${text} (${note})`);
