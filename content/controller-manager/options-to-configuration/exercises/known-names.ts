import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { type EntryOf, entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';

const flag = '--controllers=';

/** Names in the lists of the story that the program does not know, in the order in which they stand there. */
const unknown: Readonly<Record<string, readonly string[]>> = {
  '*,pogdc,-nobody,cron': ['pogdc', 'nobody', 'cron'],
  'podgc,-*,--job': ['*', '-job'],
};

/** What became of a list of controllers. */
interface Tried {
  readonly list: string;
  readonly begins: EntryOf<'program.start'>;
  /** What the program said when it refused the list; nothing if it did not. */
  readonly refusal: string | undefined;
}

function triedIn(recording: Recording): Tried[] {
  const begins = entriesOf(recording, 'program.start');
  return begins.map((begin, i) => {
    const until = begins[i + 1]?.index ?? Infinity;
    const ends = entriesOf(recording, 'program.exit').find(
      ({ index, event }) => index > begin.index && index < until && event.code === 1,
    );
    const list = begin.event.args?.find((arg) => arg.startsWith(flag))?.slice(flag.length) ?? '';
    return { list, begins: begin, refusal: ends?.event.why };
  });
}

function acceptable(recording: Recording): Problem | undefined {
  for (const { list, begins, refusal } of triedIn(recording)) {
    if (unknown[list] || refusal === undefined) continue;
    const says = t`At ${timeOf(begins)} the program refuses the list \`${list}\`, and says: ${refusal}. Nothing in it is wrong.`;
    return { says, entry: begins.index };
  }
  return undefined;
}

function unnoticed(recording: Recording): Problem | undefined {
  for (const { list, begins, refusal } of triedIn(recording)) {
    if (!unknown[list] || refusal !== undefined) continue;
    const says = t`At ${timeOf(begins)} the program takes the list \`${list}\` and runs. Users who mistyped a name believe that it does what they asked for.`;
    return { says, entry: begins.index };
  }
  return undefined;
}

function unnamed(recording: Recording): Problem | undefined {
  for (const { list, begins, refusal } of triedIn(recording)) {
    if (refusal === undefined) continue;
    for (const name of unknown[list] ?? []) {
      if (refusal.includes(`"${name}"`)) continue;
      const says = t`At ${timeOf(begins)} the program refuses the list \`${list}\`, and does not name "${name}", in quotes and without the one hyphen: ${refusal}.`;
      return { says, entry: begins.index };
    }
  }
  return undefined;
}

function blamed(recording: Recording): Problem | undefined {
  for (const { list, begins, refusal } of triedIn(recording)) {
    const wrong = unknown[list];
    if (refusal === undefined || !wrong) continue;
    const named = [...refusal.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name);
    const innocent = named.find((name) => !wrong.includes(name));
    if (innocent === undefined) continue;
    const says = t`At ${timeOf(begins)} the program refuses the list \`${list}\`, and blames "${innocent}", with which nothing is wrong.`;
    return { says, entry: begins.index };
  }
  return undefined;
}

function nothingTried(recording: Recording): Problem | undefined {
  if (triedIn(recording).length === 6) return undefined;
  return { says: t`The program has to be started with all six lists.`, entry: lastEntry(recording).index };
}

export const exercise: Exercise = {
  id: 'controller-manager/options-to-configuration/known-names',
  kind: 'code',
  title: 'Names that are known',
  task:
    'Here nothing checks the list of controllers, so a mistyped name is taken without a word. An entry is `*`, or a name, or a name with one hyphen before it. ' +
    'Return an error for each entry whose name is not among `allControllers`, with the name in quotes.',
  file: 'kubernetes/staging/src/k8s.io/controller-manager/options/generic.ts',
  symbol: 'GenericControllerManagerConfigurationOptions.validate',
  start: `  validate(allControllers: readonly string[]): Error[] {
    const errors = this.debugging.validate();
    return errors;
  }`,
  solution: `  validate(allControllers: readonly string[]): Error[] {
    const errors = this.debugging.validate();
    for (const entry of this.config.controllers) {
      if (entry === '*') continue;
      const controller = entry.replace(/^-/, '');
      if (!allControllers.includes(controller))
        errors.push(new Error(\`\${quote(controller)} is not in the list of known controllers\`));
    }
    return errors;
  }`,
  scenario: 'controller-manager/options-to-configuration#lists',
  seeds: [1, 2, 4, 8, 16],
  checks: [
    { name: 'Every list is tried', problem: nothingTried },
    { name: 'A list without a mistake is taken', problem: acceptable },
    { name: 'A list with a mistake is refused', problem: unnoticed },
    { name: 'Each unknown name has an error', problem: unnamed },
    { name: 'No other name is blamed', problem: blamed },
  ],
  hints: [
    '`this.config.controllers` is the list as the flag has set it. Push an `Error` onto `errors` for each entry that is wrong, and do not stop at the first.',
    '`*` alone stands for all controllers that are on by default. Let it pass before you look at names.',
    'Take away one hyphen, at the beginning and nowhere else: `endpoint` and `-endpoint` name the same controller.',
    'What is left of `-*` is `*`, and no controller is called that. `quote(name)` puts a name into quotes.',
  ],
  why:
    'Without this check a mistake in a list is silent. An unknown name switches on nothing, and one behind a hyphen switches off nothing. All errors come at once, ' +
    'so that a user has to mend the line only once. That you cannot write `-*` follows from the grammar: leave `*` out, and only what is named is on.',
  next: 'Suggest a name that is like the one that was mistyped, as kubectl does for commands. Where would you get it from?',
};
