import type { PlacedChip } from './block-kind.ts';
import type { Chip } from './description.ts';
import type { Rect } from './geometry.ts';
import { chipGap, chipHeight, chipSize, smallSize } from './sizes.ts';
import { fitted, monoWidth } from './text-width.ts';
import { toneWords } from './tone-words.ts';

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

/** Room for "+487". */
const numberWidth = (count: number): number => 10 + 7 * String(count).length;

/**
 * Lays chips in rows, as words in a paragraph. What does not fit into the height is counted, with `unseen` that were not given at all.
 */
export function flowChips(chips: readonly Chip[], at: Rect, unseen = 0): Flow {
  const placed: PlacedChip[] = [];
  let [x, y] = [at.x, at.y];
  for (const [i, chip] of chips.entries()) {
    const left = chips.length - i + unseen;
    const last = left === 1;
    // Where something is left out, its number needs room behind the last chip of the last row.
    const rightAt = (top: number): number =>
      at.x + at.w - (!last && top + 2 * chipHeight + chipGap > at.y + at.h ? numberWidth(left) : 0);
    if (x > at.x && x + Math.min(chipWidth(chip), at.w) > rightAt(y)) {
      if (y + 2 * chipHeight + chipGap > at.y + at.h)
        return { placed, more: left, moreAt: { x, y: y + 13 }, height: y + chipHeight - at.y };
      x = at.x;
      y += chipHeight + chipGap;
    }
    const w = Math.min(chipWidth(chip), rightAt(y) - x);
    if (y + chipHeight > at.y + at.h + 0.5)
      return { placed, more: left, moreAt: { x, y: y + 13 }, height: at.h };
    placed.push({ chip, x, y, w, h: chipHeight });
    x += w + chipGap;
  }
  if (unseen > 0 && x > at.x && x + numberWidth(unseen) > at.x + at.w) {
    x = at.x;
    y += chipHeight + chipGap;
  }
  return {
    placed,
    more: unseen,
    moreAt: { x, y: y + 13 },
    height: chips.length === 0 ? chipHeight : y + chipHeight - at.y,
  };
}

/** What of a chip's text and note stands in a box of that width: the name first, and the note as far as it has room. */
export function chipText(
  { text, tone, note }: Chip,
  width: number,
): { readonly text: string; readonly note?: string } {
  // A little of the free space behind it may be taken.
  const room = width - 12 - (tone ? glyph : 0) + 2;
  const shown = fitted(text, room, chipSize, monoWidth);
  const left = fitted(note ?? '', room - monoWidth(shown, chipSize) - 6, smallSize, monoWidth);
  return left.length < 3 && left !== note ? { text: shown } : { text: shown, note: left };
}

/** Where the text of a chip begins, from its left side. */
export const chipTextAt = ({ tone }: Chip): number => 6 + (tone ? glyph : 0);

const unbounded = 1e6;

/** The height of all chips in so wide a place. */
export const flowHeight = (chips: readonly Chip[], w: number, unseen = 0): number =>
  flowChips(chips, { x: 0, y: 0, w, h: unbounded }, unseen).height;

/** A chip in the words of the table. */
export function chipWords({ text, note, tone, means = tone && toneWords(tone) }: Chip): string {
  const behind = [means, note].filter(Boolean);
  return behind.length === 0 ? text : `${text} (${behind.join(', ')})`;
}
