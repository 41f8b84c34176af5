import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Stage, stories } from './stories.ts';
import { type RecordedWindow, type Window, inBursts, modelled, windowsOf } from './windows.ts';

interface Recorded {
  readonly description: string;
  readonly nodes: readonly string[];
  readonly windows: readonly RecordedWindow[];
}

/**
 * Addresses and times are compared as present only, and uids by the order in which they come in the window: the recording
 * counted those of kinds that Loopscope does not have.
 */
function plain(final: Window['final']): unknown {
  const sorted = Object.fromEntries(Object.entries(final).sort(([a], [b]) => (a < b ? -1 : 1)));
  const uids = new Map<string, string>();
  const text = JSON.stringify(sorted, (_key, value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  const numbered = text.replace(/\buid-\d+/g, (uid) => {
    if (!uids.has(uid)) uids.set(uid, `uid-${uids.size + 1}`);
    return uids.get(uid) ?? uid;
  });
  return JSON.parse(numbered.replace(/"<(ip|clusterIP)[^"]*"/g, '"<ip>"'));
}

describe.each(Object.entries(stories))('as recorded from a real control plane: %s', (name, story) => {
  const recorded = JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Recorded;
  const stage = new Stage(recorded.nodes, story);
  story.play(stage);
  const { kinds, normalNodes = true } = story;
  const windows = windowsOf(stage.trace.entries, stage.marks, kinds, normalNodes);

  test('has the same windows', () => {
    expect(windows.map(({ action }) => action)).toEqual(recorded.windows.map(({ action }) => action));
  });

  test.each(recorded.windows.map((window, i) => [window.action, window, i] as const))(
    '%s',
    (_action, window, i) => {
      const theirs = modelled(window, kinds);
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
