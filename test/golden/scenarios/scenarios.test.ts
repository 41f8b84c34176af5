import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Stage, stories } from './stories.ts';
import { type RecordedWindow, inBursts, modelled, plain, windowsOf } from './windows.ts';

interface Recorded {
  readonly description: string;
  readonly nodes: readonly string[];
  readonly windows: readonly RecordedWindow[];
}

describe.each(Object.entries(stories))('as recorded from a real control plane: %s', (name, story) => {
  const recorded = JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Recorded;
  const stage = new Stage(recorded.nodes, story);
  story.play(stage);
  const windows = windowsOf(stage.trace.entries, stage.marks, story);

  test('has the same windows', () => {
    expect(windows.map(({ action }) => action)).toEqual(recorded.windows.map(({ action }) => action));
  });

  test.each(recorded.windows.map((window, i) => [window.action, window, i] as const))(
    '%s',
    (_action, window, i) => {
      const theirs = modelled(window, story);
      const ours = windows[i];
      expect(ours).toBeDefined();
      if (!ours) return;
      const { stable } = theirs;
      if (stable.counts) expect(ours.ops).toHaveLength(theirs.ops.length);
      if (stable.set) expect([...ours.ops].sort()).toEqual([...theirs.ops].sort());
      if (stable.order) expect(inBursts(ours.ops)).toEqual(inBursts(theirs.ops));
      if (stable.events) expect(ours.events).toEqual(theirs.events);
      if (stable.finalState) {
        expect(plain(ours.final)).toEqual(plain(theirs.final));
      }
    },
  );
});

test('ns-delete: a namespace that ends refuses new objects in the recorded words', () => {
  const recorded = JSON.parse(readFileSync(new URL('./ns-delete.json', import.meta.url), 'utf8')) as {
    readonly results: readonly unknown[];
  };
  const story = stories['ns-delete'];
  if (!story) throw new Error('expected a story ns-delete, found none');
  const stage = new Stage(['n1'], story);
  story.play(stage);
  const { code, reason, message, details } = stage.refusals[0]?.status ?? {};
  const told = JSON.stringify([{ code, reason, message, causes: details?.causes }]);
  expect(JSON.parse(told.replaceAll('shop', '<ns>'))).toEqual(recorded.results);
});
