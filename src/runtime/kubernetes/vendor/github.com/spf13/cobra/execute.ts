import { quote } from '../../../../../go/strconv.ts';
import { errHelp } from '../pflag/flag.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Command } from './command.ts';
import { find, traverse } from './find.ts';

// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.VersionTemplate
function versionText(c: Command): string {
  return `${c.name() === '' ? '' : `${c.name()} `}version ${c.version}\n`;
}

/** One command, once its line is known: every step in its order. A hook that is not set is passed over. */
// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.execute
export function* execute(c: Command, a: readonly string[]): Blocking<Error | undefined> {
  if (c.deprecated !== '') c.print(`Command ${quote(c.name())} is deprecated, ${c.deprecated}\n`);
  // The flags for help and version come last, so that a command may have its own.
  c.initDefaultHelpFlag();
  c.initDefaultVersionFlag();

  const parseError = c.parseFlags(a);
  if (parseError) return c.flagErrorFunc()(c, parseError);

  const [help, helpError] = c.flags().getBool('help');
  if (helpError) {
    c.print('"help" flag declared as non-bool. Please correct your code\n');
    return helpError;
  }
  if (help) return errHelp;

  if (c.version !== '') {
    const [version, versionError] = c.flags().getBool('version');
    if (versionError) {
      c.print('"version" flag declared as non-bool. Please correct your code\n');
      return versionError;
    }
    if (version) {
      c.outOrStdout().write(versionText(c));
      return undefined;
    }
  }
  if (!c.runnable()) return errHelp;

  c.preRunInitializers();
  const args = c.disableFlagParsing ? a : c.flags().args;
  const refused = c.validateArgs(args);
  if (refused) return refused;

  // The nearest one up the tree, and no other.
  for (let p: Command | undefined = c; p !== undefined; p = p.parent()) {
    if (p.persistentPreRunE) {
      const error = p.persistentPreRunE(c, args);
      if (error) return error;
      break;
    } else if (p.persistentPreRun) {
      p.persistentPreRun(c, args);
      break;
    }
  }
  if (c.preRunE) {
    const error = c.preRunE(c, args);
    if (error) return error;
  } else {
    c.preRun?.(c, args);
  }
  const missing = c.validateRequiredFlags();
  if (missing) return missing;
  if (c.runE) {
    const error = yield* c.runE(c, args);
    if (error) return error;
  } else if (c.run) {
    yield* c.run(c, args);
  }
  if (c.postRunE) {
    const error = c.postRunE(c, args);
    if (error) return error;
  } else {
    c.postRun?.(c, args);
  }
  for (let p: Command | undefined = c; p !== undefined; p = p.parent()) {
    if (p.persistentPostRunE) {
      const error = p.persistentPostRunE(c, args);
      if (error) return error;
      break;
    } else if (p.persistentPostRun) {
      p.persistentPostRun(c, args);
      break;
    }
  }
  return undefined;
}

/** The whole line: finds the command, executes it, and prints what went wrong. Help is no error. */
// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.ExecuteC
export function* executeC(root: Command): Blocking<readonly [Command, Error | undefined]> {
  if (root.hasParent()) return yield* executeC(root.root());
  root.initDefaultHelpCmd();
  const args = root.lineArgs();
  const [cmd, flags, notFound] = root.traverseChildren ? traverse(root, args) : find(root, args);
  if (notFound || cmd === undefined) {
    const c = cmd ?? root;
    if (!c.silenceErrors) {
      c.printErr(`Error: ${notFound?.message ?? ''}\n`);
      c.printErr(`Run '${c.commandPath()} --help' for usage.\n`);
    }
    return [c, notFound];
  }
  const error = yield* cmd.executeWith(flags);
  if (error === errHelp) {
    cmd.helpFunc()(cmd, args);
    return [cmd, undefined];
  }
  if (error && !cmd.silenceErrors && !root.silenceErrors) root.printErr(`Error: ${error.message}\n`);
  if (error && !cmd.silenceUsage && !root.silenceUsage) root.print(`${cmd.usageString()}\n`);
  return [cmd, error];
}
