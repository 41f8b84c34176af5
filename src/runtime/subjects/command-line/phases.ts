import type { Command } from '../../kubernetes/vendor/github.com/spf13/cobra/command.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { around } from '../../stage/methods.ts';

/** The steps of one execution, in their order. */
const phases = [
  'find',
  'flags',
  'help',
  'version',
  'initialisers',
  'args',
  'persistent pre-run',
  'pre-run',
  'required flags',
  'run',
  'post-run',
  'persistent post-run',
] as const;

type Phase = (typeof phases)[number];

/** Lights the phases of an execution one after the other, also those that are passed over because nothing is set. */
export function observePhases(trace: Trace, program: string, root: Command, sim: Sim): void {
  const table = new PhaseTable(trace, `${program}/phases`, sim);
  for (const command of tree(root)) {
    watchSteps(table, command);
    for (const [phase, field] of hooks) watchHook(table, command, phase, field);
    watchRun(table, command);
  }
}

function tree(command: Command): readonly Command[] {
  return [command, ...command.commands().flatMap(tree)];
}

/** The phases of one execution, as the trace tells them and a table shows them. */
class PhaseTable {
  readonly #trace: Trace;
  readonly #key: string;
  readonly #sim: Sim;
  /** The place of the first phase that has not come. */
  #next = 0;

  constructor(trace: Trace, key: string, sim: Sim) {
    this.#trace = trace;
    this.#key = key;
    this.#sim = sim;
  }

  /** All phases are to come. */
  show(): void {
    this.#next = 0;
    showTable(this.#trace, this.#key, {
      title: 'Phases of the command',
      columns: ['Phase', 'State'],
      rows: phases.map((name) => ({ name, cells: ['not yet'] })),
    });
  }

  /** Comes to a phase: what was before it and did not come had nothing to do. */
  reach(phase: Phase, state: string): void {
    const at = phases.indexOf(phase);
    for (; this.#next < at; this.#next++) this.#passOver(phases[this.#next] as Phase);
    if (at >= this.#next) this.#next = at + 1;
    showRow(this.#trace, this.#key, { name: phase, cells: [state] });
  }

  begin(phase: Phase, text: string, ...values: string[]): void {
    this.reach(phase, 'now');
    startup(this.#sim, 'cobra', phase, text, ...values);
  }

  end(phase: Phase, error: Error | undefined): void {
    const cells = [error ? `error: ${error.message}` : 'done'];
    showRow(this.#trace, this.#key, { name: phase, cells });
    if (error) startup(this.#sim, 'cobra', phase, 'stops at {0}: {1}', phase, error.message);
  }

  asked(what: 'help' | 'version', command: Command): void {
    const [yes] = command.flags().getBool(what);
    this.reach(what, yes ? 'asked for' : 'not asked for');
    if (yes) startup(this.#sim, 'cobra', what, 'is asked for its {0}', what);
  }

  /** Nothing comes behind a run that returned: what is left was not set. */
  passOverRest(): void {
    if (this.#next > phases.indexOf('run'))
      for (const phase of phases.slice(this.#next)) this.#showPassedOver(phase);
  }

  #passOver(phase: Phase): void {
    this.#showPassedOver(phase);
    startup(this.#sim, 'cobra', phase, 'passes over {0}: nothing is set', phase);
  }

  #showPassedOver(phase: Phase): void {
    showRow(this.#trace, this.#key, { name: phase, cells: ['passed over'], note: 'nothing is set for it' });
  }
}

function watchSteps(table: PhaseTable, command: Command): void {
  around(command, {
    executeWith: (own) =>
      function* (args) {
        table.show();
        table.begin('find', 'finds the command {0}', command.commandPath());
        table.end('find', undefined);
        const error = yield* own(args);
        if (!error) table.passOverRest();
        return error;
      },
    parseFlags: (own) => (args) => {
      table.begin('flags', 'reads its flags: {0}', args.join(' ') || 'none');
      const error = own(args);
      table.end('flags', error);
      if (error || command.disableFlagParsing) return error;
      table.asked('help', command);
      if (command.version !== '') table.asked('version', command);
      return undefined;
    },
    preRunInitializers: (own) => () => {
      own();
      table.reach('initialisers', 'done');
    },
    validateArgs: (own) => (args) => {
      if (!command.args) return own(args);
      table.begin('args', 'checks its arguments: {0}', args.join(' ') || 'none');
      const error = own(args);
      table.end('args', error);
      return error;
    },
    validateRequiredFlags: (own) => () => {
      table.begin('required flags', 'looks for flags that must be set');
      const error = own();
      table.end('required flags', error);
      return error;
    },
  });
}

/** The fields of a command that hold a function of a phase other than its run. */
const hooks = [
  ['persistent pre-run', 'persistentPreRun'],
  ['persistent pre-run', 'persistentPreRunE'],
  ['pre-run', 'preRun'],
  ['pre-run', 'preRunE'],
  ['post-run', 'postRun'],
  ['post-run', 'postRunE'],
  ['persistent post-run', 'persistentPostRun'],
  ['persistent post-run', 'persistentPostRunE'],
] as const;

function watchHook(
  table: PhaseTable,
  command: Command,
  phase: Phase,
  field: (typeof hooks)[number][1],
): void {
  const own = command[field];
  if (!own) return;
  const name = command.name();
  command[field] = (cmd, args) => {
    table.begin(phase, 'calls the {0} of {1}', phase, name);
    const error = own(cmd, args) as Error | undefined;
    table.end(phase, error);
    return error;
  };
}

function watchRun(table: PhaseTable, command: Command): void {
  const name = command.name();
  const { run, runE } = command;
  if (run)
    command.run = function* (cmd, args) {
      table.begin('run', 'runs {0}', name);
      yield* run(cmd, args);
      table.end('run', undefined);
    };
  if (runE)
    command.runE = function* (cmd, args) {
      table.begin('run', 'runs {0}', name);
      const error = yield* runE(cmd, args);
      table.end('run', error);
      return error;
    };
}
