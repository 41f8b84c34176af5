import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/machinery/workqueues/exercises/once.ts';
import { swap, tryOut } from './tried.ts';

/** Names of the checks that an answer does not pass. */
async function failed(write: Parameters<typeof tryOut>[1]): Promise<string[]> {
  return (await tryOut(exercise, write)).filter(({ state }) => state !== 'passed').map(({ name }) => name);
}

describe('a key once, and never with two workers', () => {
  test('one that passes over what is being worked on loses news', async () => {
    const forgetful = await failed(({ solution }) =>
      swap(
        solution,
        'this.#dirty.add(item);\n    if (this.#processing.has(item)) return;',
        'if (this.#processing.has(item)) return;\n    this.#dirty.add(item);',
      ),
    );
    expect(forgetful).toContain('What is added in the middle of work comes again');
    expect(forgetful).not.toContain('A key is with at most one worker');
  });

  test('one that looks at the dirty set only gives a key to two workers', async () => {
    const hasty = await failed(({ solution }) =>
      swap(solution, 'if (this.#processing.has(item)) return;', ''),
    );
    expect(hasty).toContain('A key is with at most one worker');
  });
});
