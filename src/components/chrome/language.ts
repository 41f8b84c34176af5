/** Lets the switch of the language lead to the very place that the address names: the moment of a run, and what was asked for. */
export function keepPlace(): void {
  const take = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.language') : null;
    if (link === null) return;
    link.search = location.search;
    link.hash = location.hash;
  };
  addEventListener('click', take);
  // The middle button opens a tab.
  addEventListener('auxclick', take);
}
