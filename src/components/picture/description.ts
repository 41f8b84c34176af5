import type { Recording } from '../../recording/recording.ts';
import type { Entry, World } from '../../runtime/stage/world.ts';
import type { Hue as ComponentHue } from '../../styles/hues.ts';

/** The hues of components; `plain` has none. */
export type Hue = ComponentHue | 'plain';

/** How something stands, said by a glyph and a colour; `over`: it was passed over; `lock`: only one may have it. */
export type Tone = 'good' | 'bad' | 'busy' | 'wait' | 'off' | 'over' | 'lock';

/** Something with a name that stands in a part, and may move from one part to another: an object, a key, a message, a lease. */
export interface Chip {
  /** The same in each frame in which it is the same thing; one of a kind in a scene. */
  readonly id: string;
  readonly text: string;
  readonly hue?: Hue;
  readonly tone?: Tone;
  /** What its tone says of it, in a word; without it, what the tone says anywhere; empty where its note says it. */
  readonly means?: string;
  /** Stands behind the text, smaller: a count, a time. */
  readonly note?: string;
  /** True where the step has to do with it. */
  readonly lit?: boolean;
}

/** What can stand in a part, by kind: each file in `blocks/` adds its own. */
export interface BlockMap {}

/** One piece of what a part holds. */
export type Block = { readonly [K in keyof BlockMap]: BlockMap[K] & { readonly kind: K } }[keyof BlockMap];

/** A box of the picture. */
export interface Part {
  readonly title: string;
  readonly hue: Hue;
  /** The pane that shows more of it, which a press on it opens. */
  readonly opens?: string;
  /** A ground on which things stand, without a border. */
  readonly ground?: true;
}

/** What leads from one part to another. */
export interface Pipe {
  readonly from: string;
  readonly to: string;
  /** Stands beside it, where there is room. */
  readonly says?: string;
  /** What is not carried, but looked at or meant. */
  readonly dashed?: true;
}

/** The two shapes in which each picture is drawn. */
export type Shape = 'wide' | 'narrow';

/** What stands where. It is the same for all frames of a recording. */
export interface Plan {
  /**
   * Which part stands where, as `grid-template-areas` says it: a line a row, a word a column, `.` for nothing. A number in front of a
   * row says how high it is beside the others; 1 if left out.
   */
  readonly shapes: Readonly<Record<Shape, string>>;
  readonly parts: Readonly<Record<string, Part>>;
  readonly pipes?: Readonly<Record<string, Pipe>>;
  /** Height of the narrow shape, in units, where 560 is not right. */
  readonly tall?: number;
}

/** What a part holds in a frame. */
export interface Content {
  /** Stands at the right of the title. */
  readonly note?: string;
  /** How the part itself stands; `off`: it is not there, or does nothing. */
  readonly tone?: Tone;
  /** From the top down. */
  readonly blocks?: readonly Block[];
}

/** All that a picture shows of a frame. */
export interface Scene {
  /** One sentence that says what a look at the drawing says. */
  readonly says: string;
  readonly parts: Readonly<Record<string, Content>>;
}

/** Something that goes through a pipe while a step is shown. */
export interface Hop {
  readonly pipe: string;
  /** What is written on it. */
  readonly text?: string;
  /** True where it goes from the pipe's end to its beginning: an answer. */
  readonly reverse?: boolean;
  readonly tone?: Tone;
}

/** A moment of a run. */
export interface Frame {
  readonly recording: Recording;
  readonly entry: Entry;
  readonly world: World;
}

/**
 * A picture of a run: data and pure functions of a moment, which know no page. A file `src/subjects/<subject>/pictures/<name>.ts` exports
 * one as `picture`; a scenario names it as its `view`, `<subject>/<name>`. Drawing, motion, emphasis, the table that says the same, and
 * what shows when too much stands in a part come from the kit.
 */
export interface Picture {
  /** The kinds of blocks that stand in its parts: they are loaded with it. */
  readonly blocks: readonly Block['kind'][];
  plan(recording: Recording): Plan;
  scene(frame: Frame): Scene;
  /** The parts and pipes that the entry has to do with, in the order in which it goes through them. */
  path(frame: Frame): readonly (string | Hop)[];
}

/** The frame at an index of a recording. */
export function frameAt(recording: Recording, index: number): Frame {
  const entry = recording.entries[index] as Entry;
  return { recording, entry, world: entry.world };
}
