import type { Result } from '../runtime/go/result.ts';
import { declarationsOf, linesInWords, linesOf, placesOf, sameLines, wholeFile } from './declarations.ts';
import type { Lines } from './languages/declaration.ts';
import { nearestNames } from './nearest.ts';
import { referenceOf, type Pin } from './pins.ts';
import type { Tree } from './tree.ts';
import { sha256, verify } from './verify.ts';

/** What is to be pinned. */
export interface Wanted {
  readonly path: string;
  /** Name of a declaration, or, with `lines`, a description of a block: words with a space between them. */
  readonly symbol: string;
  /** Requirement row, such as `RS-04`, whose next number becomes the pin's id. */
  readonly row?: string;
  /** First and last line, where the symbol alone does not say. */
  readonly lines?: readonly [first: number, last: number];
}

/** All pins with the wanted one among them, added or made again as it stands in the tree; `says` tells which. */
export async function withPin(
  wanted: Wanted,
  pins: readonly Pin[],
  tree: Tree,
): Promise<Result<{ pins: Pin[]; says: string }>> {
  const { path, symbol, row } = wanted;
  const text = tree.read(path);
  if (text === undefined) return [undefined, new Error(noFile(path, tree))];
  const before = pins.find((pin) => pin.path === path && pin.symbol === symbol);
  if (row !== undefined && before?.id !== undefined && !before.id.startsWith(`${row}.`)) {
    const says = `${referenceOf(before)} is pinned as ${before.id}, and a pin has one id: use that one.`;
    return [undefined, new Error(says)];
  }
  const [found, error] = await find(wanted, text, before);
  if (error) return [undefined, error];
  const id = before?.id ?? (row === undefined ? undefined : nextId(row, pins));
  const { startLine, endLine } = found;
  const digest = await sha256(linesOf(text, found));
  const pin: Pin = { ...(id && { id }), path, symbol, startLine, endLine, sha256: digest };
  const same = before && sameLines(before, pin) && before.sha256 === digest && before.id === id;
  const done = same ? 'Nothing to do:' : before ? 'Made again:' : 'Added:';
  const isNew = id !== before?.id ? ` Name it at ${row} in src/requirements/rows.json.` : '';
  const says = `${done} ${id ? `${id} ` : ''}${referenceOf(pin)}, ${linesInWords(pin)}.${isNew}`;
  return [{ pins: [...pins.filter((each) => each !== before), pin], says }, undefined];
}

/** The text of `pins.json`: one line for each pin, by path and line. */
export function formatPins(pins: readonly Pin[]): string {
  const byPlace = (a: Pin, b: Pin): number =>
    compare(a.path, b.path) || a.startLine - b.startLine || compare(a.symbol, b.symbol);
  return `[\n${[...pins]
    .sort(byPlace)
    .map((pin) => `  ${JSON.stringify(pin)}`)
    .join(',\n')}\n]\n`;
}

/** The lines that are wanted, or why they cannot be found. */
async function find({ path, symbol, lines }: Wanted, text: string, before?: Pin): Promise<Result<Lines>> {
  const places = placesOf(path, text, symbol);
  const found = lines
    ? atLines(path, symbol, text, lines)
    : places.length > 1
      ? severalTimes(path, symbol, places)
      : places[0];
  if (found !== undefined)
    return typeof found === 'string' ? [undefined, new Error(found)] : [found, undefined];
  // A block that was pinned before is found by its text.
  const verdict = before && (await verify(before, text));
  if (before && verdict?.is === 'ok') return [before, undefined];
  if (verdict?.is === 'moved') return [verdict.to, undefined];
  return [undefined, new Error(noSymbol(path, symbol, text))];
}

/** The lines that were asked for, or what is wrong with them. */
function atLines(
  path: string,
  symbol: string,
  text: string,
  [startLine, endLine]: readonly [number, number],
): Lines | string {
  const places = placesOf(path, text, symbol);
  const height = placesOf(path, text, wholeFile)[0]?.endLine ?? 0;
  if (endLine > height) return `${path} has ${height} lines, and no line ${endLine}.`;
  const asked = { startLine, endLine };
  if (places.some((place) => sameLines(place, asked))) return asked;
  if (places.length > 0)
    return `${path} declares ${symbol} at ${places.map(linesInWords).join(' and ')}: leave --lines out, or describe the block in words.`;
  return /\s/.test(symbol)
    ? asked
    : `${path} declares no ${symbol}: describe a block in two words or more, such as 'help loop'.`;
}

function severalTimes(path: string, symbol: string, places: readonly Lines[]): string {
  const [{ startLine, endLine } = { startLine: 1, endLine: 1 }] = places;
  return `${path} declares ${symbol} ${places.length} times, at ${places.map(linesInWords).join(' and ')}: choose one, as in --lines ${startLine}-${endLine}`;
}

function noFile(path: string, tree: Tree): string {
  const nameOf = (each: string): string => each.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const others = tree.beside(path).map((file) => file.path);
  const near = nearestNames(nameOf(path), others.map(nameOf));
  const meant = near.flatMap((name) => others.filter((other) => nameOf(other) === name));
  const remedy =
    meant.length > 0
      ? `Did you mean ${meant.join(' or ')}?`
      : 'Write its path from the root of Kubernetes. For a folder that npm run sources has not brought, set KUBERNETES_SRC to a whole tree.';
  return `there is no file ${path} in the tree. ${remedy}`;
}

function noSymbol(path: string, symbol: string, text: string): string {
  if (/\s/.test(symbol))
    return `${path} has no "${symbol}". If it describes a block, say where it is, as in --lines 10-20`;
  const names = declarationsOf(path, text).map(({ name }) => name);
  const near = nearestNames(symbol, names);
  if (near.length > 0) return `${path} declares no ${symbol}. Did you mean ${near.join(' or ')}?`;
  const some = names.slice(0, 12).join(', ');
  return `${path} declares no ${symbol}. It declares ${some}${names.length > 12 ? ` and ${names.length - 12} more` : ''}.`;
}

function nextId(row: string, pins: readonly Pin[]): string {
  const numbers = pins.map(({ id }) => (id?.startsWith(`${row}.`) ? Number(id.slice(row.length + 1)) : 0));
  return `${row}.${Math.max(0, ...numbers) + 1}`;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
