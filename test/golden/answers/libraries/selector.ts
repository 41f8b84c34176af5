import {
  type Selector,
  parse,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';

type Labels = Readonly<Record<string, string>>;

/** The canonical form of a selector, and which of the sets it matches. */
export function answer(args: unknown): unknown {
  const { Selector, Sets } = args as { readonly Selector: string; readonly Sets: readonly Labels[] };
  const [selector, err] = parse(Selector);
  if (err) throw err;
  return matched(selector, Sets);
}

export function matched(selector: Selector, sets: readonly Labels[]): unknown {
  return { canonical: selector.toString(), matches: sets.map((set) => selector.matches(set)) };
}
