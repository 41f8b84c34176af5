/**
 * Scrolls a box, and nothing else, so that a line stands inside its middle; to its top if asked for. `line` counts from 0 among `lines`.
 * All rows are of one height, so the lines out of sight need not be laid out to know where one is.
 */
export function scrollIntoBox(box: HTMLElement, line: number, lines: number, atTop = false): void {
  const text = box.firstElementChild as HTMLElement | null;
  if (!text || line < 0 || line >= lines) return;
  const height = text.offsetHeight / lines;
  const top = text.offsetTop + line * height;
  const margin = Math.min(box.clientHeight / 4, height * 4);
  const visible = top >= box.scrollTop + margin && top + height <= box.scrollTop + box.clientHeight - margin;
  if (visible && !atTop) return;
  box.scrollTop = top - (atTop ? height : box.clientHeight / 3);
}
