import type { Recording } from '../src/recording/recording.ts';
import type { Scenario } from '../src/runtime/stage/scenario.ts';

/** Index of the entry at which a scenario is opened: before its first act the cluster only starts. */
export function firstAct({ entries }: Recording): number {
  return Math.max(
    0,
    entries.findIndex(({ event }) => event.kind === 'act'),
  );
}

/** What the list of scenarios shows of one. */
interface Listed {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** Scenarios under one heading. */
export interface Group {
  readonly title: string;
  readonly scenarios: readonly Listed[];
}

/** The playground's own scenarios and those of the chapters, each in order of id, without empty groups. */
export function groupsOf(all: readonly Scenario[]): Group[] {
  const list = all.map(({ id, title, summary }): Listed => ({ id, title, summary }));
  list.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const own = list.filter(({ id }) => id.startsWith('playground/'));
  const chapters = list.filter(({ id }) => !id.startsWith('playground/'));
  const groups = [
    { title: 'To begin with', scenarios: own },
    { title: 'From the chapters', scenarios: chapters },
  ];
  return groups.filter(({ scenarios }) => scenarios.length > 0);
}

/** Whether a text has every word of a query, in any order and case. */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** Where the playground opens with a scenario. */
export function playgroundLink(id: string): string {
  return `?scenario=${encodeURIComponent(id)}`;
}
