import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controller-manager/anatomy-of-a-component/exercises/last-words.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const lost =
  'Nothing that was logged is lost: At 0 ms the process is gone, and lines still wait for the log file of severity INFO: 3. Nobody will write them.';

const attempts: readonly Attempt[] = [
  ['a run that ends the process', ({ start }) => start, [lost]],
  [
    'a run that prints what it gives back',
    ({ solution }) =>
      swap(
        solution,
        'if (refused) return refused;',
        'if (refused) {\n        os.stderr.write(`${refused.message}\\n`);\n        return refused;\n      }',
      ),
    [
      'It says once why: The program that starts at 0 ms says 2 times why it cannot work. Once is right: somebody else may print it already.',
    ],
  ],
  [
    'a run that gives nothing back',
    ({ solution }) =>
      swap(
        solution,
        'if (refused) return refused;',
        'if (refused) {\n        os.stderr.write(`${refused.message}\\n`);\n        return undefined;\n      }',
      ),
    [
      'It ends with code 1: At 0 ms a start that failed ends with code 0. Whoever started the program has to see from its code that it failed: 1.',
    ],
  ],
  [
    'a run that forgets the version',
    ({ solution }) => swap(solution, 'yield* printAndExitIfRequested(os);', ''),
    [
      'The version is told, and nothing else: Asked for its version, the program has to print it, and nothing else, and to end with code 0.',
    ],
  ],
  [
    'a run that waits for better times',
    ({ solution }) =>
      swap(solution, 'if (refused) return refused;', 'if (refused) yield* os.sim.sleep(3_600_000);'),
    [
      'A start that fails ends: The program that starts at 0 ms cannot work, and does not end either.',
      'It says once why: The program that starts at 0 ms says 0 times why it cannot work. Once is right: somebody else may print it already.',
      'The version is told, and nothing else: Asked for its version, the program has to print it, and nothing else, and to end with code 0.',
    ],
  ],
  [
    'a run that gives its error back, without usage',
    ({ solution }) => swap(solution, 'long,', 'long,\n    silenceUsage: true,'),
    [],
  ],
];

describe('Last words', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
