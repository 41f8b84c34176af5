import { nearestWord } from '../instrument/nearest-word.ts';
import type { SettingsNumber, StoryNumber } from '../runtime/stage/numbers.ts';
import type { Scenario } from '../runtime/stage/scenario.ts';
import type { Settings } from '../runtime/stage/settings.ts';

/** Numbers of a story that a reader has changed, by their names. */
export type ChangedNumbers = Readonly<Record<string, number>>;

/** A number that a reader may change in a run, with what the story itself has. */
export interface NumberOfRun extends StoryNumber {
  readonly own: number;
}

/** The numbers that a story offers. What it has itself is always one of the values. */
function offered({ numbers = [], settings = {} }: Scenario): (SettingsNumber & NumberOfRun)[] {
  return numbers.map((number) => {
    const own = number.of(settings);
    const values = number.values.includes(own) ? number.values : rising([...number.values, own]);
    return { ...number, own, values };
  });
}

const rising = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);

/** What a recording says of the numbers of its story; nothing where it offers none. */
export function numbersIn(
  scenario: Scenario,
  changed: ChangedNumbers | undefined,
): { readonly numbers?: readonly NumberOfRun[]; readonly changed?: ChangedNumbers } {
  const numbers = offered(scenario).map(({ of: _of, into: _into, ...number }) => number);
  if (numbers.length === 0) return {};
  return changed ? { numbers, changed } : { numbers };
}

/** The settings of a story with other numbers. Throws, in words for the reader, where the story has no such number or it cannot be that. */
export function settingsWith(scenario: Scenario, changed: ChangedNumbers = {}): Partial<Settings> {
  const numbers = offered(scenario);
  return Object.entries(changed).reduce<Partial<Settings>>((all, [name, value]) => {
    const number = numbers.find((one) => one.name === name);
    if (!number) throw new Error(unknown(name, numbers));
    if (!number.values.includes(value)) throw new Error(unfit(number, value));
    return number.own === value ? all : number.into(all, value);
  }, scenario.settings ?? {});
}

function unknown(name: string, numbers: readonly StoryNumber[]): string {
  const names = numbers.map((one) => one.name);
  if (names.length === 0)
    return `expected the story as it is, since it offers no numbers, found a change of "${name}". Copy the link again.`;
  const near = nearestWord(name, names);
  return near === undefined
    ? `expected one of ${names.join(', ')}, found "${name}". Copy the link again, or change a number here.`
    : `expected a number of this story, perhaps "${near}", found "${name}". Copy the link again, or change a number here.`;
}

function unfit({ name, values, unit = '' }: StoryNumber, value: number): string {
  const say = (number: number | undefined): string => `${number} ${unit}`.trim();
  const [least, second = NaN] = values;
  const step = second - least!;
  return values.every((one, i) => one === least! + i * step)
    ? `expected ${name} to be from ${say(least)} to ${say(values.at(-1))} in steps of ${say(step)}, found ${say(value)}. Choose one of these here.`
    : `expected ${name} to be one of ${values.map(say).join(', ')}, found ${say(value)}. Choose one of these here.`;
}
