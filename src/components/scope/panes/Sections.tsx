import type { VNode } from 'preact';
import type { Entry } from '../../../runtime/stage/world.ts';
import type { View } from '../player/player.ts';
import { CellText, Table } from './Table.tsx';
import { type PaneModel, type Section, markChanges } from './table.ts';

/** A pane's model of a moment, with what differs from the stop before marked. */
export function modelAt({ now, before }: View, build: (entry: Entry) => PaneModel): PaneModel {
  return markChanges(build(now), before && build(before));
}

interface SectionsProps {
  readonly model: PaneModel;
  readonly onPick?: (key: string) => void;
  readonly picked?: string;
  /** Asks for more rows of a section whose table has only those that are shown. */
  readonly onMore?: (section: string) => void;
}

/** The body of most panes: headings, facts and tables, one below the other. */
export function Sections({ model, onPick, picked, onMore }: SectionsProps): VNode {
  if (model.sections.length === 0) return <p class="pane-empty">{model.empty}</p>;
  return (
    <>
      {model.sections.map((section) => (
        <section class="pane-section" data-wide={section.wide || undefined} key={section.key}>
          <SectionHead
            section={section}
            plain={!onPick && model.sections.length === 1 && section.facts.length === 0}
          />
          {section.table && (
            <Table
              model={section.table}
              onPick={onPick}
              picked={picked}
              onMore={section.table.left ? () => onMore?.(section.key) : undefined}
            />
          )}
        </section>
      ))}
    </>
  );
}

/** `plain`: the tab above says the same, so the heading is for those who listen. */
export function SectionHead({
  section,
  plain = false,
}: {
  readonly section: Section;
  readonly plain?: boolean;
}): VNode {
  return (
    <header class={plain ? 'visually-hidden' : 'pane-head'}>
      <p class="pane-title">{section.title}</p>
      {section.facts.length > 0 && (
        <dl>
          {section.facts.map((fact) => (
            <div key={fact.label} data-changed={fact.value.before !== undefined || undefined}>
              <dt>{fact.label}</dt>
              <dd>
                <CellText value={fact.value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}
