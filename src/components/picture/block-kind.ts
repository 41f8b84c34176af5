import type { VNode } from 'preact';
import type { Chip } from './description.ts';
import type { Rect } from './geometry.ts';

/** A chip, and where its box stands. */
export interface PlacedChip extends Rect {
  readonly chip: Chip;
}

/** What the kit has to know of one kind of block. A file in `blocks/`, named as the kind, exports it as `kind`. */
export interface BlockKind<B> {
  /** How high it wants to be in so wide a part, in units. */
  height(block: B, width: number): number;
  /** True where it can do with less height than it wants, and says what it left out. */
  readonly shrinks?: true;
  /** The height below which it gives up more only once all others are as low as they should be; that of a chip if left out. */
  least?(block: B, width: number): number;
  /** The chips in it that have room, where they stand. */
  chips?(block: B, at: Rect): readonly PlacedChip[];
  /** All in it whose sign may have a meaning of its own: with room or without. */
  signs?(block: B): readonly Pick<Chip, 'tone' | 'means'>[];
  /** Draws all of it but its chips. */
  draw?(block: B, at: Rect): VNode | null;
  /** What it shows, in words, a row a line: for the table that says the same as the drawing. Nothing is left out. */
  rows(block: B): readonly (readonly string[])[];
}
