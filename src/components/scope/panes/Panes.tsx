import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { memoize } from '../../../recording/memoize.ts';
import { useUniqueId } from '../../base/ids.ts';
import type { Entry } from '../../../runtime/stage/world.ts';
import type { Player, View } from '../player/player.ts';
import { Sections, modelAt } from './Sections.tsx';
import { StorePane } from './StorePane.tsx';
import { type Pane, type PaneId, panes as allPanes } from '../player/pane-list.ts';
import { type TablePaneId, paneModels } from './pane-models.ts';
import { hasTables } from './state-rows.ts';
import type { PaneModel } from './table.ts';
import { Tabs } from '../../base/Tabs.tsx';

interface PanesProps {
  readonly player: Player;
  readonly view: View;
  /** Where the picture above is the tables: then they have no tab, nor has what the run leaves empty. */
  readonly tables?: 'above' | undefined;
}

/** The state of the machine at one moment, a tab a part of it. */
export function Panes({ player, view, tables }: PanesProps): VNode {
  const id = useUniqueId();
  const { entries } = view.recording;
  // Most runs have no tables.
  const panes = allPanes.filter(({ id }) =>
    id === 'state' ? !tables && hasTables(entries) : !tables || usedIn(entries).has(id),
  );
  const open = panes.find((pane) => pane.id === player.openPane.value) ?? (panes[0] as Pane);
  const { now, before } = view;

  const build =
    (id: TablePaneId) =>
    (entry: Entry): PaneModel =>
      paneModels[id](entry, entries);

  return (
    <div class="panes">
      <Tabs
        class="pane-tabs"
        label={t`What the machine holds`}
        id={`${id}-tab`}
        panel={`${id}-panel`}
        tabs={panes.map((pane) => ({
          id: pane.id,
          hue: pane.hue,
          title: <Title pane={pane} differs={before !== undefined && pane.differs(now, before)} />,
        }))}
        open={open.id}
        onOpen={(to) => (player.openPane.value = to)}
      />
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

function Title({ pane, differs }: { readonly pane: Pane; readonly differs: boolean }): VNode {
  return (
    <>
      {translated(pane.label)}
      {differs && (
        <span class="pane-differs" title={t`changed in this step`}>
          <span aria-hidden="true">•</span>
          <span class="visually-hidden">{t` (changed)`}</span>
        </span>
      )}
    </>
  );
}

/** The panes that show something in a run: it changes in the course of it. The store always does. */
const usedIn = memoize((entries: readonly Entry[]): ReadonlySet<PaneId> => {
  const changes = ({ differs }: Pane): boolean =>
    entries.some((entry, i) => i > 0 && differs(entry, entries[i - 1] as Entry));
  return new Set(allPanes.filter((pane) => pane.id === 'store' || changes(pane)).map(({ id }) => id));
});
