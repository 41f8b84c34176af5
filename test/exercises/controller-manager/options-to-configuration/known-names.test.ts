import { exercise } from '../../../../content/controller-manager/options-to-configuration/exercises/known-names.ts';
import { refuses, swap } from '../../tried.ts';

const pushed = /errors\.push\(.*\);/;

refuses(
  exercise,
  [
    {
      name: 'a program that looks at no name',
      write: ({ start }) => start,
      says: /the program takes the list `\*,pogdc,-nobody,cron` and runs/,
    },
    {
      name: 'one that knows no star',
      write: ({ solution }) => swap(solution, "if (entry === '*') continue;", ''),
      says: /refuses the list `\*,-podgc`, and says: "\*" is not in the list .* Nothing in it is wrong/,
    },
    {
      name: 'one that knows no hyphen',
      write: ({ solution }) => swap(solution, "entry.replace(/^-/, '')", 'entry'),
      says: /refuses the list `\*,-podgc`, and says: "-podgc" is not in the list/,
    },
    {
      name: 'one that takes every hyphen away',
      write: ({ solution }) => swap(solution, '/^-/', '/-/g'),
      says: /refuses the list `\*,-ttl-after-finished`, and says: "ttlafterfinished" is not in the list/,
    },
    {
      name: 'one that takes all hyphens in front away',
      write: ({ solution }) => swap(solution, '/^-/', '/^-+/'),
      says: /refuses the list `podgc,-\*,--job`, and does not name "-job", in quotes and without the one hyphen/,
    },
    {
      name: 'one that stops at the first',
      write: ({ solution }) => swap(solution, 'return errors;', 'return errors.slice(0, 1);'),
      says: /does not name "nobody", in quotes and without the one hyphen: "pogdc" is not/,
    },
    {
      name: 'one that takes a star behind a hyphen',
      write: ({ solution }) => swap(solution, "entry === '*'", "entry === '*' || entry === '-*'"),
      says: /refuses the list `podgc,-\*,--job`, and does not name "\*"/,
    },
    {
      name: 'one that takes the beginning of a name for the name',
      write: ({ solution }) =>
        swap(
          solution,
          'allControllers.includes(controller)',
          'allControllers.some((one) => one.startsWith(controller))',
        ),
      says: /does not name "cron"/,
    },
    {
      name: 'an index where a list has a member',
      write: ({ solution }) =>
        swap(solution, '!allControllers.includes(controller)', '!(controller in allControllers)'),
      says: /blames "podgc", with which nothing is wrong/,
    },
    {
      name: 'indices for entries, as range gives them first',
      write: ({ solution }) => swap(solution, 'of this.config.controllers', 'in this.config.controllers'),
      says: /and says: \["0" is not in the list/,
    },
    {
      name: 'texts for errors',
      write: ({ solution }) => swap(solution, pushed, 'errors.push(`${quote(controller)} is not known`);'),
      says: /The function returns `errors`.* It has to return a list of errors/,
    },
    {
      name: "Go's append",
      write: ({ solution }) => swap(solution, pushed, 'append(errors, new Error(quote(controller)));'),
      says: /There is no `append` here\. In TypeScript, write `\[\.\.\.list, item\]`/,
    },
    {
      name: "a set's method on a list",
      write: ({ solution }) => swap(solution, 'allControllers.includes', 'allControllers.Has'),
      says: /`Has` is not a method of `allControllers`\. Did you mean `includes`\?/,
    },
  ],
  [
    {
      name: 'an entry that is cut by its first letter',
      write: ({ solution }) =>
        swap(solution, "entry.replace(/^-/, '')", "entry.startsWith('-') ? entry.slice(1) : entry"),
    },
  ],
);
