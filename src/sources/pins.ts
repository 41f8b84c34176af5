import type { Result } from '../runtime/go/result.ts';

import list from './pins.json' with { type: 'json' };

/** A stretch of upstream's source at the tag of `src/runtime/upstream.json`: a declaration, or a block that has no name. */
export interface Pin {
  /** Requirement row and number, such as `RS-04.1`, where a row asks for it. */
  readonly id?: string;
  /** From the root of kubernetes/kubernetes. */
  readonly path: string;
  /** Name of the declaration, as `declarations.ts` finds it; a few pins of blocks have a description here. */
  readonly symbol: string;
  /** Lines, from 1, both included. */
  readonly startLine: number;
  readonly endLine: number;
  /** Of these lines, joined by newlines, with one more at the end. */
  readonly sha256: string;
}

/** All pins, by path and line. */
export const pins: readonly Pin[] = list;

/** The name of a pin that every pin has: `path#Symbol`. */
export const referenceOf = ({ path, symbol }: Pin): string => `${path}#${symbol}`;

const byReference = new Map(pins.map((pin) => [referenceOf(pin), pin]));
const byId = new Map(pins.flatMap((pin) => (pin.id === undefined ? [] : [[pin.id, pin]])));

/** The pin that `reference` names: its id, such as `RS-04.1`, or `path#Symbol`. The error says how to make it. */
export function pinOf(reference: string): Result<Pin> {
  const pin = byId.get(reference) ?? byReference.get(reference);
  if (pin !== undefined) return [pin, undefined];
  const [path, symbol] = reference.split('#');
  const remedy = symbol
    ? `Correct it, or add it: npm run sources:pin -- ${path} ${symbol}`
    : 'Write the id of a pin, such as RS-04.1, or path#Symbol.';
  return [undefined, new Error(`there is no pin "${reference}" in src/sources/pins.json. ${remedy}`)];
}
