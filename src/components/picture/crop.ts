import type { Rect } from './geometry.ts';
import type { Ground } from './layout.ts';

/** How much smaller than usual a cut may be drawn, so that all that a step touches is in it. */
const smallest = 0.7;
const margin = 8;

/**
 * The cut of a drawing that fits a box of that size, in px, in which its width would be whole: around what is lit, or, where that is too
 * much, around the part that was lit last. Without anything lit, the upper end.
 */
export function cropTo(
  { width, height, parts }: Ground,
  lit: readonly string[],
  box: { w: number; h: number },
): Rect {
  const touched = lit.flatMap((id) => parts.find((part) => part.id === id)?.at ?? []);
  const whole = { w: width, h: Math.min(height, (width * box.h) / box.w) };
  const most = { w: width, h: Math.min(height, whole.h / smallest) };
  const around = boundsOf(touched);
  const fits = around !== undefined && around.h + 2 * margin <= most.h;
  const chosen = fits ? around : touched.at(-1);
  if (!chosen) return { x: 0, y: 0, ...whole };
  const h = fits ? Math.max(whole.h, chosen.h + 2 * margin) : whole.h;
  const middle = fits ? chosen.y + chosen.h / 2 : chosen.y + Math.min(chosen.h, h - 2 * margin) / 2;
  return {
    x: 0,
    y: Math.round(Math.max(0, Math.min(height - h, middle - h / 2))),
    w: width,
    h: Math.round(h),
  };
}

function boundsOf(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined;
  const [x, y] = [Math.min(...rects.map((one) => one.x)), Math.min(...rects.map((one) => one.y))];
  const [right, bottom] = [
    Math.max(...rects.map((one) => one.x + one.w)),
    Math.max(...rects.map((one) => one.y + one.h)),
  ];
  return { x, y, w: right - x, h: bottom - y };
}
