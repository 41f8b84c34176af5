import type { FlagSet } from '../pflag/flag.ts';
import { legacyArgs } from './args.ts';
import type { Command } from './command.ts';

/** The command that a line names, what is left of the line for it, and why there is none. */
export type Found = readonly [cmd: Command | undefined, args: readonly string[], error: Error | undefined];

// Mirrors: vendor/github.com/spf13/cobra/command.go#hasNoOptDefVal
function hasNoOptDefVal(name: string, flags: FlagSet): boolean {
  return (flags.lookup(name)?.noOptDefVal ?? '') !== '';
}

// Mirrors: vendor/github.com/spf13/cobra/command.go#shortHasNoOptDefVal
function shortHasNoOptDefVal(name: string, flags: FlagSet): boolean {
  if (name === '') return false;
  return (flags.shorthandLookup(name.charAt(0))?.noOptDefVal ?? '') !== '';
}

/** `--name` or `-n` whose value is the next word, as far as the declared flags tell. */
function takesNext(arg: string, flags: FlagSet): boolean {
  if (arg.includes('=')) return false;
  if (arg.startsWith('--')) return !hasNoOptDefVal(arg.slice(2), flags);
  return arg.startsWith('-') && arg.length === 2 && !shortHasNoOptDefVal(arg.slice(1), flags);
}

/** The words of a line that are no flags and no values of flags. */
// Mirrors: vendor/github.com/spf13/cobra/command.go#stripFlags
function stripFlags(args: readonly string[], c: Command): string[] {
  if (args.length === 0) return [];
  c.mergePersistentFlags();
  const commands: string[] = [];
  const flags = c.flags();
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') break;
    if (takesNext(arg, flags)) {
      // Its value is skipped; with at most one word left there can be no command behind it.
      if (args.length - at - 1 <= 1) break;
      at++; // Go: args#8
      // Go: HasPrefix#3
    } else if (arg !== '' && !arg.startsWith('-')) {
      commands.push(arg);
    }
  }
  return commands;
}

// Mirrors: vendor/github.com/spf13/cobra/command.go#argsMinusFirstX
function argsMinusFirstX(args: readonly string[], x: string): readonly string[] {
  const at = args.indexOf(x);
  return at < 0 ? args : args.toSpliced(at, 1);
}

// Mirrors: vendor/github.com/spf13/cobra/command.go#isFlagArg
function isFlagArg(arg: string): boolean {
  return (arg.length >= 3 && arg[1] === '-') || (arg.length >= 2 && arg.startsWith('-') && arg[1] !== '-');
}

/** Walks down the tree by the words that are no flags. Flags may stand anywhere; only the command found reads them. */
// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Find
export function find(root: Command, line: readonly string[]): Found {
  let [found, args] = [root, line];
  // Go: innerfind#2
  for (;;) {
    const [next] = stripFlags(args, found);
    const child = next === undefined ? undefined : found.findNext(next);
    if (next === undefined || child === undefined) break;
    args = argsMinusFirstX(args, next);
    found = child; // Go: innerfind#3
  }
  return [found, args, found.args === undefined ? legacyArgs(found, stripFlags(args, found)) : undefined];
}

/** Walks down the tree, and lets each command on the way read the flags that stand before the next name. */
// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Traverse
export function traverse(c: Command, args: readonly string[]): Found {
  const flags: string[] = [];
  let inFlag = false;
  for (const [index, arg] of args.entries()) {
    if (arg.startsWith('--') && !arg.includes('=')) {
      inFlag = !hasNoOptDefVal(arg.slice(2), c.flags());
      flags.push(arg);
      continue;
    }
    if (takesNext(arg, c.flags())) {
      inFlag = true;
      flags.push(arg);
      continue;
    }
    if (inFlag) {
      inFlag = false;
      flags.push(arg);
      continue;
    }
    if (isFlagArg(arg)) {
      flags.push(arg);
      continue;
    }
    const next = c.findNext(arg);
    if (next === undefined) return [c, args, undefined];
    const error = c.parseFlags(flags);
    if (error) return [undefined, args, error];
    return traverse(next, args.slice(index + 1));
  }
  return [c, args, undefined];
}

/** Names near a mistyped one, as a paragraph for an error. */
// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.findSuggestions
export function suggestions(names: readonly string[]): string {
  return names.length === 0 ? '' : `\n\nDid you mean this?\n${names.map((name) => `\t${name}\n`).join('')}`;
}
