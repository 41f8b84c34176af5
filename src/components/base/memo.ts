import { Component, type FunctionComponent, type VNode } from 'preact';

/** A component that is drawn again only when a prop differs: of lists and plain objects, when a part of them does. */
export function memo<P extends object>(draw: (props: P) => VNode): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !alike(next, this.props);
    }

    override render(): VNode {
      return draw(this.props);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}

/** Asked of everything drawn at every step, so it makes nothing that would have to be collected. */
function alike(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isData(a) || !isData(b)) return false;
  for (const name in a) if (!alike(a[name], b[name])) return false;
  for (const name in b) if (!(name in a)) return false;
  return true;
}

function isData(value: unknown): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || (value as object | null | undefined)?.constructor === Object;
}
