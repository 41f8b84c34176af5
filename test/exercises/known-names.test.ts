import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/controller-manager/options-to-configuration/exercises/known-names.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const attempts: readonly Attempt[] = [
  [
    'a program that looks at no name',
    ({ start }) => start,
    [
      'A list with a mistake is refused: At 4,000 ms the program takes the list *,pogdc,-nobody and runs. Whoever mistyped a name believes that it does what they asked for.',
    ],
  ],
  [
    'one that knows no star',
    ({ solution }) => swap(solution, "if (entry === '*') continue;", ''),
    [
      'A list without a mistake is taken: At 0 ms the program refuses the list *,-podgc, and says: "*" is not in the list of known controllers. All of these can be run.',
      'No other name is blamed: At 4,000 ms the program refuses the list *,pogdc,-nobody, and blames "*", with which nothing is wrong.',
    ],
  ],
  [
    'one that knows no hyphen',
    ({ solution }) => swap(solution, "entry.replace(/^-/, '')", 'entry'),
    [
      'A list without a mistake is taken: At 0 ms the program refuses the list *,-podgc, and says: "-podgc" is not in the list of known controllers. All of these can be run.',
      'Each name that nobody knows is told: At 4,000 ms the program refuses the list *,pogdc,-nobody, and does not name "nobody", in quotes and without a hyphen: ["pogdc" is not in the list of known controllers, "-nobody" is not in the list of known controllers].',
      'No other name is blamed: At 4,000 ms the program refuses the list *,pogdc,-nobody, and blames "-nobody", with which nothing is wrong.',
    ],
  ],
  [
    'one that stops at the first',
    ({ solution }) => swap(solution, 'return errors;', 'return errors.slice(0, 1);'),
    [
      'Each name that nobody knows is told: At 4,000 ms the program refuses the list *,pogdc,-nobody, and does not name "nobody", in quotes and without a hyphen: "pogdc" is not in the list of known controllers.',
    ],
  ],
  [
    'one that takes a star behind a hyphen',
    ({ solution }) => swap(solution, "entry === '*'", "entry === '*' || entry === '-*'"),
    [
      'A list with a mistake is refused: At 6,000 ms the program takes the list podgc,-* and runs. Whoever mistyped a name believes that it does what they asked for.',
    ],
  ],
];

describe('Names that somebody knows', () => {
  test.each(attempts.map(([name, write, says]) => ({ name, write, says })))(
    '$name',
    async ({ write, says }) => {
      expect(told(await tryOut(exercise, write))).toEqual(says);
    },
  );
});
