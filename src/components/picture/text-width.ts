/**
 * How wide a text will be, without a page to measure it in. Faces differ from machine to machine, so this says a little more than most
 * need: what fits by it fits with room to spare.
 */

const narrow = "iIl.,:;|!'`·()[]{}/\\ jftr-1";
const broad = 'mwMW@%…—';

/** Width of a text in a sans face, in units, where a line is `size` units high. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const char of text) ems += emsOf(char);
  return ems * size;
}

/** The same for the face of code, in which all letters are equally wide. */
export function monoWidth(text: string, size: number): number {
  let ems = 0;
  for (const char of text) ems += isWide(char) ? 1 : 0.61;
  return ems * size;
}

function emsOf(char: string): number {
  if (isWide(char)) return 1;
  if (narrow.includes(char)) return 0.36;
  if (broad.includes(char)) return 0.92;
  return char >= 'A' && char <= 'Z' ? 0.7 : 0.57;
}

/** True for Han and what is set with it. */
const isWide = (char: string): boolean => (char.codePointAt(0) ?? 0) >= 0x2e80;

/** As much of a text as `width` units hold, with an ellipsis where something is left out. */
export function fitted(
  text: string,
  width: number,
  size: number,
  widthOf: (text: string, size: number) => number = textWidth,
): string {
  if (widthOf(text, size) <= width) return text;
  const chars = [...text];
  while (chars.length > 0 && widthOf(`${chars.join('')}…`, size) > width) chars.pop();
  return `${chars.join('')}…`;
}
