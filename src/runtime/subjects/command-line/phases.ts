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
  const key = `${program}/phases`;
  let next = 0;

  /** Comes to a phase: what was before it and did not come had nothing to do. */
  const reach = (phase: Phase, state: string): void => {
    const at = phases.indexOf(phase);
    for (; next < at; next++) passOver(phases[next] as Phase);
    if (at >= next) next = at + 1;
    showRow(trace, key, { name: phase, cells: [state] });
  };
  const showPassedOver = (phase: Phase): void =>
    showRow(trace, key, { name: phase, cells: ['passed over'], note: 'nothing is set for it' });
  const passOver = (phase: Phase): void => {
    showPassedOver(phase);
    startup(sim, 'cobra', phase, 'passes over {0}: nothing is set', phase);
  };
  const begin = (phase: Phase, text: string, ...values: string[]): void => {
    reach(phase, 'now');
    startup(sim, 'cobra', phase, text, ...values);
  };
  const end = (phase: Phase, error: Error | undefined): void => {
    showRow(trace, key, { name: phase, cells: [error ? `error: ${error.message}` : 'done'] });
    if (error) startup(sim, 'cobra', phase, 'stops at {0}: {1}', phase, error.message);
  };
  const show = (): void => {
    next = 0;
    showTable(trace, key, {
      title: 'Phases of the command',
      columns: ['Phase', 'State'],
      rows: phases.map((name) => ({ name, cells: ['not yet'] })),
    });
  };

  for (const command of tree(root)) watch(command);

  function watch(command: Command): void {
    const name = command.name();
    around(command, {
      executeWith: (own) =>
        function* (args) {
          show();
          begin('find', 'finds the command {0}', command.commandPath());
          end('find', undefined);
          const error = yield* own(args);
          // Nothing comes behind a run that returned: what is left was not set.
          if (!error && next > phases.indexOf('run')) phases.slice(next).forEach(showPassedOver);
          return error;
        },
      parseFlags: (own) => (args) => {
        begin('flags', 'reads its flags: {0}', args.join(' ') || 'none');
        const error = own(args);
        end('flags', error);
        if (error || command.disableFlagParsing) return error;
        asked('help', command);
        if (command.version !== '') asked('version', command);
        return undefined;
      },
      preRunInitializers: (own) => () => {
        own();
        reach('initialisers', 'done');
      },
      validateArgs: (own) => (args) => {
        if (!command.args) return own(args);
        begin('args', 'checks its arguments: {0}', args.join(' ') || 'none');
        const error = own(args);
        end('args', error);
        return error;
      },
      validateRequiredFlags: (own) => () => {
        begin('required flags', 'looks for flags that must be set');
        const error = own();
        end('required flags', error);
        return error;
      },
    });
    hook('persistent pre-run', 'persistentPreRun');
    hook('persistent pre-run', 'persistentPreRunE');
    hook('pre-run', 'preRun');
    hook('pre-run', 'preRunE');
    hook('post-run', 'postRun');
    hook('post-run', 'postRunE');
    hook('persistent post-run', 'persistentPostRun');
    hook('persistent post-run', 'persistentPostRunE');
    const { run, runE } = command;
    if (run)
      command.run = function* (cmd, args) {
        begin('run', 'runs {0}', name);
        yield* run(cmd, args);
        end('run', undefined);
      };
    if (runE)
      command.runE = function* (cmd, args) {
        begin('run', 'runs {0}', name);
        const error = yield* runE(cmd, args);
        end('run', error);
        return error;
      };

    type HookName =
      | 'persistentPreRun'
      | 'persistentPreRunE'
      | 'preRun'
      | 'preRunE'
      | 'postRun'
      | 'postRunE'
      | 'persistentPostRun'
      | 'persistentPostRunE';
    function hook(phase: Phase, field: HookName): void {
      const own = command[field];
      if (!own) return;
      command[field] = (cmd, args) => {
        begin(phase, 'calls the {0} of {1}', phase, name);
        const error = own(cmd, args) as Error | undefined;
        end(phase, error);
        return error;
      };
    }
  }

  function asked(what: 'help' | 'version', command: Command): void {
    const [yes] = command.flags().getBool(what);
    reach(what, yes ? 'asked for' : 'not asked for');
    if (yes) startup(sim, 'cobra', what, 'is asked for its {0}', what);
  }
}

function tree(command: Command): readonly Command[] {
  return [command, ...command.commands().flatMap(tree)];
}
