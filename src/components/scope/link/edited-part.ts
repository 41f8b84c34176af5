/** One edited file as a link holds it: what stands in place of some lines of ours. Lines count from 1. */
export interface EditedPart {
  readonly file: string;
  readonly from: number;
  /** How many lines of ours are replaced, and by which. */
  readonly removed: number;
  readonly lines: readonly string[];
}

/** Gives the text of a file of src/runtime; rejects with a message for the reader. */
export type TextOfFile = (file: string) => Promise<string>;

/** Eight hexadecimal digits that differ where texts do: 32-bit FNV-1a. */
export function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
