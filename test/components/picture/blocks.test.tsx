import { render } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { board, dials, gauge, road, slots } from '../../../src/components/picture/content.ts';
import type { Block } from '../../../src/components/picture/description.ts';
import type { Rect } from '../../../src/components/picture/geometry.ts';
import { kindOf } from '../../../src/components/picture/kinds.ts';
import { along, back } from '../../../src/components/picture/ways.ts';
import { serverWay } from '../../../src/subjects/api/server-way.ts';

const at: Rect = { x: 0, y: 0, w: 200, h: 90 };

const drawn = (block: Block, place = at): string => render(<svg>{kindOf(block).draw?.(block, place)}</svg>);

/** Texts that are drawn, each with where it stands. */
const textsIn = (
  html: string,
): readonly { readonly text: string; readonly x: number; readonly y: number }[] =>
  [...html.matchAll(/<text class="[^"]*" x="([\d.-]+)" y="([\d.-]+)"[^>]*>([^<]*)/g)].map(
    ([, x, y, text]) => ({
      text: text!.trim(),
      x: Number(x),
      y: Number(y),
    }),
  );

describe('a road', () => {
  const stations = ['version', 'configz', 'healthz', 'election'].map((title) => ({ id: title, title }));

  test('goes on in a further row, inside its part, with a sign for what was not reached', () => {
    const html = drawn(road(stations));
    const boxes = [...html.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/g)];
    expect(new Set(boxes.map(([, , y]) => y)).size).toBeGreaterThan(1);
    for (const [, x, , w] of boxes) expect(Number(x) + Number(w)).toBeLessThanOrEqual(at.w);
    expect(html.match(/picture-ring/g)).toHaveLength(stations.length);
    expect(html.match(/picture-way/g)).toHaveLength(stations.length - 1);
  });

  test('has names at one height where some have a text below', () => {
    const [first, second] = textsIn(
      drawn(
        road([
          { id: 'a', title: 'a', text: '' },
          { id: 'b', title: 'b', text: '2 nodes' },
        ]),
      ),
    );
    expect(first!.y).toBeGreaterThan(second!.y);
  });
});

test('a note stands beside the name of a cell where it has room, and in the table always', () => {
  const cells = [
    { id: 'a', text: 'ttl-after-finished', tone: 'over' as const, means: 'skipped', note: 'gated' },
  ];
  const block = board(cells, { least: 150 });
  expect(textsIn(drawn(block)).map(({ text }) => text)).toEqual(['ttl-after-finished', 'gated']);
  expect(textsIn(drawn(block, { ...at, w: 140 })).map(({ text }) => text)).toEqual(['ttl-after-finished']);
  expect(kindOf(block).rows(block)).toEqual([['ttl-after-finished', 'skipped, gated']]);
});

test('clocks that have no room side by side stand in rows', () => {
  const clocks = ['deadline', 'retry', 'lease'].map((label) => ({ label, value: 0.5, text: '2 s' }));
  const heightIn = (w: number): number => kindOf(dials(clocks, 20)).height(dials(clocks, 20), w);
  expect(heightIn(60)).toBe(3 * heightIn(200));
});

test('the marks of a gauge are said below it, and not over each other', () => {
  const marks = [
    { at: 0.95, text: 'pods at 37' },
    { at: 1, text: 'replicasets at 38' },
  ];
  const block = gauge('compacted up to 36', 0.9, '', { marks });
  const [last, first] = textsIn(drawn(block)).slice(-2);
  expect([first!.text, last!.text]).toEqual(['pods at 37', 'replicasets at 38']);
  expect(last!.x).toBe(at.w);
  expect(first!.x).toBeLessThan(at.w - 80);
  expect(kindOf(block).rows(block)).toEqual([['compacted up to 36', 'pods at 37, replicasets at 38']]);
});

test('of many buffers as many are drawn as have room, and the rest are counted', () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({
    id: `${i}`,
    title: `listener-${i}`,
    filled: 0,
    of: 16,
  }));
  const texts = textsIn(drawn(slots(rows))).map(({ text }) => text);
  expect(texts.filter(Boolean)).toEqual(['listener-0', 'listener-1', '+498']);
});

test('a bucket of 25 is drawn with 25 places, however wide its part is', () => {
  const row = { id: 'a', title: 'web', filled: 24, of: 25 };
  for (const w of [190, 242, 326]) {
    const html = drawn(slots([row]), { ...at, w });
    expect(html.match(/picture-slot is-full/g)).toHaveLength(24);
    expect(html.match(/"picture-slot"/g)).toHaveLength(1);
  }
});

test('the number of a buffer stands behind its places where its name leaves no room', () => {
  const row = { id: 'a', title: 'ReplicaSet web', filled: 1, of: 2, note: '1 of 2 pods' };
  const heights = (w: number): readonly number[] =>
    textsIn(drawn(slots([row]), { ...at, w })).map(({ y }) => y);
  expect(heights(200)[0]).toBe(heights(200)[1]);
  expect(heights(120)[0]).toBeLessThan(heights(120)[1]!);
});

test('what goes between a client and the API server has one way', () => {
  const named = { program: 'p', verb: 'list', resource: 'pods', key: 'pods' };
  const way = (event: Parameters<typeof serverWay>[0]) => serverWay(event, 'client', 'asks', 'api');
  expect(way({ kind: 'api.request', ...named })).toEqual(along('client', 'asks', 'api', 'list'));
  expect(way({ kind: 'api.error', ...named, code: 404, reason: 'NotFound', message: '' })).toEqual(
    back('api', 'asks', 'client', 'NotFound', 'bad'),
  );
  expect(
    way({ kind: 'watch.event', watch: 'p/pods', type: 'ADDED', key: 'default/web', revision: 2 }),
  ).toEqual(back('api', 'asks', 'client', 'web'));
  expect(way({ kind: 'store.compact', revision: 2 })).toBeUndefined();
});
