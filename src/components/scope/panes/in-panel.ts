import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** The box in a Scope that scrolls what stands in it; undefined where all of it has room. */
function scrollerOf(element: Element): HTMLElement | undefined {
  for (let box = element.parentElement; box && !box.matches('.scope'); box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box;
  return undefined;
}

/** Scrolls the box round the first of these, and nothing else, until it is seen; nothing, if one of them is seen already. */
export function showOneOf(elements: Iterable<Element>): void {
  // A narrow panel leaves out columns, and with them what changed there.
  const [first, ...others] = [...elements].filter((one) => one.getClientRects().length > 0);
  const scroller = first && scrollerOf(first);
  if (!scroller) return;
  const box = scroller.getBoundingClientRect();
  const isSeen = (one: Element): boolean => {
    const { top, height } = one.getBoundingClientRect();
    return top >= box.top && top + Math.min(height, box.height / 2) <= box.bottom;
  };
  if ([first, ...others].some(isSeen)) return;
  const { top, height } = first.getBoundingClientRect();
  scroller.scrollTop += top - box.top - (height < box.height / 3 ? box.height / 3 : 0);
}

/**
 * Brings one of what a selector finds round an element into sight, in its own box, each time that one of `when` is another: of the first
 * selector that finds anything.
 */
export function useInSight(
  inside: RefObject<Element>,
  selectors: readonly string[],
  when: readonly unknown[],
): void {
  useLayoutEffect(() => {
    // After all that a step draws: to measure earlier would lay it out twice.
    queueMicrotask(() => {
      const around = inside.current?.parentElement;
      const found = selectors.map((selector) => around?.querySelectorAll(selector) ?? []);
      showOneOf(found.find(({ length }) => length > 0) ?? []);
    });
  }, when);
}
