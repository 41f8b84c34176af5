import { expect, test } from 'vitest';
import { scenarios } from '../../../../content/controller-manager/leader-election/scenario.ts';
import { NumberSetting } from '../../../../src/components/scope/numbers/number-setting.ts';
import { takeBack } from '../../../../src/components/scope/acts/taken.ts';
import { Player } from '../../../../src/components/scope/player/player.ts';
import type { ChangedNumbers } from '../../../../src/recording/numbers.ts';
import { stopsOf } from '../../../../src/recording/granularity.ts';
import { record } from '../../../../src/recording/record.ts';
import { lastBy } from '../../../../src/components/base/search.ts';

const [election] = scenarios;
const original = await record(election!, { lines: false });
const [lease, deadline] = original.numbers!;

/** A reader who is at some time of the story, and each run that was made for them. */
function reader(atMs: number) {
  const asked: (ChangedNumbers | undefined)[] = [];
  const player = new Player(original, {
    start: lastBy(original.entries, atMs),
    granularity: 'every event',
    runAgain: ({ acts, changed }) => {
      asked.push(changed);
      return record(election!, { acts, changed, lines: false });
    },
  });
  return { player, asked, setting: new NumberSetting(player) };
}

test('a number makes the run of it, shown at the same time of the story', async () => {
  const { player, setting } = reader(27_000);
  await setting.set(lease!, 20);
  expect(player.branch.value).toBe('fork');
  expect(player.recording.value.changed).toEqual({ [lease!.name]: 20 });
  expect(player.cursor.value).toBe(
    lastBy(
      player.recording.value.entries,
      player.original.value.entries[lastBy(original.entries, 27_000)]!.at,
    ),
  );
});

test('while a run is made only the last wish is kept', async () => {
  const { player, asked, setting } = reader(27_000);
  const first = setting.set(lease!, 16);
  for (const value of [17, 18, 19, 20]) void setting.set(lease!, value);
  expect(setting.changed.value).toEqual({ [lease!.name]: 20 });
  await first;
  expect(asked).toEqual([{ [lease!.name]: 16 }, { [lease!.name]: 20 }]);
  expect(player.recording.value.changed).toEqual({ [lease!.name]: 20 });
});

test('from number to number the time stays, and back at the story so does the moment', async () => {
  const { player, setting } = reader(27_000);
  const before = player.cursor.value;
  const { at } = player.frame.value;
  for (const value of [1, 39, 17, 25]) {
    await setting.set(lease!, value);
    const { entries } = player.recording.value;
    expect(player.cursor.value).toBe(lastBy(entries, at));
  }
  await setting.set(deadline!, 9);
  expect(setting.changed.value).toEqual({ [lease!.name]: 25, [deadline!.name]: 9 });
  await setting.set(lease!, lease!.own);
  expect(setting.changed.value).toEqual({ [deadline!.name]: 9 });
  await setting.set(deadline!, deadline!.own);
  expect([player.branch.value, player.fork.value, player.cursor.value]).toEqual([
    'original',
    undefined,
    before,
  ]);
});

test('a reader who went on meanwhile stays at the time that they went to', async () => {
  const { player, setting } = reader(27_000);
  await setting.set(lease!, 20);
  player.seek(lastBy(player.recording.value.entries, 60_000));
  const { at } = player.frame.value;
  await setting.set(lease!, 21);
  expect(player.cursor.value).toBe(lastBy(player.recording.value.entries, at));
});

test('what the reader did stays with other numbers, and the numbers with what the reader does', async () => {
  const { player, setting } = reader(27_000);
  await player.act({ kind: 'crash', program: 'kube-controller-manager-2' });
  await setting.set(lease!, 20);
  expect(player.recording.value).toMatchObject({
    acts: [{ act: { kind: 'crash' } }],
    changed: { [lease!.name]: 20 },
  });
  await player.act({ kind: 'start', program: 'kube-controller-manager-2' });
  expect(player.recording.value.changed).toEqual({ [lease!.name]: 20 });
  await takeBack(player, 1);
  await takeBack(player, 0);
  expect(player.recording.value).toMatchObject({ acts: [], changed: { [lease!.name]: 20 } });
});

test('what is shown is a step of the size that the reader chose', async () => {
  const { player, setting } = reader(27_000);
  player.granularity.value = 'API write';
  await setting.set(lease!, 20);
  const { recording, cursor } = player;
  expect(stopsOf(recording.value, 'API write')).toContain(cursor.value);
});

test('a run that cannot be made leaves the number as it was, and says why', async () => {
  const { player, setting } = reader(27_000);
  await setting.set({ ...lease!, name: 'no-such-number' }, 20);
  expect(setting.changed.value).toEqual({});
  expect(player.problem.value).toContain('expected one of --leader-elect-lease-duration');
});
