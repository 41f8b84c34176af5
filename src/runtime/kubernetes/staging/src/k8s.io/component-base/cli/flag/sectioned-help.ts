import type { PositionalArgs } from '../../../../../../vendor/github.com/spf13/cobra/args.ts';
import type { Command } from '../../../../../../vendor/github.com/spf13/cobra/command.ts';
import { quotedList } from '../../../../../../../go/fmt.ts';
import { quote } from '../../../../../../../go/strconv.ts';
import { terminalSize } from '../../term/term.ts';
import { type NamedFlagSets, printSections } from './sectioned.ts';

/**
 * Gives a command the flags of all sections, observed as `flag-sets`, and lets its help and usage show them so. Upstream's
 * commands each write this out.
 */
export function useSections(command: Command, named: NamedFlagSets): void {
  const sets = command.os.sim.observe('flag-sets', command.os.name, named);
  const flags = command.flags();
  for (const set of sets.flagSets.values()) flags.addFlagSet(set);
  const [columns] = terminalSize(command.outOrStdout());
  command.setUsageFunc((cmd) => {
    cmd.outOrStderr().write(`Usage:\n  ${cmd.useLine()}\n`);
    printSections(cmd.outOrStderr(), sets, columns);
    return undefined;
  });
  command.setHelpFunc((cmd) => {
    cmd.outOrStdout().write(`${cmd.long}\n\nUsage:\n  ${cmd.useLine()}\n`);
    printSections(cmd.outOrStdout(), sets, columns);
  });
}

/** Refuses every word that is no flag. Upstream's commands each write this out. */
export const noWords: PositionalArgs = (cmd, args) =>
  args.some((arg) => arg !== '')
    ? new Error(`${quote(cmd.commandPath())} does not take any arguments, got ${quotedList(args)}`)
    : undefined;
