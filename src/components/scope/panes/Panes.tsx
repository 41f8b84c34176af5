import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { memoize } from '../../../recording/memoize.ts';
import { useUniqueId } from '../ids.ts';
import type { Entry } from '../../../runtime/stage/world.ts';
import type { Player, View } from '../player.ts';
import { Sections, modelAt } from './Sections.tsx';
import { StorePane } from './StorePane.tsx';
import { type Pane, type PaneId, panes as allPanes } from './pane-list.ts';
import { type TablePaneId, paneModels } from './pane-models.ts';
import { hasTables } from './state-rows.ts';
import type { PaneModel } from './table.ts';

interface PanesProps {
  readonly player: Player;
  readonly view: View;
  /** Where the picture above is the tables: then they have no tab, nor has what the run leaves empty. */
  readonly tables?: 'above' | undefined;
}

/**
 * The state of the machine at one moment, a tab a part of it. The tabs follow the ARIA pattern: one tab stop,
 * arrows, Home and End move and select.
 */
export function Panes({ player, view, tables }: PanesProps): VNode {
  const id = useUniqueId();
  const tabs = useRef<HTMLDivElement>(null);
  const { entries } = view.recording;
  // Most runs have no tables.
  const panes = allPanes.filter(({ id }) =>
    id === 'state' ? !tables && hasTables(entries) : !tables || usedIn(entries).has(id),
  );
  const open = panes.find((pane) => pane.id === player.openPane.value) ?? (panes[0] as Pane);
  const { now, before } = view;

  // The open tab is in sight, also when something else opened it. Only the row of tabs scrolls.
  useEffect(() => {
    const row = tabs.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row && tab)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [open.id]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = tabAfter(event.key, open.id, panes);
    if (to === undefined) return;
    event.preventDefault();
    // The arrows belong to the tabs here, not to the timeline.
    event.stopPropagation();
    player.openPane.value = to;
    tabs.current?.querySelector<HTMLElement>(`[data-pane="${to}"]`)?.focus();
  };

  const build =
    (id: TablePaneId) =>
    (entry: Entry): PaneModel =>
      paneModels[id](entry, entries);

  return (
    <div class="panes">
      <div
        class="pane-tabs"
        role="tablist"
        aria-label={t`What the machine holds`}
        ref={tabs}
        onKeyDown={onKeyDown}
      >
        {panes.map((pane) => {
          const selected = pane === open;
          const differs = before !== undefined && pane.differs(now, before);
          return (
            <button
              type="button"
              role="tab"
              key={pane.id}
              id={`${id}-tab-${pane.id}`}
              data-pane={pane.id}
              data-hue={pane.hue}
              aria-selected={selected}
              aria-controls={selected ? `${id}-panel` : undefined}
              tabIndex={selected ? 0 : -1}
              onClick={() => (player.openPane.value = pane.id)}
            >
              {translated(pane.label)}
              {differs && (
                <span class="pane-differs" title={t`changed in this step`}>
                  <span aria-hidden="true">•</span>
                  <span class="visually-hidden">{t` (changed)`}</span>
                </span>
              )}
            </button>
          );
        })}
      </div>
      <div
        class="pane-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${open.id}`}
        tabIndex={0}
      >
        <p class="pane-about">{translated(open.about)}</p>
        {open.id === 'store' ? (
          <StorePane view={view} />
        ) : (
          <Sections key={open.id} model={modelAt(view, build(open.id))} />
        )}
      </div>
    </div>
  );
}

/** The panes that show something in a run: it changes in the course of it. The store always does. */
const usedIn = memoize((entries: readonly Entry[]): ReadonlySet<PaneId> => {
  const changes = ({ differs }: Pane): boolean =>
    entries.some((entry, i) => i > 0 && differs(entry, entries[i - 1] as Entry));
  return new Set(allPanes.filter((pane) => pane.id === 'store' || changes(pane)).map(({ id }) => id));
});

/** Which of these tabs a key leads to from `from`; undefined for a key that is none of the tabs'. */
export function tabAfter(key: string, from: PaneId, panes: readonly Pane[]): PaneId | undefined {
  const at = panes.findIndex((pane) => pane.id === from);
  const last = panes.length - 1;
  const to = {
    ArrowLeft: at === 0 ? last : at - 1,
    ArrowRight: at === last ? 0 : at + 1,
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? undefined : panes[to]?.id;
}
