import { exercise } from '../../../../content/controller-manager/anatomy-of-a-component/exercises/last-words.ts';
import { refuses, swap } from '../../tried.ts';

const refused = 'if (refused) return refused;';
const printed = 'os.stderr.write(`${refused.message}\\n`);';

refuses(
  exercise,
  [
    {
      name: 'a run that ends the process',
      write: ({ start }) => start,
      says: /lines still wait for the log file of severity INFO: 3\. They are lost: `main` writes them in `flushLogs`/,
    },
    {
      name: 'a run of the other kind that ends the process all the same',
      write: ({ solution }) => swap(solution, refused, 'if (refused) return yield* os.exit(1);'),
      says: /lines still wait for the log file of severity INFO/,
    },
    {
      name: 'a run that prints what it gives back',
      write: ({ solution }) => swap(solution, refused, `if (refused) {\n${printed}\nreturn refused;\n}`),
      says: /says 2 times why it cannot work, and once is right\. Cobra prints the error that `runE` returns/,
    },
    {
      name: 'a run that prints, and gives nothing back',
      write: ({ solution }) => swap(solution, refused, `if (refused) {\n${printed}\nreturn undefined;\n}`),
      says: /a start that failed ends with code 0, which says that all is well/,
    },
    {
      name: 'the kind of run of which nothing comes back',
      write: ({ solution }) => swap(solution, '*runE(cmd)', '*run(cmd)'),
      says: /ends with code 0, which says that all is well\. An error that `runE` returns makes it 1/,
    },
    {
      name: 'an error of its own in place of the reason',
      write: ({ solution }) => swap(solution, refused, "if (refused) return new Error('cannot start');"),
      says: /says 0 times why .* What it prints has to hold "invalid configuration/,
    },
    {
      name: 'a run that forgets the version',
      write: ({ solution }) => swap(solution, 'yield* printAndExitIfRequested(os);', ''),
      says: /Asked for its version, the program has to print it.* `printAndExitIfRequested` does that/,
    },
    {
      name: 'a run that waits for better times',
      write: ({ solution }) => swap(solution, refused, 'if (refused) yield* os.sim.sleep(3_600_000);'),
      says: /The program that starts at 0 ms cannot work, and does not end/,
    },
    {
      name: 'a manager that is not run',
      write: ({ solution }) => swap(solution, 'return yield* manager.run', 'return manager.run'),
      says: /`manager\.run\(c\.complete\(\), neverStop\)` was called without `yield\*`/,
    },
    {
      name: 'a manager that is left out',
      write: ({ solution }) => swap(solution, /return yield\* manager.run.*/, 'return undefined;'),
      says: /has all that it needs, and does not run on\. `manager\.run` has to be waited for/,
    },
    {
      name: 'a function that is no generator',
      write: ({ solution }) => swap(solution, '*runE(cmd)', 'runE(cmd)'),
      says: /write a star before the name of the function/,
    },
  ],
  [
    {
      name: 'an error that comes back without the usage',
      write: ({ solution }) => swap(solution, 'long,', 'long,\n    silenceUsage: true,'),
    },
  ],
);
