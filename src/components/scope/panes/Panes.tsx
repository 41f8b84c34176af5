import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { useUniqueId } from '../../base/ids.ts';
import type { Recording } from '../../../recording/recording.ts';
import type { Player, View } from '../player/player.ts';
import { Sections, modelAt } from './Sections.tsx';
import { useInSight } from './in-panel.ts';
import { type Pane, type PaneBodyProps, panesOf, subjectPanes } from './pane.ts';
import { type Tab, Tabs } from '../../base/Tabs.tsx';

/** Brings the panes of these subjects, and those of any program. */
export const loadPanes = (subjects: readonly string[], told: Pick<Player, 'problem'>): Promise<boolean> =>
  subjectPanes.load([...subjects, 'stage'], told);

interface PanesProps {
  readonly player: Player;
  readonly view: View;
}

/** The state of the machine at one moment, with a tab for each part of it. */
export function Panes({ player, view }: PanesProps): VNode | null {
  const id = useUniqueId();
  const panes = panesShown(view.recording);
  const open = panes.find((pane) => pane.id === player.openPane.value) ?? panes[0];
  // They come with their subjects; the box has its size from the start.
  if (!open) return null;

  return (
    <div class="panes">
      <Tabs
        class="pane-tabs"
        label={t`What the machine holds`}
        id={`${id}-tab`}
        panel={`${id}-panel`}
        tabs={panes.map((pane) => tabOf(pane, view))}
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
        <PaneBody pane={open} view={view} onOpen={(entry) => player.seek(entry)} />
      </div>
    </div>
  );
}

/** The panes that a run has a tab for, of those that have come. */
export const panesShown = ({ subjects, entries }: Recording): readonly Pane[] =>
  panesOf(subjects).filter(({ hasTab }) => hasTab?.(entries) ?? true);

/** The tab of a pane, which says whether the step changed what it shows. */
export function tabOf(pane: Pane, { now, before }: View): Tab<string> {
  const differs = before !== undefined && pane.differs(now, before);
  return { id: pane.id, hue: pane.hue, title: <Title pane={pane} differs={differs} /> };
}

/** What a pane shows of a moment, scrolled to what the step changed. */
export function PaneBody({ pane, ...props }: PaneBodyProps & { readonly pane: Pane }): VNode {
  const { Body, model } = pane;
  const { view } = props;
  const { entries, subjects } = view.recording;
  const about = useRef<HTMLParagraphElement>(null);
  // A row rather than a fact above all rows, such as the revision, which most steps change.
  useInSight(about, ['[data-change]', '[data-changed]'], [pane, entries, view.now]);
  return (
    <>
      <p class="pane-about" ref={about}>
        {translated(pane.about)}
      </p>
      {Body && <Body {...props} />}
      {model && (
        <Sections key={pane.id} model={modelAt(view, (entry) => model(entry, entries, panesOf(subjects)))} />
      )}
    </>
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
