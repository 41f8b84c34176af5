import type { ContentElement, ContentFile } from '../../chapters/content.ts';
import { idFrom } from '../prose/page.ts';

/** How long a session of a group may be, in minutes. */
export const lengths = [60, 90] as const;

type Length = (typeof lengths)[number];

/** How a session goes: each stretch with its minutes alone and together, for each length. */
const stretches = [
  { id: 'glance', 60: [1, 3], 90: [2, 4] },
  { id: 'predict', 60: [2, 8], 90: [3, 12] },
  { id: 'lines', 60: [6, 8], 90: [10, 11] },
  { id: 'break', 60: [6, 6], 90: [10, 9] },
  { id: 'discuss', 60: [0, 8], 90: [2, 12] },
  { id: 'say', 60: [3, 4], 90: [4, 6] },
  { id: 'reflect', 60: [1, 4], 90: [1, 4] },
] as const satisfies readonly ({ readonly id: string } & Readonly<
  Record<Length, readonly [number, number]>
>)[];

/** One stretch of a session. */
export type Stretch = (typeof stretches)[number]['id'];

/** When a stretch is, in minutes from the beginning, and how it is parted. */
export interface Timed {
  readonly id: Stretch;
  readonly from: number;
  readonly to: number;
  readonly alone: number;
  readonly together: number;
}

/** The stretches of a session of so many minutes, one after the other. */
export function timesOf(length: Length): Timed[] {
  let from = 0;
  return stretches.map(({ id, [length]: [alone, together] }) => {
    const timed = { id, from, to: from + alone + together, alone, together };
    from = timed.to;
    return timed;
  });
}

/** A place of a run, as a chapter names it. */
interface Place {
  readonly at: string;
  readonly run?: string;
}

/** What a chapter has for a group that reads it. */
export interface Session {
  readonly predictions: readonly {
    readonly question: string;
    readonly answers: readonly string[];
    /** Index of the answer that holds. */
    readonly right: number;
    readonly fragment: string;
  }[];
  readonly experiments: readonly {
    readonly title: string;
    readonly expect: string;
    readonly fragment: string;
  }[];
  /** Declarations that the chapter lists, of which a group reads some lines. */
  readonly code: readonly { readonly file: string; readonly symbol: string }[];
  readonly starts: readonly (Place & { readonly label: string })[];
  readonly questions: readonly (Partial<Place> & { readonly asks: string; readonly answer?: string })[];
}

/** What the text of a chapter has for a group. */
export function sessionOf({ elements }: ContentFile): Session {
  const named = (name: string): ContentElement['attributes'][] =>
    elements.filter((element) => element.name === name).map(({ attributes }) => attributes);
  const group = named('StudyGroup')[0] as unknown as Session | undefined;
  return {
    predictions: named('Prediction').map((attributes) => {
      const { id, question, answers } = attributes as unknown as {
        readonly id?: string;
        readonly question: string;
        readonly answers: readonly { readonly says: string; readonly right?: boolean }[];
      };
      return {
        question,
        answers: answers.map(({ says }) => says),
        right: answers.findIndex(({ right }) => right),
        fragment: `prediction-${id ?? idFrom('Prediction', question)}`,
      };
    }),
    experiments: named('Experiment').map((attributes) => {
      const { id, title, expect } = attributes as Readonly<Record<'title' | 'expect', string>> & {
        readonly id?: string;
      };
      return { title, expect, fragment: `experiment-${id ?? idFrom('Experiment', title)}` };
    }),
    code: named('Snippet').map(({ file, symbol }) => ({ file: String(file), symbol: String(symbol) })),
    starts: group?.starts ?? [],
    questions: group?.questions ?? [],
  };
}
