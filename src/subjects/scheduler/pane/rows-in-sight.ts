import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The height of a row in rem, as the style sheet has it. */
export const rowRem = 1.75;
/** How many rows a page holds that has no script yet. */
const builtRows = 12;

interface RowsInSight {
  /** The rows to draw: those in sight and a few around them, `to` excluded. */
  readonly from: number;
  readonly to: number;
  /** How many rows a press of a Page key goes. */
  pageOf(): number;
  /** Looks again what is in sight. */
  look(): void;
  /** Scrolls a row into sight. */
  show(place: number): void;
}

/** Which rows of a table of `count` are in sight in its box; `drawn` says whether the box is there. */
export function useRowsInSight(
  box: RefObject<HTMLElement>,
  { count, columns, drawn }: { readonly count: number; readonly columns: number; readonly drawn: boolean },
): RowsInSight {
  const [window, setWindow] = useState({ from: 0, to: builtRows });
  const look = (): void => {
    const element = box.current;
    // Drawn before it is in the page, it has no height yet, and keeps the rows that it begins with.
    if (!element?.clientHeight || count === 0) return;
    const from = Math.max(0, Math.floor(element.scrollTop / rowHeight()) - 2);
    const to = from + Math.ceil((element.clientHeight - headHeight(element)) / rowHeight()) + 4;
    setWindow((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  useEffect(look, [count, columns]);
  // It is mounted before its styles are there, or where it is not seen yet: then it has no height.
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [drawn]);
  const from = Math.min(window.from, Math.max(0, count - 1));
  return {
    from,
    to: Math.min(count, Math.max(window.to, from + 1)),
    pageOf: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight()) - 4),
    look,
    show(place) {
      const element = box.current;
      if (!element) return;
      const height = rowHeight();
      if (place * height < element.scrollTop) element.scrollTop = place * height;
      const under = (place + 1) * height + headHeight(element) - element.clientHeight;
      if (under > element.scrollTop) element.scrollTop = under;
      look();
    },
  };
}

const headHeight = (element: HTMLElement): number => element.querySelector('thead')?.clientHeight ?? 0;

function rowHeight(): number {
  return rowRem * parseFloat(getComputedStyle(document.documentElement).fontSize);
}
