import data from './rows.json' with { type: 'json' };

/** How a row as it is commonly told compares with the source at v1.20.2. */
export type Verdict = 'wrong' | 'outdated' | 'imprecise' | 'omits' | 'agrees';

/** One thing that the site has to explain and to show. */
export interface Row {
  /** Component and number, such as RS-04. It never changes and is never used again. */
  readonly id: string;
  /** Code of its component, such as RS. */
  readonly component: string;
  /** The thing, or what is said of it, even where that is wrong. */
  readonly what: string;
  /** What a reader has to see happen on the machine, and a test has to assert. */
  readonly mustShow: string;
  readonly verdict: Verdict;
  /** How it is at v1.20.2, where that differs or needs saying. Empty where the verdict says it all. */
  readonly note: string;
  /** Ids of pins in src/sources/pins.json, such as RS-04.1. The first is the main declaration. */
  readonly pins: readonly string[];
}

/** One part of the checklist: the rows that one topic of the book has to cover. */
export interface Component {
  /** Begins the ids of its rows. */
  readonly code: string;
  /** A name for addresses that says more than the code. */
  readonly slug: string;
  readonly title: string;
}

/** The components, in the order of the checklist. */
export const components: readonly Component[] = data.components;

/** All rows, component by component. */
export const rows: readonly Row[] = data.rows as readonly Row[];

/** The rows of a component, by its code. */
export function rowsOf(code: string): readonly Row[] {
  return rows.filter(({ component }) => component === code);
}

/** What each verdict means, worst first; and what to say of a row whose note is empty. */
export const verdicts: Readonly<Record<Verdict, { readonly means: string; readonly bare: string }>> = {
  wrong: {
    means: 'What is said does not hold at v1.20.2, and mostly never did.',
    bare: 'It does not hold at v1.20.2.',
  },
  outdated: {
    means: 'It held for an earlier version, and had changed by v1.20.2.',
    bare: 'It has changed by v1.20.2.',
  },
  imprecise: {
    means: 'It is right in outline, and misleads in a detail.',
    bare: 'The detail misleads.',
  },
  omits: {
    means: 'It is named or implied, and what one has to know to build it is left out.',
    bare: 'Accounts name it, and do not explain it.',
  },
  agrees: {
    means: 'It holds at v1.20.2.',
    bare: 'It holds at v1.20.2.',
  },
};
