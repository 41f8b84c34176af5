import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Stage, stories } from './stories.ts';
import { type RecordedWindow, inBursts, modelled, windowsOf } from './windows.ts';

interface Recorded {
  readonly description: string;
  readonly nodes: readonly string[];
  readonly windows: readonly RecordedWindow[];
}

/** Addresses and times are compared as present only. */
const plain = (text: string): string => text.replace(/"<ip[^"]*"/g, '"<ip>"');

describe.each(Object.entries(stories))('as recorded from a real control plane: %s', (name, story) => {
  const recorded = JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Recorded;
  const stage = new Stage(recorded.nodes);
  story(stage);
  const windows = windowsOf(stage.trace.entries, stage.marks, name !== 'rs-delete-ranking-owned');

  test('has the same windows', () => {
    expect(windows.map(({ action }) => action)).toEqual(recorded.windows.map(({ action }) => action));
  });

  test.each(recorded.windows.map((window, i) => [window.action, window, i] as const))(
    '%s',
    (_action, theirs, i) => {
      const ours = windows[i];
      expect(ours).toBeDefined();
      if (!ours) return;
      const { stable } = theirs;
      if (stable.counts) expect(ours.ops).toHaveLength(theirs.ops.length);
      if (stable.set) expect([...ours.ops].sort()).toEqual([...theirs.ops].sort());
      if (stable.order) expect(inBursts(ours.ops)).toEqual(inBursts(theirs.ops));
      if (stable.events) expect(ours.events).toEqual(theirs.events);
      if (stable.finalState) {
        expect(ours.final).toEqual(JSON.parse(plain(JSON.stringify(modelled(theirs.final)))));
      }
    },
  );
});
