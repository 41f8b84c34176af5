import type { Command } from '../../kubernetes/vendor/github.com/spf13/cobra/command.ts';
import { mapGet } from '../../sim/pmap.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { observePhases } from './phases.ts';
import { showStep } from './process.ts';

/** Watches a command: how it is built, as a table, and its phases once it is executed. */
export function observeCommand(trace: Trace, program: string, command: Command, sim: Sim): Command {
  let flags = 0;
  command.flags().visitAll(() => void flags++);
  const isSet = (value: unknown): string => (value === undefined ? 'not set' : 'set');
  const below = command.commands().map((child) => child.name());
  const rows: readonly (readonly [string, string])[] = [
    ['use line', command.useLine()],
    ['flags', String(flags)],
    ['commands below', below.join(', ') || 'none'],
    ['arguments check', isSet(command.args)],
    ['persistent pre-run', isSet(command.persistentPreRun ?? command.persistentPreRunE)],
    ['pre-run', isSet(command.preRun ?? command.preRunE)],
    ['run, which cannot fail', isSet(command.run)],
    ['run, which can fail', isSet(command.runE)],
    ['post-run', isSet(command.postRun ?? command.postRunE)],
    ['persistent post-run', isSet(command.persistentPostRun ?? command.persistentPostRunE)],
    ['flags are read by', command.disableFlagParsing ? 'the command itself' : 'cobra'],
    ['usage with an error', command.silenceUsage ? 'silent' : 'printed'],
  ];
  showTable(trace, `${program}/command`, {
    title: 'The command',
    columns: ['Field', 'Value'],
    rows: rows.map(([name, value]) => ({ name, cells: [value] })),
  });
  // Programs that seed no random numbers have no table of their steps.
  if (mapGet(trace.world.tables, `${program}/process`)) showStep(trace, program, 'command', 'built');
  startup(sim, 'main', 'command', 'builds its command, with {0} flags', flags);
  observePhases(trace, program, command, sim);
  return command;
}
