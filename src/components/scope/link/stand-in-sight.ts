/** Scrolls to a Scope that nothing is seen of. One that is in sight beside the text, or over it, moves nothing. */
export function standInSight(host: Element): void {
  const scope = host.querySelector('.scope') ?? host;
  const { left, top, bottom, width } = scope.getBoundingClientRect();
  const middle = Math.min(bottom - 2, Math.max(top + 2, innerHeight / 2));
  const there = document.elementFromPoint(left + width / 2, Math.min(innerHeight - 1, Math.max(0, middle)));
  const inSight = bottom > 0 && top < innerHeight / 2 && scope.contains(there);
  if (!inSight) host.scrollIntoView({ block: 'start' });
}
