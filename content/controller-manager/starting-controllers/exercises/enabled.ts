import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, timeOf } from '../../../../src/components/exercises/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';

/** What became of a name in one of the starts. */
interface Fate {
  readonly name: string;
  readonly list: readonly string[];
  readonly enabled: boolean;
  readonly entry: number;
  readonly at: string;
}

const offByDefault = ['bootstrapsigner', 'tokencleaner'];

/** The names of the table in each start, with the list that the start was given. */
function fatesOf(recording: Recording): Fate[] {
  let list: readonly string[] = [];
  return recording.entries.flatMap((entry) => {
    const { event } = entry;
    if (event.kind === 'program.start' && event.program === 'kube-controller-manager') {
      const flag = event.args?.findLast((arg) => arg.startsWith('--controllers=')) ?? '--controllers=*';
      list = flag.slice('--controllers='.length).split(',');
    }
    if (event.kind !== 'startup' || (event.phase !== 'starting' && event.phase !== 'disabled')) return [];
    if (event.name === 'serviceaccount-token') return [];
    const enabled = event.phase === 'starting';
    return [{ name: event.name, list, enabled, entry: entry.index, at: timeOf(entry) }];
  });
}

/** The entry of the list that names the controller first, with or without a minus. */
const firstFor = ({ list, name }: Fate): string | undefined =>
  list.find((entry) => entry === name || entry === `-${name}`);

function wrongFirst(recording: Recording): Problem | undefined {
  const fate = fatesOf(recording).find((one) => {
    const first = firstFor(one);
    return first !== undefined && one.enabled !== (first === one.name);
  });
  if (!fate) return undefined;
  const [list, first, name] = [fate.list.join(','), firstFor(fate) ?? '', fate.name];
  const says = fate.enabled
    ? t`At ${fate.at}, with ${list}, ${name} is started. The first entry that names it is ${first}.`
    : t`At ${fate.at}, with ${list}, ${name} is left out. The first entry that names it is ${first}.`;
  return { says, entry: fate.entry };
}

function wrongUnnamed(recording: Recording): Problem | undefined {
  const fate = fatesOf(recording).find(
    (one) => firstFor(one) === undefined && one.enabled && !one.list.includes('*'),
  );
  if (!fate) return undefined;
  const says = t`At ${fate.at}, with ${fate.list.join(',')}, ${fate.name} is started. Nobody asked for it.`;
  return { says, entry: fate.entry };
}

function wrongStar(recording: Recording): Problem | undefined {
  const fate = fatesOf(recording).find(
    (one) =>
      firstFor(one) === undefined &&
      one.list.includes('*') &&
      one.enabled === offByDefault.includes(one.name),
  );
  if (!fate) return undefined;
  const list = fate.list.join(',');
  const says = fate.enabled
    ? t`At ${fate.at}, with ${list}, ${fate.name} is started. A star does not ask for what is off by default.`
    : t`At ${fate.at}, with ${list}, ${fate.name} is left out, though a star stands in the list.`;
  return { says, entry: fate.entry };
}

function nothingStarts(recording: Recording): Problem | undefined {
  const starts = entriesOf(recording, 'program.start').filter(
    ({ event }) => event.program === 'kube-controller-manager',
  );
  const seen = fatesOf(recording).length;
  if (seen === 37 * starts.length) return undefined;
  const says = t`${seen} names of the table came to their turn in ${starts.length} starts. It should be 37 in each.`;
  return { says, entry: starts.at(-1)?.index ?? 0 };
}

export const exercise: Exercise = {
  id: 'controller-manager/starting-controllers/enabled',
  kind: 'code',
  title: 'Who is asked for',
  task:
    'This function says yes to every name that the list does not refuse, and reads the list to its end. Let it follow the three rules: ' +
    'the first entry that names a controller decides, no star means nobody else, and a star leaves out what is off by default.',
  file: 'controller-manager-lib/app/helper.ts',
  symbol: 'isControllerEnabled',
  start: `export function isControllerEnabled(
  name: string,
  disabledByDefaultControllers: ReadonlySet<string>,
  controllers: readonly string[],
): boolean {
  let enabled = true;
  for (const ctrl of controllers) {
    if (ctrl === name) enabled = true;
    if (ctrl === \`-\${name}\`) enabled = false;
  }
  return enabled;
}`,
  scenario: 'controller-manager/starting-controllers#lists',
  seeds: [3, 7, 21, 59, 404],
  checks: [
    { name: 'Every name comes to its turn', problem: nothingStarts },
    { name: 'The first entry that names a controller decides', problem: wrongFirst },
    { name: 'Without a star nobody else is started', problem: wrongUnnamed },
    { name: 'A star leaves out what is off by default', problem: wrongStar },
  ],
  hints: [
    'Where the first entry decides, nothing is left to look at: the function can return there.',
    'A star says nothing about this name yet. Remember that there was one, and go on.',
    'Behind the loop nobody has named the controller. Then it is: no star, no; a star, yes, unless `disabledByDefaultControllers.has(name)`.',
  ],
  why:
    'The list is read like a sentence: whoever is named first is meant, and the star is for the rest. So `*,-ttl` and `-ttl,*` say the same, while ' +
    '`ttl,-ttl` and `-ttl,ttl` do not.',
  next: 'Add a fourth kind of entry, such as `pv*` for all names that begin with it. What should `-pv*,pv-protection` mean?',
};
