import { expect, test } from 'vitest';
import { Follow } from '../../../../src/components/scope/desk/follow.ts';
import { Player } from '../../../../src/components/scope/player/player.ts';
import { runAgain, runOf } from '../sample-recording.ts';

const loop = 'controllers/the-control-loop';

function followed() {
  const player = new Player(runOf(), { runAgain: (inputs) => Promise.resolve(runAgain(loop, inputs)) });
  const mover = { moves: false, left: 0, leave: () => void mover.left++ };
  const read = async (): Promise<void> => {
    mover.moves = true;
    player.seek(100);
    await Promise.resolve();
    mover.moves = false;
  };
  const follow = new Follow(player, mover, read);
  return { player, follow, mover, read };
}

test('what is read moves the machine, and says nothing aloud', async () => {
  const { player, follow, read } = followed();
  await follow.along(read);
  expect(player.cursor.value).toBe(100);
  expect(player.quiet.value).toBe(true);
  expect(follow.holder.value).toBe('text');
});

test.each<[string, (player: Player) => unknown]>([
  ['a step', (player) => player.stepForward('event')],
  ['a place on the timeline', (player) => player.seekNear(40)],
  ['playing', (player) => player.play()],
  ['an act', (player) => player.act({ kind: 'scale', namespace: 'default', name: 'web', replicas: 4 })],
  ['another seed', (player) => player.reseed(9)],
])('%s of the reader takes it over, until they give it back', async (_what, take) => {
  const { player, follow, read } = followed();
  await follow.along(read);
  await take(player);
  expect(follow.holder.value).toBe('yours');
  expect(player.quiet.value).toBe(false);
  const at = player.cursor.value;
  await follow.along(read);
  expect(player.cursor.value).toBe(at);
  follow.press();
  expect(follow.holder.value).toBe('text');
  expect(player.playing.value).toBe(false);
  expect(player.cursor.value).toBe(100);
  player.pause();
});

test('what is pressed in the text is shown, and read on from', async () => {
  const { player, follow } = followed();
  player.stepForward('event');
  expect(follow.holder.value).toBe('yours');
  await follow.asked(async () => {
    player.seek(60);
    return Promise.resolve(true);
  });
  expect(follow.holder.value).toBe('text');
  expect(player.quiet.value).toBe(false);
  // An experiment is the reader's own run.
  await follow.asked(async () => {
    await player.act({ kind: 'scale', namespace: 'default', name: 'web', replicas: 4 });
    return true;
  });
  expect(follow.holder.value).toBe('yours');
});

test('switched off, it stays where the reader left it', async () => {
  const { player, follow, read } = followed();
  follow.press();
  expect(follow.holder.value).toBe('off');
  await follow.along(read);
  expect(player.cursor.value).toBe(0);
  player.stepForward('event');
  expect(follow.holder.value).toBe('off');
  follow.press();
  expect(follow.holder.value).toBe('text');
});
