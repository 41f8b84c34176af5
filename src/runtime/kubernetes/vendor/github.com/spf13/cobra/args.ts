import { quote } from '../../../../../go/strconv.ts';
import type { Command } from './command.ts';

/** Says why a command does not take these arguments. */
// Mirrors: vendor/github.com/spf13/cobra/args.go#PositionalArgs
export type PositionalArgs = (cmd: Command, args: readonly string[]) => Error | undefined;

/** What holds where a command says nothing: a root with commands under it takes none but their names, all others anything. */
// Mirrors: vendor/github.com/spf13/cobra/args.go#legacyArgs
export const legacyArgs: PositionalArgs = (cmd, args) => {
  if (!cmd.hasSubCommands()) return undefined;
  const [first] = args;
  if (cmd.hasParent() || first === undefined) return undefined;
  return new Error(
    `unknown command ${quote(first)} for ${quote(cmd.commandPath())}${cmd.findSuggestions(first)}`,
  );
};

// Mirrors: vendor/github.com/spf13/cobra/args.go#NoArgs
export const noArgs: PositionalArgs = (cmd, args) =>
  args[0] === undefined
    ? undefined
    : new Error(`unknown command ${quote(args[0])} for ${quote(cmd.commandPath())}`);

// Mirrors: vendor/github.com/spf13/cobra/args.go#OnlyValidArgs
export const onlyValidArgs: PositionalArgs = (cmd, args) => {
  if (cmd.validArgs.length === 0) return undefined;
  const valid = cmd.validArgs.map((arg) => arg.split('\t')[0]);
  for (const arg of args) {
    if (!valid.includes(arg))
      return new Error(
        `invalid argument ${quote(arg)} for ${quote(cmd.commandPath())}${cmd.findSuggestions(args[0] ?? '')}`,
      );
  }
  return undefined;
};

// Mirrors: vendor/github.com/spf13/cobra/args.go#ArbitraryArgs
export const arbitraryArgs: PositionalArgs = () => undefined;

// Mirrors: vendor/github.com/spf13/cobra/args.go#MinimumNArgs
export function minimumNArgs(n: number): PositionalArgs {
  return (_cmd, args) =>
    args.length < n ? new Error(`requires at least ${n} arg(s), only received ${args.length}`) : undefined;
}

// Mirrors: vendor/github.com/spf13/cobra/args.go#MaximumNArgs
export function maximumNArgs(n: number): PositionalArgs {
  return (_cmd, args) =>
    args.length > n ? new Error(`accepts at most ${n} arg(s), received ${args.length}`) : undefined;
}

// Mirrors: vendor/github.com/spf13/cobra/args.go#ExactArgs
export function exactArgs(n: number): PositionalArgs {
  return (_cmd, args) =>
    args.length === n ? undefined : new Error(`accepts ${n} arg(s), received ${args.length}`);
}

// Mirrors: vendor/github.com/spf13/cobra/args.go#ExactValidArgs
export function exactValidArgs(n: number): PositionalArgs {
  return (cmd, args) => exactArgs(n)(cmd, args) ?? onlyValidArgs(cmd, args);
}

// Mirrors: vendor/github.com/spf13/cobra/args.go#RangeArgs
export function rangeArgs(min: number, max: number): PositionalArgs {
  return (_cmd, args) =>
    args.length < min || args.length > max
      ? new Error(`accepts between ${min} and ${max} arg(s), received ${args.length}`)
      : undefined;
}
