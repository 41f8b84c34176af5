import type { RefObject, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { CodeLines, type CodeLinesProps } from './CodeLines.tsx';

interface CodeBoxProps extends CodeLinesProps {
  readonly shown: boolean;
  /** Holds the box that is shown. */
  readonly box: RefObject<HTMLDivElement>;
}

/** The lines of one file. While another is shown they stay as they were: drawing them again costs more than all else in a step. */
export function CodeBox({ shown, box, ...lines }: CodeBoxProps): VNode {
  const wasShown = useRef(false);
  const drawn = useRef<VNode>();
  if (shown || wasShown.current) drawn.current = <CodeLines {...lines} />;
  wasShown.current = shown;
  return (
    <div class="code-box" inert={!shown} ref={shown ? box : null} onScroll={keepGutter}>
      {drawn.current}
    </div>
  );
}

/** The gutter sticks to the edge while the box is scrolled sideways, and only then: each line that sticks costs a layer. */
function keepGutter({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  currentTarget.toggleAttribute('data-aside', currentTarget.scrollLeft !== 0);
}
