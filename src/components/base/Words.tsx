import type { VNode } from 'preact';

/** A sentence: what stands between backticks is code, everything else is text. */
export function Words({ text }: { readonly text: string }): VNode {
  return <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>;
}
