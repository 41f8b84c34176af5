import type { Path } from '../../src/components/manifests/plain-value.ts';

/** The line, from 1, on which the part of a JSON text stands that a path leads to; of the nearest part that is there. */
export function lineInJson(text: string, path: Path): number {
  const at = offsetOf(text, path);
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) line++;
  return line;
}

/** The text is known to be JSON, so that only its strings and brackets count. */
function offsetOf(text: string, path: Path): number {
  let at = skipSpace(text, 0);
  for (const step of path) {
    const found = typeof step === 'number' ? itemAt(text, at, step) : memberAt(text, at, step);
    if (found === undefined) break;
    at = found;
  }
  return at;
}

/** Where the value of a key of the object at `at` begins. */
function memberAt(text: string, at: number, key: string): number | undefined {
  if (text[at] !== '{') return undefined;
  let i = skipSpace(text, at + 1);
  while (text[i] === '"') {
    const end = skipValue(text, i);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(i, end)) === key) return value;
    i = skipSpace(text, skipValue(text, value));
    if (text[i] !== ',') return undefined;
    i = skipSpace(text, i + 1);
  }
  return undefined;
}

function itemAt(text: string, at: number, index: number): number | undefined {
  if (text[at] !== '[') return undefined;
  let i = skipSpace(text, at + 1);
  for (let n = 0; n < index; n++) {
    i = skipSpace(text, skipValue(text, i));
    if (text[i] !== ',') return undefined;
    i = skipSpace(text, i + 1);
  }
  return text[i] === ']' ? undefined : i;
}

const space = /\s*/y;

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  space.exec(text);
  return space.lastIndex;
}

/** The end of the value that begins at `at`. */
function skipValue(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const char = text[i];
    if (char === '"') {
      i++;
      while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
      if (depth === 0) return i + 1;
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      if (depth === 0) return i;
      depth--;
      if (depth === 0) return i + 1;
    } else if (depth === 0 && (char === ',' || /\s/.test(char ?? ''))) return i;
  }
  return text.length;
}
