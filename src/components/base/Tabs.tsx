import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A tab of a row. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: ComponentChildren;
  /** The kind of component whose hue marks it. */
  readonly hue?: string | undefined;
}

interface TabsProps<Id extends string> {
  readonly class: string;
  /** What the tabs are parts of. */
  readonly label: string;
  /** Begins the id of each tab: `panel` is labelled by `${id}-${open}`. */
  readonly id: string;
  /** The id of what the open tab shows. */
  readonly panel: string;
  readonly tabs: readonly Tab<Id>[];
  readonly open: Id;
  readonly onOpen: (id: Id) => void;
}

/** A row of tabs by the ARIA pattern: one stop for the Tab key; arrows, Home and End move and select. */
export function Tabs<Id extends string>({
  class: name,
  label,
  id,
  panel,
  tabs,
  open,
  onOpen,
}: TabsProps<Id>): VNode {
  const row = useRef<HTMLDivElement>(null);
  const tabOf = (tab: Id): HTMLElement | null | undefined =>
    row.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
  // The open tab is in sight, also when something else opened it.
  useEffect(() => keepInSight(row.current, () => tabOf(open)), [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const ids = tabs.map((tab) => tab.id);
    const to = tabAfter(event.key, open, ids);
    if (to === undefined) return;
    event.preventDefault();
    // The arrows belong to the tabs here, not to the timeline.
    event.stopPropagation();
    onOpen(to);
    tabOf(to)?.focus();
  };
  return (
    <div class={name} role="tablist" aria-label={label} ref={row} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          type="button"
          role="tab"
          key={tab.id}
          id={`${id}-${tab.id}`}
          data-hue={tab.hue}
          data-tab={tab.id}
          aria-selected={tab.id === open}
          aria-controls={tab.id === open ? panel : undefined}
          tabIndex={tab.id === open ? 0 : -1}
          onClick={() => onOpen(tab.id)}
        >
          {tab.title}
        </button>
      ))}
    </div>
  );
}

/** Scrolls a row as far as a tab needs, also when the row gets its place in the page. Only the row scrolls. Gives what ends it. */
function keepInSight(
  row: HTMLElement | null,
  tabInIt: () => HTMLElement | null | undefined,
): (() => void) | undefined {
  if (!row) return undefined;
  // Not by scrollIntoView, which moves the page as well.
  const sizes = new ResizeObserver(() => {
    const box = row.getBoundingClientRect();
    const tab = tabInIt()?.getBoundingClientRect();
    if (tab) row.scrollLeft += Math.max(0, tab.right - box.right) + Math.min(0, tab.left - box.left);
  });
  sizes.observe(row);
  return () => sizes.disconnect();
}

/** Which of these tabs a key leads to from `from`; undefined for a key that is none of the tabs'. */
export function tabAfter<Id extends string>(key: string, from: Id, tabs: readonly Id[]): Id | undefined {
  const at = tabs.indexOf(from);
  const last = tabs.length - 1;
  const to = {
    ArrowLeft: at === 0 ? last : at - 1,
    ArrowRight: at === last ? 0 : at + 1,
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? undefined : tabs[to];
}
