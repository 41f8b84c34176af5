import { describe, expect, test } from 'vitest';
import { takeBack } from '../../../../src/components/scope/acts/taken.ts';
import { Player, type PlayerOptions } from '../../../../src/components/scope/player/player.ts';
import type { Event } from '../../../../src/runtime/stage/events.ts';
import { entriesOf, recordingOf } from '../panes/worlds.ts';
import { indexOf, runAgain, runOf } from '../sample-recording.ts';

const loop = 'controllers/the-control-loop';

/** A player whose time the test moves. */
function played(options: PlayerOptions = {}) {
  const waiting: (() => void)[] = [];
  const later: PlayerOptions['later'] = (action) => {
    waiting.push(action);
    return () => void waiting.splice(waiting.indexOf(action), 1);
  };
  const player = new Player(runOf(), {
    later,
    runAgain: (inputs) => Promise.resolve(runAgain(loop, inputs)),
    ...options,
  });
  return { player, waiting, beat: () => waiting.shift()?.() };
}

describe('stepping', () => {
  test('one step on and one back lead to the same entry, at every granularity', () => {
    const { player } = played({ start: 100 });
    for (const size of ['event', 'work item', 'API write'] as const) {
      player.stepForward(size);
      const at = player.cursor.value;
      player.stepForward(size);
      expect(player.cursor.value).toBeGreaterThan(at);
      player.stepBack(size);
      expect(player.cursor.value).toBe(at);
    }
  });

  test('a larger step stops at the next write, an act or a program', () => {
    const { player } = played({ start: indexOf(runOf(), 'first act') });
    player.stepForward('API write');
    expect(player.frame.value.event).toMatchObject({ kind: 'store.write', key: 'replicasets/default/web' });
  });

  test('the ends hold', () => {
    const { player } = played();
    expect(player.stepBack()).toBe(false);
    expect(player.cursor.value).toBe(0);
    player.toEnd();
    expect(player.stepForward()).toBe(false);
    expect(player.cursor.value).toBe(runOf().entries.length - 1);
    player.seek(-5);
    expect(player.cursor.value).toBe(0);
    player.seek(1e9);
    expect(player.cursor.value).toBe(player.last);
  });

  test('a step reads what lies around it, not the whole run', () => {
    let read = 0;
    const run = runOf();
    const entries = new Proxy(run.entries, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) read++;
        return Reflect.get(target, name) as unknown;
      },
    });
    const player = new Player({ ...run, entries }, { start: 100, later: () => () => undefined });
    const look = (): void => {
      const { place, frame, previousFrame, view, sentence, why, whyChain, breakpointEntries } = player;
      [place, frame, previousFrame, view, sentence, why, whyChain, breakpointEntries].forEach(
        (shown) => void shown.value,
      );
    };
    look();
    expect(read).toBeGreaterThanOrEqual(run.entries.length);
    for (let steps = 0; steps < 20; steps++) {
      read = 0;
      player.stepForward();
      look();
      expect(read).toBeLessThan(100);
    }
  });

  test('the place counts the stops of the granularity', () => {
    const { player } = played({ granularity: 'API write' });
    player.toEnd();
    player.stepBack();
    const { at, of } = player.place.value;
    expect(of - at).toBeLessThanOrEqual(1);
    player.seekNear(indexOf(runOf(), 'workqueue.get'));
    expect(player.frame.value.event.kind).toBe('store.write');
  });

  test('the chain of causes ends at the act', () => {
    const { player } = played({ start: indexOf(runOf(), 'store.write create pods') });
    const kinds = player.whyChain.value.map((index) => runOf().entries[index]?.event.kind);
    expect(kinds.at(-1)).toBe('act');
    expect(kinds).toContain('workqueue.get');
    expect(kinds).toContain('watch.event');
  });
});

describe('playing', () => {
  test('a beat is a step, and the end pauses', () => {
    const { player, beat, waiting } = played();
    player.seek(player.last - 2);
    player.play();
    beat();
    expect([player.cursor.value, player.playing.value]).toEqual([player.last - 1, true]);
    beat();
    expect([player.cursor.value, player.playing.value, waiting.length]).toEqual([player.last, false, 0]);
    player.play();
    expect(player.cursor.value).toBe(0);
  });

  test('a breakpoint pauses', async () => {
    const { player, beat } = played({ start: indexOf(runOf(), 'workqueue.add') });
    await player.toggleBreakpoint({ kind: 'selector', selector: 'workqueue.get' });
    player.play();
    for (let i = 0; i < 100 && player.playing.value; i++) beat();
    expect(player.frame.value.event.kind).toBe('workqueue.get');
  });

  test('speeds have ends', () => {
    const { player } = played();
    for (let i = 0; i < 9; i++) player.changeSpeed(1);
    expect(player.speed.value).toBe(8);
    for (let i = 0; i < 9; i++) player.changeSpeed(-1);
    expect(player.speed.value).toBe(0.5);
  });
});

describe('breakpoints', () => {
  test('here means every event like this one, and again takes it away', async () => {
    const { player } = played({ start: indexOf(runOf(), 'workqueue.get #2') });
    await player.toggleBreakpointHere();
    expect(player.breakpoints.value).toEqual([
      { kind: 'selector', selector: expect.stringMatching(/^workqueue\.get /) },
    ]);
    expect(player.breakpointEntries.value.length).toBeGreaterThan(2);
    expect(player.runToBreakpoint(-1)).toBe(true);
    expect(player.cursor.value).toBe(indexOf(runOf(), 'workqueue.get'));
    await player.toggleBreakpointHere();
    expect(player.breakpoints.value).toEqual([]);
  });

  test('lines are known by file', async () => {
    const { player } = played();
    await player.toggleBreakpoint({ file: 'a.ts', line: 3 });
    await player.toggleBreakpoint({ file: 'b.ts', line: 4 });
    expect([...player.lineBreakpoints('a.ts')]).toEqual([3]);
  });
});

describe('acting', () => {
  const scale = { kind: 'scale', namespace: 'default', name: 'web', replicas: 5 } as const;

  test('an act shows the other run at the same entry, and the two can be compared', async () => {
    const start = indexOf(runOf(), 'workqueue.done');
    const { player } = played({ start });
    await player.act(scale);
    expect([player.branch.value, player.cursor.value, player.recording.value.acts.length]).toEqual([
      'fork',
      start,
      1,
    ]);
    expect(player.frame.value.event).toEqual(runOf().entries[start]?.event);
    const comparison = player.comparison.value;
    expect(comparison?.parts.original).toBeGreaterThan(start);
    expect(comparison?.parts.fork).toBe(comparison?.parts.original);
    expect(comparison?.first).toMatch(
      /Yours goes on at \d+ ms: You scale ReplicaSet default\/web to 5 replicas\.$/,
    );
    player.switchBranch();
    expect([player.branch.value, player.cursor.value]).toEqual(['original', start]);
  });

  test('behind the fork, switching keeps the virtual time', async () => {
    const { player } = played({ start: indexOf(runOf(), 'workqueue.done') });
    await player.act(scale);
    player.toEnd();
    const { at } = player.frame.value;
    player.switchBranch();
    expect(player.frame.value.at).toBeLessThanOrEqual(at);
    expect(player.recording.value.entries[player.cursor.value + 1]?.at ?? Infinity).toBeGreaterThan(at);
  });

  test('the last act taken back leaves the story alone', async () => {
    const { player } = played({ start: 100 });
    await player.act(scale);
    await player.act({ kind: 'crash', program: 'kube-controller-manager' });
    expect(player.recording.value.acts.length).toBe(2);
    await takeBack(player, 1);
    expect(player.recording.value.acts.map(({ act }) => act.kind)).toEqual(['scale']);
    await takeBack(player, 0);
    expect([player.fork.value, player.branch.value, player.recording.value]).toEqual([
      undefined,
      'original',
      runOf(),
    ]);
  });

  test('a run that was shared or prepared stands beside the story, at its entry', async () => {
    const { player } = played({ start: 3 });
    const { step } = runOf().entries[indexOf(runOf(), 'workqueue.done')]!;
    expect(await player.showFork({ acts: [{ step, act: scale }] }, 200)).toBe(true);
    expect([player.branch.value, player.cursor.value]).toEqual(['fork', 200]);
    expect(player.comparison.value?.first).toContain('You scale ReplicaSet default/web to 5 replicas.');
    expect(player.original.value).toBe(runOf());
    // Another one takes its place: acts do not add up.
    expect(await player.showFork({ acts: [{ step, act: { ...scale, replicas: 4 } }] }, 1_000_000)).toBe(
      false,
    );
    expect(player.recording.value.acts).toEqual([{ step, act: { ...scale, replicas: 4 } }]);
    expect(player.cursor.value).toBe(player.last);
  });

  test('edited code stays with what is done in its run, and without it', async () => {
    const edits = { 'a/b.ts': 'edited' };
    const asked: unknown[] = [];
    const { player } = played({
      runAgain: ({ acts, edits }) => {
        asked.push([acts.length, edits]);
        return Promise.resolve({ ...runAgain(loop, { acts }), ...(edits && { edits }) });
      },
    });
    await player.showFork({ acts: [], edits }, 200);
    await player.act(scale);
    await takeBack(player, 0);
    expect(asked).toEqual([
      [0, edits],
      [1, edits],
      [0, edits],
    ]);
    expect(player.branch.value).toBe('fork');
    expect(player.original.value.edits).toBeUndefined();
  });

  test('a run that cannot be made leaves all as it was, and says why', async () => {
    const { player } = played({ start: 100, runAgain: () => Promise.reject(new Error('too slow')) });
    await player.act(scale);
    expect([player.problem.value, player.busy.value, player.branch.value, player.cursor.value]).toEqual([
      'too slow',
      false,
      'original',
      100,
    ]);
  });

  test('of two requests the later one counts', async () => {
    const answers: ((recording: ReturnType<typeof runOf>) => void)[] = [];
    const { player } = played({
      start: 100,
      runAgain: () => new Promise((resolve) => answers.push(resolve)),
    });
    const first = player.act(scale);
    const second = player.act({ ...scale, replicas: 1 });
    answers[1]?.(runAgain(loop, { acts: [{ step: 0, act: { ...scale, replicas: 1 } }] }));
    answers[0]?.(runAgain(loop, { acts: [{ step: 0, act: scale }] }));
    await Promise.all([first, second]);
    expect(player.recording.value.acts[0]?.act).toMatchObject({ replicas: 1 });
  });

  test('another seed makes other names and drops the fork', async () => {
    const { player } = played({ start: 100 });
    await player.act(scale);
    await player.reseed(77);
    expect([player.original.value.seed, player.fork.value, player.branch.value]).toEqual([
      77,
      undefined,
      'original',
    ]);
  });
});

test('a recording without entries is refused', () => {
  expect(() => new Player({ ...runOf(), entries: [] })).toThrow(
    'a recording without entries cannot be played',
  );
});

describe('folds', () => {
  const add = (key: string): Event => ({ kind: 'workqueue.add', queue: 'replicaset', key, merged: false });
  const done: Event = { kind: 'workqueue.done', queue: 'replicaset', key: 'a', again: false };
  const events = [done, ...['a', 'b', 'c', 'd', 'e'].map(add), done];
  const run = recordingOf(entriesOf(events.map((event) => ({ event }))));
  const foldedPlayer = (start = 0): Player => new Player(run, { start, later: () => () => undefined });
  const seen = (player: Player): readonly [number, boolean, string] => [
    player.cursor.value,
    player.folding.folded.value,
    player.sentence.value,
  ];

  test('are one step, which opens at its first part and folds again', () => {
    const player = foldedPlayer();
    expect(player.place.value).toEqual({ at: 1, of: 3 });
    player.stepForward();
    expect(seen(player)).toEqual([5, true, 'The workqueue replicaset takes in a, b, c and 2 more']);
    player.folding.toggle();
    expect(seen(player)).toEqual([1, false, 'The workqueue replicaset takes in a']);
    const walked = [1, 2, 3, 4, 5].map(() => player.stepForward() && player.cursor.value);
    expect([walked, player.place.value]).toEqual([[2, 3, 4, 5, 6], { at: 7, of: 7 }]);
    player.stepBack();
    player.folding.toggle();
    expect(seen(player)).toEqual([5, true, 'The workqueue replicaset takes in a, b, c and 2 more']);
    player.stepBack();
    expect(player.cursor.value).toBe(0);
  });

  test('open at an entry that is sought, also where a Scope begins there', () => {
    const player = foldedPlayer();
    player.seek(5);
    expect(seen(player)).toEqual([5, false, 'The workqueue replicaset takes in e']);
    expect(seen(foldedPlayer(3))).toEqual([3, false, 'The workqueue replicaset takes in c']);
  });

  test('stay folded where the reader scrubs', () => {
    const player = foldedPlayer();
    player.seekNear(4);
    expect(player.cursor.value).toBe(0);
    player.seekNear(5);
    expect(player.folding.folded.value).toBe(true);
  });

  test('are left at a breakpoint inside, either way', async () => {
    const player = foldedPlayer();
    await player.toggleBreakpoint({ kind: 'selector', selector: 'workqueue.add c' });
    player.stepForward();
    expect(seen(player)).toEqual([3, false, 'The workqueue replicaset takes in c']);
    const back = foldedPlayer(6);
    await back.toggleBreakpoint({ kind: 'selector', selector: 'workqueue.add c' });
    back.stepBack();
    expect(seen(back)).toEqual([5, true, 'The workqueue replicaset takes in a, b, c and 2 more']);
    back.stepBack();
    expect(back.cursor.value).toBe(3);
  });
});
