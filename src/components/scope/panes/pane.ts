import type { ComponentType } from 'preact';
import type { Entry } from '../../../runtime/stage/world.ts';
import type { Hue } from '../../../styles/hues.ts';
import { onUseEach } from '../../base/on-use.ts';
import type { View } from '../player/player.ts';
import type { PaneModel, Section } from './table.ts';

/** A tab of the panes: a part of what a run of its subject holds. */
export interface Pane {
  /** What `player.openPane` names. */
  readonly id: string;
  readonly label: string;
  /** One sentence under the tabs: what this is. */
  readonly about: string;
  /** The kind of component whose hue marks the tab. */
  readonly hue?: Hue;
  /** Whether a step changed what it shows, told from the identity of immutable parts. */
  readonly differs: (now: Entry, before: Entry) => boolean;
  /** Whether it has a tab in a run; always if left out. */
  readonly hasTab?: (entries: readonly Entry[]) => boolean;
  /** What it shows at an entry, as facts and tables; `entries` are those of the whole recording, `among` the panes of the run. */
  readonly model?: (entry: Entry, entries: readonly Entry[], among: readonly Pane[]) => PaneModel;
  /** One thing of what it shows, for a table that names it: `TableState.shows`. Undefined where it has none of that name. */
  readonly section?: (name: string, entry: Entry) => Section | undefined;
  /** In place of a model, where tables of facts are not enough. */
  readonly Body?: ComponentType<PaneBodyProps>;
}

export interface PaneBodyProps {
  readonly view: View;
  /** Shows an entry of the run. */
  readonly onOpen: (entry: number) => void;
}

const files = import.meta.glob<{ readonly panes: readonly Pane[] }>('../../../subjects/*/panes.ts');

/** The panes of each subject. Those of any program are the last of the tabs. */
export const subjectPanes = onUseEach(files);

/** The panes of these subjects that have come, in the order of their tabs. */
export const panesOf = (subjects: readonly string[]): readonly Pane[] =>
  subjectPanes.of([...subjects, 'stage']).flatMap(({ panes }) => panes);
