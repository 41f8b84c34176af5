import { parseQuantity } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';

/** The first quantity as text and as numbers, and what it is with the second. */
export function answer(args: unknown): unknown {
  const [a, b] = (args as [string, string]).map((text) => {
    const [quantity, err] = parseQuantity(text);
    if (err) throw err;
    return quantity;
  });
  if (!a || !b) throw new Error('expected two quantities');
  return {
    canonical: a.toString(),
    value: String(a.scaledValue(0)),
    milli: String(a.scaledValue(-3)),
    cmp: a.cmp(b),
    sum: a.add(b).toString(),
    diff: a.sub(b).toString(),
  };
}
