import { isThrown, tried } from '../runtime/sim/thrown.ts';
import { EndlessLoop } from './guard.ts';
import { notedThrow } from './hook.ts';

/** New texts of files of src/runtime, by file: `kubernetes/pkg/controller/replicaset/replica_set.ts`. */
export type Edits = Readonly<Record<string, string>>;

/** A place in the text of an edited file. Lines and columns count from 1. */
export interface EditPlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** Where in the edited files something was thrown; undefined for what comes from elsewhere. Never throws. */
export function placeOf(thrown: unknown, edits: Edits): EditPlace | undefined {
  // What wraps a cause was thrown elsewhere.
  for (const one of causesOf(thrown).reverse()) {
    const place = placeOfOne(one, edits);
    if (place) return place;
  }
  return undefined;
}

/** Causes may go round in a circle. */
const mostCauses = 10;

/** What was thrown, what caused that, and so on. Never throws. */
export function causesOf(thrown: unknown): unknown[] {
  const causes = [thrown];
  for (const one of causes) {
    if (causes.length === mostCauses || !isThrown(one, Error)) break;
    if (tried(() => Object.hasOwn(one, 'cause'))) causes.push(tried(() => one.cause));
  }
  return causes;
}

function placeOfOne(thrown: unknown, edits: Edits): EditPlace | undefined {
  if (isThrown(thrown, EndlessLoop)) return tried(() => ({ file: thrown.file, line: thrown.line }));
  const stack = isThrown(thrown, Error) ? tried(() => String(thrown.stack)) : undefined;
  // Edited code is evaluated under its file's name, which every browser writes into the stack, the innermost call first.
  for (const frame of (stack ?? '').split('\n')) {
    const file = Object.keys(edits).find((one) => frame.includes(`${one}:`));
    const line = file && Number(/^\d+/.exec(frame.slice(frame.indexOf(`${file}:`) + file.length + 1))?.[0]);
    if (file && line) return { file, line };
  }
  return noted(thrown, edits);
}

/** Where a `throw` of the edited files threw it. Any code there can have it noted, and anything as its place. */
function noted(thrown: unknown, edits: Edits): EditPlace | undefined {
  const place = notedThrow(thrown);
  return place && Object.keys(edits).includes(place.file) && Number.isSafeInteger(place.line)
    ? place
    : undefined;
}
