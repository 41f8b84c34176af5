/** A place in a file that its writer still has to replace. */
export interface ToWrite {
  /** Line, from 1. */
  readonly line: number;
  /** What belongs there. */
  readonly says: string;
}

/** The places in a text that are still to be written: «What belongs there.» `npm run new:chapter` writes them. */
export function toWrite(text: string): ToWrite[] {
  return [...text.matchAll(/«([^»]*)»/g)].map(({ 1: says = '', index }) => ({
    line: text.slice(0, index).split('\n').length,
    says: says.replace(/\s+/g, ' ').trim(),
  }));
}
