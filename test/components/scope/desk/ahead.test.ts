import { expect, test } from 'vitest';
import { Ahead } from '../../../../src/components/scope/desk/ahead.ts';

const run = (scenario: string) => ({ scenario, seed: 1 });

function making() {
  const begun: string[] = [];
  const ends: ((made: boolean) => void)[] = [];
  const ahead = new Ahead(({ scenario }) => {
    begun.push(scenario);
    return new Promise<void>((resolve, reject) =>
      ends.push((made) => (made ? resolve() : reject(new Error('it cannot be made')))),
    );
  }, run('shown'));
  /** Ends the run that is being made. */
  const end = async (made = true): Promise<void> => {
    ends.shift()?.(made);
    await new Promise(setImmediate);
  };
  return { ahead, begun, end };
}

test('one is made at a time, the nearest first, and none that is there', async () => {
  const { ahead, begun, end } = making();
  ahead.want([run('shown'), run('a'), run('b')]);
  expect(begun).toEqual(['a']);
  ahead.want([run('b'), run('a'), run('c')]);
  expect(begun).toEqual(['a']);
  await end();
  expect(begun).toEqual(['a', 'b']);
});

test('what is no longer near when its turn comes is not made', async () => {
  const { ahead, begun, end } = making();
  ahead.want([run('a'), run('b')]);
  ahead.want([]);
  await end();
  expect(begun).toEqual(['a']);
});

test('one that cannot be made is not tried again, and stops none', async () => {
  const { ahead, begun, end } = making();
  ahead.want([run('a'), run('b')]);
  await end(false);
  await end();
  ahead.want([run('a'), run('b')]);
  expect(begun).toEqual(['a', 'b']);
});
