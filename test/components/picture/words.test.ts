import { describe, expect, test } from 'vitest';
import { kindOf } from '../../../src/components/picture/kinds.ts';
import type { Block } from '../../../src/components/picture/description.ts';
import { fitted, monoWidth, textWidth } from '../../../src/components/picture/text-width.ts';

const rows = (block: Block): readonly (readonly string[])[] => kindOf(block).rows(block);

test('a text that has no room ends in an ellipsis, and never goes over', () => {
  expect(fitted('kube-controller-manager', 500, 12)).toBe('kube-controller-manager');
  const short = fitted('kube-controller-manager', 90, 12);
  expect(short).toMatch(/^kube-con\S*…$/);
  expect(textWidth(short, 12)).toBeLessThanOrEqual(90);
  expect(monoWidth('控制器', 10)).toBe(30);
});

describe('each kind of block says in words all that it shows, and what it has no room to show', () => {
  test.each<[Block, readonly (readonly string[])[]]>([
    [{ kind: 'lines', lines: [{ label: 'holder', text: 'a' }, { text: 'b' }] }, [['holder', 'a'], ['b']]],
    [
      {
        kind: 'chips',
        label: 'dirty',
        chips: [
          { id: '1', text: 'web', note: '2 s' },
          { id: '2', text: 'db' },
        ],
      },
      [['dirty', 'web (2 s), db']],
    ],
    [{ kind: 'chips', chips: [], empty: 'nobody' }, [['nobody']]],
    [
      {
        kind: 'queue',
        chips: [
          { id: '1', text: 'web' },
          { id: '2', text: 'db' },
        ],
      },
      [['1. web, 2. db']],
    ],
    [{ kind: 'gauge', label: 'lease', value: 0.5, text: '7 s left' }, [['lease', '7 s left']]],
    [{ kind: 'dials', dials: [{ label: 'deadline', value: 0.2, text: '2 s' }] }, [['deadline', '2 s']]],
    [
      { kind: 'table', columns: ['Key', 'Due', 'Why'], lines: [{ id: '1', cells: ['web', '2 s', ''] }] },
      [['web', 'Due: 2 s']],
    ],
    [
      {
        kind: 'groups',
        groups: [{ id: 'a', title: 'node-a', note: '1', chips: [{ id: '1', text: 'web' }] }],
      },
      [['node-a (1)', 'web']],
    ],
    [
      {
        kind: 'road',
        stations: [
          { id: 'a', title: 'flags', tone: 'good' },
          { id: 'b', title: 'options', tone: 'busy', text: '3 set' },
          { id: 'c', title: 'run' },
        ],
      },
      [
        ['flags', 'done'],
        ['options', 'now, 3 set'],
        ['run', 'not yet'],
      ],
    ],
    [{ kind: 'board', cells: [{ id: 'a', text: 'ttl', tone: 'off' }] }, [['ttl', 'off']]],
    [{ kind: 'slots', slots: [{ id: 'a', title: 'buffer', filled: 3, of: 8 }] }, [['buffer', '3/8']]],
    [
      {
        kind: 'lanes',
        from: 0,
        to: 10,
        now: 5,
        lanes: [{ id: 'a', title: 'worker', bars: [{ from: 0, to: 3, text: 'syncs' }], ticks: [{ at: 4 }] }],
      },
      [['worker', 'syncs 0.0–0.0 s, × 1']],
    ],
    [
      {
        kind: 'wires',
        left: [{ id: 'rs', text: 'replicaset' }],
        right: [
          { id: 'pods', text: 'pods' },
          { id: 'nodes', text: 'nodes' },
        ],
        wires: [{ from: 'rs', to: 'pods' }],
      },
      [['replicaset', 'pods']],
    ],
  ])('%o', (block, expected) => {
    expect(rows(block)).toEqual(expected);
  });
});
