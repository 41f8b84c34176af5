import type { Block, BlockMap, Chip, Content } from './description.ts';

/** What a block may say besides what is given. */
type More<K extends keyof BlockMap, Given extends string> = Omit<BlockMap[K], Given>;

type All<K extends keyof BlockMap, Name extends keyof BlockMap[K]> = BlockMap[K][Name];

/** What a part holds, from the top down. What a condition leaves out is not there. */
export const holds = (...blocks: readonly (Block | false | undefined)[]): Content => ({
  blocks: blocks.filter((block) => block !== undefined && block !== false),
});

export const chips = (all: readonly Chip[], more?: More<'chips', 'chips'>): Block => ({
  kind: 'chips',
  chips: all,
  ...more,
});

export const groups = (all: All<'groups', 'groups'>, more?: More<'groups', 'groups'>): Block => ({
  kind: 'groups',
  groups: all,
  ...more,
});

export const board = (cells: All<'board', 'cells'>, more?: More<'board', 'cells'>): Block => ({
  kind: 'board',
  cells,
  ...more,
});

export const table = (
  columns: readonly string[],
  lines: All<'table', 'lines'>,
  more?: More<'table', 'columns' | 'lines'>,
): Block => ({ kind: 'table', columns, lines, ...more });

export const road = (stations: All<'road', 'stations'>): Block => ({ kind: 'road', stations });

export const slots = (rows: All<'slots', 'slots'>): Block => ({ kind: 'slots', slots: rows });

export const dials = (all: All<'dials', 'dials'>, radius?: number): Block => ({
  kind: 'dials',
  dials: all,
  radius,
});

export const gauge = (
  label: string,
  value: number,
  said: string,
  more?: More<'gauge', 'label' | 'value' | 'text'>,
): Block => ({ kind: 'gauge', label, value, text: said, ...more });

/** Short lines of text, of which a plain one is only its words. */
export const text = (...lines: readonly (string | All<'lines', 'lines'>[number])[]): Block => ({
  kind: 'lines',
  lines: lines.map((line) => (typeof line === 'string' ? { text: line } : line)),
});
