import { beforeEach, describe, expect, test } from 'vitest';
import { PageStory, type ToldMoment } from '../../../../src/components/scope/desk/story.ts';
import { Player } from '../../../../src/components/scope/player/player.ts';
import { indexOf, runAgain, runOf } from '../sample-recording.ts';

const loop = 'controllers/the-control-loop';
const late = 'controllers/replicaset#slow-cache';

const momentOf = (id: string, selector: string, more: Partial<ToldMoment> = {}): ToldMoment => {
  const run = runOf(id);
  return {
    scenario: id,
    seed: run.seed,
    entry: indexOf(run, selector),
    isStep: true,
    words: selector,
    ...more,
  };
};

/** A text that tells of one run, of another, and of the first again, from its last moment back. */
const text = [
  momentOf(loop, 'first act', { isStep: false }),
  momentOf(loop, 'workqueue.get default/web'),
  momentOf(loop, 'first api.request create pods'),
  momentOf(late, 'first act'),
  momentOf(late, '#2 act'),
  momentOf(loop, '#2 act'),
  momentOf(loop, 'workqueue.add default/web'),
];

let waiting: (() => void)[] = [];
let still = true;
let taken = 0;
/** Runs that were asked for, in order, where they take their time; each comes when it is called. */
let coming: (() => void)[] | undefined;
beforeEach(() => {
  [waiting, still, taken, coming] = [[], true, 0, undefined];
});

function tell(moments: readonly ToldMoment[] = text) {
  const runAgainAs = (id: string) => (inputs: object) => Promise.resolve(runAgain(id, inputs));
  const player = new Player(runOf(loop), { runAgain: runAgainAs(loop) });
  const story = new PageStory(player, moments, {
    bring: ({ scenario, entry }, wanted) =>
      new Promise<void>((resolve) => {
        const come = (): void => {
          if (wanted()) player.exchange(runOf(scenario), entry, runAgainAs(scenario));
          resolve();
        };
        if (coming) coming.push(come);
        else come();
      }),
    still: () => still,
    later: (action) => {
      waiting.push(action);
      return () => void waiting.splice(waiting.indexOf(action), 1);
    },
    stepped: () => taken++,
  });
  player.told.value = story;
  player.granularity.value = 'told in the text';
  return { player, story };
}

const shown = ({ recording, cursor }: Player): readonly [string, number] => [
  recording.value.scenario,
  cursor.value,
];
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('steps through what is told', () => {
  test('go in the order of the text, into other runs, and back the same way', async () => {
    const { player } = tell();
    const forth: (readonly [string, number])[] = [];
    expect(player.place.value).toEqual({ at: 0, of: text.length });
    while (player.stepForward()) {
      await settled();
      forth.push(shown(player));
      expect(player.place.value.at).toBe(forth.length);
    }
    expect(forth).toEqual(text.map(({ scenario, entry }) => [scenario, entry]));
    expect(player.goesOn).toBe(false);
    const back: (readonly [string, number])[] = [shown(player)];
    while (player.stepBack()) {
      await settled();
      back.push(shown(player));
    }
    expect(back).toEqual(forth.toReversed());
    expect(player.goesBack).toBe(false);
    expect(taken).toBe(2 * text.length - 1);
  });

  test('let no run come that the reader has gone past meanwhile', async () => {
    const { player } = tell();
    for (let step = 0; step < 3; step++) player.stepForward();
    coming = [];
    for (let step = 0; step < 3; step++) player.stepForward();
    expect(shown(player)).toEqual([loop, text[5]!.entry]);
    expect(coming).toHaveLength(2);
    for (const come of coming) come();
    await settled();
    expect(shown(player)).toEqual([loop, text[5]!.entry]);
    expect(player.place.value.at).toBe(6);
  });

  test('begin where a reader who walked through the events is', async () => {
    const { player, story } = tell();
    player.seek(text[2]!.entry + 3);
    expect(story.lit.value).toBe(2);
    expect(player.place.value.at).toBe(3);
    player.stepBack();
    expect(shown(player)).toEqual([loop, text[2]!.entry]);
    player.stepBack();
    expect(shown(player)).toEqual([loop, text[1]!.entry]);
    player.toEnd();
    await settled();
    expect(shown(player)).toEqual([loop, text.at(-1)!.entry]);
    player.toStart();
    expect(shown(player)).toEqual([loop, text[0]!.entry]);
  });

  test('pass through what lies between in a few frames, and say at once where they lead', async () => {
    still = false;
    const { player, story } = tell();
    player.stepForward();
    await settled();
    const from = player.cursor.value;
    player.stepForward();
    expect(player.place.value.at).toBe(2);
    expect(story.moves).toBe(true);
    const frames = [player.cursor.value];
    while (waiting.length > 0) {
      waiting.shift()?.();
      frames.push(player.cursor.value);
    }
    expect(frames.length).toBeGreaterThan(2);
    expect(frames.length).toBeLessThanOrEqual(6);
    expect(frames).toEqual([...frames].sort((a, b) => a - b));
    expect(frames[0]).toBeGreaterThan(from);
    expect(frames.at(-1)).toBe(text[1]!.entry);
    await settled();
    expect(story.moves).toBe(false);
  });

  test('that come before the last is through go on from where it leads', async () => {
    still = false;
    const { player } = tell();
    player.stepForward();
    player.stepForward();
    player.stepForward();
    expect(player.place.value.at).toBe(3);
    while (waiting.length > 0) waiting.shift()?.();
    await settled();
    expect(shown(player)).toEqual([loop, text[2]!.entry]);
  });

  test('mark what differs from the moment before, not from the event before', () => {
    const { player, story } = tell();
    void story.show(1);
    void story.show(2);
    expect(player.previousStop.value).toBe(text[1]!.entry);
    // The one before is of another run.
    player.seek(text[5]!.entry);
    void story.show(5);
    expect(player.previousStop.value).not.toBe(text[4]!.entry);
  });
});

describe('what is lit', () => {
  test('is what was gone to, and then what has happened last, a paragraph before a link', () => {
    const { player, story } = tell();
    void story.show(0);
    expect(story.lit.value).toBe(0);
    player.seek(text[0]!.entry + 1);
    expect(story.lit.value).toBe(0);
    player.seek(text[2]!.entry);
    expect(story.lit.value).toBe(2);
    player.seek(0);
    expect(story.lit.value).toBe(-1);
  });

  test('is nothing in the run that the reader made, of which the place is kept', async () => {
    const { player, story } = tell();
    void story.show(2);
    await player.act({ kind: 'scale', namespace: 'default', name: 'web', replicas: 4 });
    expect(player.branch.value).toBe('fork');
    expect(story.lit.value).toBe(-1);
    expect(player.place.value.at).toBe(3);
    player.switchBranch('original');
    expect(story.lit.value).toBe(2);
  });
});

test('a passage is played for as long as it takes to read', () => {
  const { story } = tell([
    momentOf(loop, 'first act', { words: 'a b c d' }),
    momentOf(loop, 'workqueue.get default/web', { words: 'word '.repeat(60) }),
    momentOf(loop, '#2 act', { words: '字'.repeat(120) }),
  ]);
  void story.show(0);
  const short = story.readingMs;
  void story.show(1);
  const long = story.readingMs;
  expect(long).toBeGreaterThan(4 * short);
  void story.show(2);
  expect(story.readingMs).toBe(long);
});
