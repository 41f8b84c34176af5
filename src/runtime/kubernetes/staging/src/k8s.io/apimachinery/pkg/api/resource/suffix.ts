import type { Format } from './quantity.ts';

const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);

const turned = (suffixes: ReadonlyMap<string, number>): ReadonlyMap<number, string> =>
  new Map([...suffixes].map(([suffix, exponent]) => [exponent, suffix]));

const decimalByExponent = turned(decimalSuffixes);
const binaryByExponent = turned(binarySuffixes);

/** What a suffix multiplies by: a power of 2 for BinarySI, else of 10. */
export interface Interpreted {
  readonly exponent: number;
  readonly format: Format;
}

/** Undefined if the suffix is none. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/suffix.go#suffixHandler.interpret
export function interpret(suffix: string): Interpreted | undefined {
  const decimal = decimalSuffixes.get(suffix);
  if (decimal !== undefined) return { exponent: decimal, format: 'DecimalSI' };
  const binary = binarySuffixes.get(suffix);
  if (binary !== undefined) return { exponent: binary, format: 'BinarySI' };
  const [, digits] = /^[eE]([-+]?\d+)$/.exec(suffix) ?? [];
  if (digits === undefined) return undefined;
  const parsed = BigInt(digits.replace('+', ''));
  // As in Go, what is beyond 64 bits cannot be read, and what is beyond 32 loses its high ones.
  if (parsed !== BigInt.asIntN(64, parsed)) return undefined;
  return { exponent: Number(BigInt.asIntN(32, parsed)), format: 'DecimalExponent' };
}

/**
 * The suffix for a power of 10, or of 2 for BinarySI. Upstream writes none for one that has no suffix, so that the text
 * of `1000E` is `1`.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/resource/suffix.go#suffixHandler.construct
export function construct(exponent: number, format: Format): string {
  switch (format) {
    case 'DecimalSI':
      return decimalByExponent.get(exponent) ?? '';
    case 'BinarySI':
      return binaryByExponent.get(exponent) ?? '';
    case 'DecimalExponent':
      return exponent === 0 ? '' : `e${exponent}`;
  }
}
