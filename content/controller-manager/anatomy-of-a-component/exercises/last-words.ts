import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { type EntryOf, entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const program = 'kube-controller-manager';

/** One start of the program: what it printed, and how it ended. */
interface Start {
  readonly begins: EntryOf<'program.start'>;
  readonly printed: string;
  readonly ends: EntryOf<'program.exit'> | undefined;
}

function startsOf(recording: Recording): Start[] {
  const begins = entriesOf(recording, 'program.start');
  return begins.map((begin, i) => {
    const until = begins[i + 1]?.index ?? Infinity;
    const within = ({ index }: { readonly index: number }): boolean => index > begin.index && index < until;
    const output = entriesOf(recording, 'program.output').filter(within);
    return {
      begins: begin,
      printed: output.map(({ event }) => event.text).join(''),
      ends: entriesOf(recording, 'program.exit').find(within),
    };
  });
}

const asksForVersion = ({ begins }: Start): boolean => begins.event.args?.includes('--version') ?? false;
const succeeds = ({ begins: { event } }: Start): boolean =>
  event.args?.some((arg) => arg.startsWith('--kubeconfig')) === true &&
  !event.args.some((arg) => arg.startsWith('--controllers'));
const failing = (recording: Recording): Start[] =>
  startsOf(recording).filter((each) => !asksForVersion(each) && !succeeds(each));

function linesLost(recording: Recording): Problem | undefined {
  for (const { ends } of startsOf(recording)) {
    const log = ends && mapGet(ends.world.tables, `${program}/log`);
    const waiting = log?.rows.find(({ cells: [, waits = '0'] }) => waits !== '0');
    if (!ends || !waiting) continue;
    const [severity = '', lines = ''] = waiting.cells;
    const says = t`At ${timeOf(ends)} the process ends, and lines still wait for the log file of severity ${severity}: ${lines}. They are lost: \`main\` writes them in \`flushLogs\`, once \`execute\` has come back.`;
    return { says, entry: ends.index };
  }
  return undefined;
}

function runsOn(recording: Recording): Problem | undefined {
  const [on] = failing(recording).filter(({ ends }) => !ends);
  if (!on) return undefined;
  const says = t`The program that starts at ${timeOf(on.begins)} cannot work, and does not end.`;
  return { says, entry: on.begins.index };
}

function wrongCode(recording: Recording): Problem | undefined {
  for (const { ends } of failing(recording)) {
    if (!ends || ends.event.code === 1) continue;
    const says = t`At ${timeOf(ends)} a start that failed ends with code ${ends.event.code}, which says that all is well. An error that \`runE\` returns makes it 1.`;
    return { says, entry: ends.index };
  }
  return undefined;
}

const reasons = ['invalid configuration: no configuration has been provided', '"pogdc" is not in the list'];

function untold(recording: Recording): Problem | undefined {
  for (const [i, { printed, begins }] of failing(recording).entries()) {
    const told = printed.split(reasons[i] ?? '').length - 1;
    if (told === 1) continue;
    const why =
      told === 0
        ? t`What it prints has to hold "${reasons[i] ?? ''}".`
        : t`Cobra prints the error that \`runE\` returns.`;
    const says = t`The program that starts at ${timeOf(begins)} says ${told} times why it cannot work, and once is right. ${why}`;
    return { says, entry: begins.index };
  }
  return undefined;
}

/** The last start has everything that it needs. */
function doesNotRun(recording: Recording): Problem | undefined {
  const start = startsOf(recording).find(succeeds);
  if (!start) return undefined;
  const { begins, ends } = start;
  const runs = entriesOf(recording, 'startup').some(
    ({ event, index }) => index > begins.index && event.phase === 'run',
  );
  if (runs && !ends) return undefined;
  const says = t`The program that starts at ${timeOf(begins)} has all that it needs, and does not run on. \`manager.run\` has to be waited for, with \`yield*\`.`;
  return { says, entry: (ends ?? begins).index };
}

function noVersion(recording: Recording): Problem | undefined {
  const asked = startsOf(recording).find(asksForVersion);
  if (asked?.printed === 'Kubernetes v1.20.2\n' && asked.ends?.event.code === 0) return undefined;
  const says = t`Asked for its version, the program has to print it, and nothing else, and to end with code 0. \`printAndExitIfRequested\` does that.`;
  return { says, entry: (asked?.ends ?? asked?.begins ?? lastEntry(recording)).index };
}

export const exercise: Exercise = {
  id: 'controller-manager/anatomy-of-a-component/last-words',
  kind: 'code',
  title: 'Last words',
  task:
    'Here `run` ends the process by itself, and what waits in the log is lost. Let nothing that was logged be lost when a start fails. ' +
    'The program still has to say once why it cannot work, and to end with code 1.',
  file: 'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts',
  symbol: 'newControllerManagerCommand',
  solution: `export function newControllerManagerCommand(os: OS, manager: ControllerManager): Command {
  const { knownControllers, controllersDisabledByDefault } = manager;
  const s = os.sim.observe('options', os.name, newKubeControllerManagerOptions(os));

  const command = new Command(os, {
    use: 'kube-controller-manager',
    long,
    persistentPreRunE: () => {
      return undefined;
    },
    *runE(cmd) {
      yield* printAndExitIfRequested(os);
      printFlags(os, cmd.flags());

      const [c, refused] = s.config(knownControllers);
      if (refused) return refused;
      return yield* manager.run(c.complete(), neverStop);
    },
    args: noWords,
  });

  const sets = s.flags(knownControllers, controllersDisabledByDefault);
  addFlags(os, sets.flagSet('global'));
  addGlobalFlags(os, sets.flagSet('global'), command.name());
  registerLegacyGlobalFlags(sets);
  useSections(command, sets);
  return os.sim.observe('command', os.name, command);
}`,
  scenario: 'controller-manager/anatomy-of-a-component#failures',
  seeds: [1, 4, 9, 16, 25],
  checks: [
    { name: 'Nothing that was logged is lost', problem: linesLost },
    { name: 'A start that fails ends', problem: runsOn },
    { name: 'It ends with code 1', problem: wrongCode },
    { name: 'It says once why', problem: untold },
    { name: 'Asked for its version, it prints that and nothing else', problem: noVersion },
    { name: 'A start that does not fail runs on', problem: doesNotRun },
  ],
  hints: [
    'Look at `main`: `flushLogs` comes after everything that `command.execute()` does. What keeps the program from getting there?',
    'Cobra knows two kinds of run. What the other one returns comes back from `execute`, and `main` makes an exit code of it.',
    'Name the function `*runE` in place of `*run`, and return `refused` and what `manager.run` returns.',
    'Cobra prints an error that comes back. Do not print it before.',
  ],
  why:
    'An error that is returned passes every function that has something to do at the end. A call that ends the process passes none of them. ' +
    'That is why later releases return it here. The price: cobra takes it for an error of the command line and prints the usage, which those releases had to silence.',
  next: 'Set `silenceUsage: true` beside `use`, and look at what is printed for each of the two failures.',
};
