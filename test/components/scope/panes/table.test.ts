import { describe, expect, test } from 'vitest';
import {
  type PaneModel,
  type Row,
  capRows,
  cell,
  chips,
  markChanges,
  timed,
} from '../../../../src/components/scope/panes/table.ts';

function pane(rows: readonly Row[], facts: PaneModel['sections'][number]['facts'] = []): PaneModel {
  const table = {
    caption: 'things',
    columns: [{ label: 'Name' }, { label: 'State' }],
    rows,
    empty: 'no things',
  };
  return { sections: [{ key: 's', title: 'S', facts, table }], empty: '' };
}

function row(key: string, state: string): Row {
  return { key, cells: [cell(key), cell(state)] };
}

function rowsOf(model: PaneModel): string[] {
  return (model.sections[0]?.table?.rows ?? []).map(({ key, change, cells }) => {
    const was = cells.map((one) => one.before).filter((before) => before !== undefined);
    return `${change ?? 'same'} ${key}${was.length > 0 ? ` was ${was.join()}` : ''}`;
  });
}

describe('markChanges', () => {
  test('new rows, changed cells and rows that went away are told apart', () => {
    const before = pane([row('a', 'idle'), row('b', 'idle'), row('c', 'idle')]);
    const now = pane([row('a', 'idle'), row('c', 'busy'), row('d', 'idle')]);
    expect(rowsOf(markChanges(now, before))).toEqual(['same a', 'gone b', 'changed c was idle', 'new d']);
  });

  test('the first stop marks nothing', () => {
    expect(rowsOf(markChanges(pane([row('a', 'idle')]), undefined))).toEqual(['same a']);
  });

  test('a section that was not there is new row by row', () => {
    const before: PaneModel = { sections: [], empty: 'nothing' };
    expect(rowsOf(markChanges(pane([row('a', 'idle')]), before))).toEqual(['new a']);
  });

  test('a section that went away stays once more, all of it gone', () => {
    expect(rowsOf(markChanges({ sections: [], empty: 'nothing' }, pane([row('a', 'idle')])))).toEqual([
      'gone a',
    ]);
  });

  test('time that passes is no change', () => {
    const told = (is: number, text: string): PaneModel =>
      pane([{ key: 'a', cells: [cell('a'), timed(is, text)] }]);
    expect(rowsOf(markChanges(told(5, '20 ms ago'), told(5, '10 ms ago')))).toEqual(['same a']);
    expect(rowsOf(markChanges(told(9, 'now'), told(5, '10 ms ago')))).toEqual(['changed a was 10 ms ago']);
  });

  test('facts, chips and marks are compared by what they say', () => {
    const before = pane(
      [{ key: 'a', cells: [cell('a'), chips([{ text: 'Added' }])] }],
      [{ label: 'Synced', value: cell('no') }],
    );
    const now = pane(
      [
        {
          key: 'a',
          cells: [
            cell('a', undefined, 'behind by 1 revision'),
            chips([{ text: 'Added' }, { text: 'Updated' }]),
          ],
        },
      ],
      [{ label: 'Synced', value: cell('yes') }],
    );
    const section = markChanges(now, before).sections[0];
    expect(section?.facts[0]?.value.before).toBe('no');
    expect(section?.table?.rows[0]?.cells.map((one) => one.before)).toEqual(['a', 'Added']);
  });
});

describe('capRows', () => {
  const many = Array.from({ length: 100 }, (_, n): Row => ({
    ...row(`k${n}`, 'x'),
    ...(n === 90 && { change: 'changed' }),
  }));

  test('a short table is whole', () => {
    expect(capRows(many, 100)).toEqual({ rows: many, left: 0 });
  });

  test('a long one keeps its order and never hides what changed', () => {
    const { rows, left } = capRows(many, 10);
    expect(rows.map(({ key }) => key)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k90']);
    expect(left).toBe(90);
  });
});
