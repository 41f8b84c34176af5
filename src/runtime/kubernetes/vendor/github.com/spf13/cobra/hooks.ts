import type { Blocking } from '../../../../../sim/process.ts';
import type { PositionalArgs } from './args.ts';
import type { Command } from './command.ts';

/** A hook that cannot fail, and one that can. */
export type Hook = (cmd: Command, args: readonly string[]) => void;
export type HookE = (cmd: Command, args: readonly string[]) => Error | undefined;

/** What somebody who writes a command may say of it. All but `use` may be left out. */
export interface CommandFields {
  /** One line: the name, and how its arguments look. */
  readonly use: string;
  readonly aliases?: readonly string[];
  /** Words for which this command is suggested. */
  readonly suggestFor?: readonly string[];
  readonly short?: string;
  readonly long?: string;
  readonly example?: string;
  readonly validArgs?: readonly string[];
  readonly args?: PositionalArgs;
  /** What to use in its place: printed when it is called. */
  readonly deprecated?: string;
  readonly hidden?: boolean;
  /** With a version there is a flag `--version`. */
  readonly version?: string;
  /** Inherited: the nearest one up the tree is called, and no other. */
  readonly persistentPreRun?: Hook;
  readonly persistentPreRunE?: HookE;
  readonly preRun?: Hook;
  readonly preRunE?: HookE;
  /** The work itself. It may park, as a server does for as long as it lives. */
  readonly run?: (cmd: Command, args: readonly string[]) => Blocking<void>;
  readonly runE?: (cmd: Command, args: readonly string[]) => Blocking<Error | undefined>;
  readonly postRun?: Hook;
  readonly postRunE?: HookE;
  readonly persistentPostRun?: Hook;
  readonly persistentPostRunE?: HookE;
  readonly silenceErrors?: boolean;
  readonly silenceUsage?: boolean;
  /** All words are arguments; whoever wrote the command parses flags by themselves. */
  readonly disableFlagParsing?: boolean;
  readonly disableFlagsInUseLine?: boolean;
  readonly disableSuggestions?: boolean;
  /** How many letters a name may be away to be suggested; 2 if left out. */
  readonly suggestionsMinimumDistance?: number;
  /** Lets the commands on the way read their flags too. */
  readonly traverseChildren?: boolean;
  readonly unknownFlags?: boolean;
}
