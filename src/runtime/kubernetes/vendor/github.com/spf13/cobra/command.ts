import { Buffer, type OS, type Writer } from '../../../../../go/os.ts';
import { newPointer } from '../../../../../go/pointer.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import { type Flag, FlagSet, type NormalizeFunc, commandLine, errHelp } from '../pflag/flag.ts';
import { type PositionalArgs, legacyArgs } from './args.ts';
import { initializers, ld, rpad, trimRightSpace } from './cobra.ts';
import { bashCompOneRequiredFlag } from './bash_completions.ts';

type UsageFunc = (cmd: Command) => Error | undefined;
type HelpFunc = (cmd: Command, args: readonly string[]) => void;
type FlagErrorFunc = (cmd: Command, error: Error) => Error;

/**
 * A command: a name, flags of its own, and either work to do or commands below it. Shell completion, templates of one's
 * own and contexts are left out.
 */
// Mirrors: vendor/github.com/spf13/cobra/command.go#Command
export class Command {
  readonly os: OS;
  readonly use: string;
  readonly aliases: readonly string[];
  readonly suggestFor: readonly string[];
  short: string;
  long: string;
  readonly example: string;
  readonly validArgs: readonly string[];
  args: PositionalArgs | undefined;
  readonly deprecated: string;
  readonly hidden: boolean;
  readonly version: string;
  persistentPreRun: Hook | undefined;
  persistentPreRunE: HookE | undefined;
  preRun: Hook | undefined;
  preRunE: HookE | undefined;
  run: CommandFields['run'];
  runE: CommandFields['runE'];
  postRun: Hook | undefined;
  postRunE: HookE | undefined;
  persistentPostRun: Hook | undefined;
  persistentPostRunE: HookE | undefined;
  silenceErrors: boolean;
  silenceUsage: boolean;
  readonly disableFlagParsing: boolean;
  readonly disableFlagsInUseLine: boolean;
  readonly traverseChildren: boolean;
  readonly #disableSuggestions: boolean;
  readonly #suggestionsMinimumDistance: number;
  readonly #unknownFlags: boolean;
  #parent: Command | undefined;
  #commands: Command[] = [];
  #commandsAreSorted = false;
  #helpCommand: Command | undefined;
  #args: readonly string[] | undefined;
  readonly #flagErrorBuf = new Buffer();
  #flags: FlagSet | undefined;
  #pflags: FlagSet | undefined;
  #lflags: FlagSet | undefined;
  #iflags: FlagSet | undefined;
  #parentsPflags: FlagSet | undefined;
  #globNormFunc: NormalizeFunc | undefined;
  #usageFunc: UsageFunc | undefined;
  #helpFunc: HelpFunc | undefined;
  #flagErrorFunc: FlagErrorFunc | undefined;
  #out: Writer | undefined;
  #err: Writer | undefined;

  constructor(os: OS, fields: CommandFields) {
    this.os = os;
    this.use = fields.use;
    this.aliases = fields.aliases ?? [];
    this.suggestFor = fields.suggestFor ?? [];
    this.short = fields.short ?? '';
    this.long = fields.long ?? '';
    this.example = fields.example ?? '';
    this.validArgs = fields.validArgs ?? [];
    this.args = fields.args;
    this.deprecated = fields.deprecated ?? '';
    this.hidden = fields.hidden ?? false;
    this.version = fields.version ?? '';
    this.persistentPreRun = fields.persistentPreRun;
    this.persistentPreRunE = fields.persistentPreRunE;
    this.preRun = fields.preRun;
    this.preRunE = fields.preRunE;
    this.run = fields.run;
    this.runE = fields.runE;
    this.postRun = fields.postRun;
    this.postRunE = fields.postRunE;
    this.persistentPostRun = fields.persistentPostRun;
    this.persistentPostRunE = fields.persistentPostRunE;
    this.silenceErrors = fields.silenceErrors ?? false;
    this.silenceUsage = fields.silenceUsage ?? false;
    this.disableFlagParsing = fields.disableFlagParsing ?? false;
    this.disableFlagsInUseLine = fields.disableFlagsInUseLine ?? false;
    this.traverseChildren = fields.traverseChildren ?? false;
    this.#disableSuggestions = fields.disableSuggestions ?? false;
    this.#suggestionsMinimumDistance = fields.suggestionsMinimumDistance ?? 2;
    this.#unknownFlags = fields.unknownFlags ?? false;
  }

  /** The words to execute in place of those that the program was started with. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.SetArgs
  setArgs(args: readonly string[]): void {
    this.#args = args;
  }

  lineArgs(): readonly string[] {
    return this.#args ?? this.os.args.slice(1);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.SetOut
  setOut(out: Writer): void {
    this.#out = out;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.SetErr
  setErr(err: Writer): void {
    this.#err = err;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.SetUsageFunc
  setUsageFunc(usage: UsageFunc): void {
    this.#usageFunc = usage;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.SetHelpFunc
  setHelpFunc(help: HelpFunc): void {
    this.#helpFunc = help;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.SetFlagErrorFunc
  setFlagErrorFunc(flagError: FlagErrorFunc): void {
    this.#flagErrorFunc = flagError;
  }

  /** One spelling of flags for this command and all below it. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.SetGlobalNormalizationFunc
  setGlobalNormalizationFunc(normalize: NormalizeFunc): void {
    this.flags().setNormalizeFunc(normalize);
    this.persistentFlags().setNormalizeFunc(normalize);
    this.#globNormFunc = normalize;
    for (const command of this.#commands) command.setGlobalNormalizationFunc(normalize);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.OutOrStdout
  outOrStdout(): Writer {
    return this.#getOut(this.os.stdout);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.OutOrStderr
  outOrStderr(): Writer {
    return this.#getOut(this.os.stderr);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.ErrOrStderr
  errOrStderr(): Writer {
    return this.#err ?? this.#parent?.errOrStderr() ?? this.os.stderr;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.getOut
  #getOut(otherwise: Writer): Writer {
    if (this.#out) return this.#out;
    return this.#parent ? this.#parent.#getOut(otherwise) : otherwise;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Print
  print(text: string): void {
    this.outOrStderr().write(text);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.PrintErr
  printErr(text: string): void {
    this.errOrStderr().write(text);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.UsageFunc
  usageFunc(): UsageFunc {
    if (this.#usageFunc) return this.#usageFunc;
    if (this.#parent) return this.#parent.usageFunc();
    return (c) => {
      c.mergePersistentFlags();
      c.print(usageText(c));
      return undefined;
    };
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Usage
  usage(): Error | undefined {
    return this.usageFunc()(this);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.HelpFunc
  helpFunc(): HelpFunc {
    if (this.#helpFunc) return this.#helpFunc;
    if (this.#parent) return this.#parent.helpFunc();
    return (c) => {
      c.mergePersistentFlags();
      c.outOrStdout().write(helpText(c));
    };
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Help
  help(): void {
    this.helpFunc()(this, []);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.UsageString
  usageString(): string {
    const [out, err] = [this.#out, this.#err];
    const buffer = new Buffer();
    this.#out = this.#err = buffer;
    this.usage();
    [this.#out, this.#err] = [out, err];
    return buffer.text;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.FlagErrorFunc
  flagErrorFunc(): FlagErrorFunc {
    return this.#flagErrorFunc ?? this.#parent?.flagErrorFunc() ?? ((_cmd, error) => error);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.NamePadding
  namePadding(): number {
    return Math.max(11, ...(this.#parent?.commands() ?? []).map((child) => child.name().length));
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.CommandPathPadding
  commandPathPadding(): number {
    return Math.max(11, ...(this.#parent?.commands() ?? []).map((child) => child.commandPath().length));
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.findNext
  findNext(next: string): Command | undefined {
    return this.#commands.find((child) => child.name() === next || child.aliases.includes(next));
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.findSuggestions
  findSuggestions(typed: string): string {
    return this.#disableSuggestions ? '' : suggestions(this.suggestionsFor(typed));
  }

  /** Names of commands below that are near, begin the same, or ask to be suggested for that word. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.SuggestionsFor
  suggestionsFor(typed: string): string[] {
    const found: string[] = []; // Go: suggestions
    const lower = typed.toLowerCase(); // Go: none
    for (const cmd of this.#commands) {
      if (!cmd.isAvailableCommand()) continue;
      const near = ld(typed, cmd.name(), true) <= this.#suggestionsMinimumDistance;
      if (near || cmd.name().toLowerCase().startsWith(lower)) found.push(cmd.name());
      for (const word of cmd.suggestFor) if (word.toLowerCase() === lower) found.push(cmd.name());
    }
    return found;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Parent
  parent(): Command | undefined {
    return this.#parent;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.HasParent
  hasParent(): boolean {
    return this.#parent !== undefined;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Root
  root(): Command {
    return this.#parent?.root() ?? this;
  }

  /** Calls what was left with `onInitialize`. */
  preRunInitializers(): void {
    for (const initializer of initializers(this.os)) initializer();
  }

  /** Runs this very command, with the words of the line that are its own. */
  executeWith(args: readonly string[]): Blocking<Error | undefined> {
    return execute(this, args);
  }

  /** Runs the program's command line. The error was printed already, unless the command is silent. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Execute
  *execute(): Blocking<Error | undefined> {
    const [, error] = yield* executeC(this);
    return error;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.ValidateArgs
  validateArgs(args: readonly string[]): Error | undefined {
    return this.args?.(this, args);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.validateRequiredFlags
  validateRequiredFlags(): Error | undefined {
    if (this.disableFlagParsing) return undefined;
    const missing: string[] = [];
    this.flags().visitAll((flag) => {
      if (flag.annotations[bashCompOneRequiredFlag]?.[0] === 'true' && !flag.changed) missing.push(flag.name);
    });
    return missing.length === 0 ? undefined : new Error(`required flag(s) "${missing.join('", "')}" not set`);
  }

  /** Makes a flag of this command one that must be set. */
  markFlagRequired(name: string): Error | undefined {
    return this.flags().setAnnotation(name, bashCompOneRequiredFlag, ['true']);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.InitDefaultHelpFlag
  initDefaultHelpFlag(): void {
    this.mergePersistentFlags();
    if (this.flags().lookup('help') === undefined)
      this.flags().boolVarP(
        newPointer(false),
        'help',
        'h',
        false,
        `help for ${this.name() || 'this command'}`,
      );
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.InitDefaultVersionFlag
  initDefaultVersionFlag(): void {
    if (this.version === '') return;
    this.mergePersistentFlags();
    if (this.flags().lookup('version') !== undefined) return;
    const short = this.flags().shorthandLookup('v') === undefined ? 'v' : '';
    const usage = `version for ${this.name() || 'this command'}`;
    this.flags().boolVarP(newPointer(false), 'version', short, false, usage);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.InitDefaultHelpCmd
  initDefaultHelpCmd(): void {
    if (!this.hasSubCommands()) return;
    this.#helpCommand ??= new Command(this.os, {
      use: 'help [command]',
      short: 'Help about any command',
      long: `Help provides help for any command in the application.\nSimply type ${this.name()} help [path to command] for full details.`,
      *run(c, args) {
        const root = c.root();
        const [cmd, , error] = find(root, args);
        if (cmd === undefined || error) {
          c.print(`Unknown help topic [${args.map((arg) => `\`${arg}\``).join(' ')}]\n`);
          root.usage();
        } else {
          cmd.initDefaultHelpFlag();
          cmd.help();
        }
      },
    });
    this.removeCommand(this.#helpCommand);
    this.addCommand(this.#helpCommand);
  }

  /** The commands below, by name. Names are asked for before: how often a sort compares differs by engine, and each call is recorded. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Commands
  commands(): readonly Command[] {
    if (!this.#commandsAreSorted) {
      const named = this.#commands.map((command) => ({ name: command.name(), command }));
      this.#commands = named.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ command }) => command);
      this.#commandsAreSorted = true;
    }
    return this.#commands;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.AddCommand
  addCommand(...commands: readonly Command[]): void {
    for (const command of commands) {
      if (command === this) throw new Error("Command can't be a child of itself");
      command.#parent = this;
      if (this.#globNormFunc) command.setGlobalNormalizationFunc(this.#globNormFunc);
      this.#commands.push(command);
      this.#commandsAreSorted = false;
    }
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.RemoveCommand
  removeCommand(command: Command): void {
    if (!this.#commands.includes(command)) return;
    command.#parent = undefined;
    this.#commands = this.#commands.filter((each) => each !== command);
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.CommandPath
  commandPath(): string {
    return this.#parent ? `${this.#parent.commandPath()} ${this.name()}` : this.name();
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.UseLine
  useLine(): string {
    const line = this.#parent ? `${this.#parent.commandPath()} ${this.use}` : this.use;
    if (this.disableFlagsInUseLine) return line;
    return this.flags().hasAvailableFlags() && !line.includes('[flags]') ? `${line} [flags]` : line;
  }

  /** The first word of `use`. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Name
  name(): string {
    return this.use.split(' ')[0] ?? '';
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Runnable
  runnable(): boolean {
    return this.run !== undefined || this.runE !== undefined;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.HasSubCommands
  hasSubCommands(): boolean {
    return this.#commands.length > 0;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.IsAvailableCommand
  isAvailableCommand(): boolean {
    if (this.deprecated !== '' || this.hidden) return false;
    if (this.#parent && this.#parent.#helpCommand === this) return false;
    return this.runnable() || this.hasAvailableSubCommands();
  }

  /** A command that only holds a text. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.IsAdditionalHelpTopicCommand
  isAdditionalHelpTopicCommand(): boolean {
    if (this.runnable() || this.deprecated !== '' || this.hidden) return false;
    return this.#commands.every((child) => child.isAdditionalHelpTopicCommand());
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.HasAvailableSubCommands
  hasAvailableSubCommands(): boolean {
    return this.#commands.some((child) => child.isAvailableCommand());
  }

  /** The flags that this command reads. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.Flags
  flags(): FlagSet {
    return (this.#flags ??= this.#newFlagSet());
  }

  /** Flags that the commands below read too. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.PersistentFlags
  persistentFlags(): FlagSet {
    return (this.#pflags ??= this.#newFlagSet());
  }

  #newFlagSet(): FlagSet {
    const flags = new FlagSet(this.name(), 'continue');
    flags.setOutput(this.#flagErrorBuf);
    return flags;
  }

  /** The flags declared here, for the help. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.LocalFlags
  localFlags(): FlagSet {
    this.mergePersistentFlags();
    const local = (this.#lflags ??= this.#newFlagSet());
    local.sortFlags = this.flags().sortFlags;
    if (this.#globNormFunc) local.setNormalizeFunc(this.#globNormFunc);
    const add = (flag: Flag): void => {
      const known = local.lookup(flag.name) ?? this.#parentsPflags?.lookup(flag.name);
      if (known === undefined) local.addFlag(flag);
    };
    this.flags().visitAll(add);
    this.persistentFlags().visitAll(add);
    return local;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.InheritedFlags
  inheritedFlags(): FlagSet {
    this.mergePersistentFlags();
    const inherited = (this.#iflags ??= this.#newFlagSet());
    const local = this.localFlags();
    if (this.#globNormFunc) inherited.setNormalizeFunc(this.#globNormFunc);
    this.#parentsPflags?.visitAll((flag) => {
      if (inherited.lookup(flag.name) === undefined && local.lookup(flag.name) === undefined)
        inherited.addFlag(flag);
    });
    return inherited;
  }

  /** Takes the flags out of a line; what deprecated ones have to say is printed if all went well. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.ParseFlags
  parseFlags(args: readonly string[]): Error | undefined {
    if (this.disableFlagParsing) return undefined;
    const before = this.#flagErrorBuf.text.length;
    this.mergePersistentFlags();
    this.flags().parseErrorsWhitelist = { unknownFlags: this.#unknownFlags };
    const error = this.flags().parse(args);
    if (this.#flagErrorBuf.text.length > before && error === undefined) this.print(this.#flagErrorBuf.text);
    return error;
  }

  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.mergePersistentFlags
  mergePersistentFlags(): void {
    this.#updateParentsPflags();
    this.flags().addFlagSet(this.persistentFlags());
    this.flags().addFlagSet(this.#parentsPflags);
  }

  /** Flags of the commands above. Those that packages declared for the whole program are the root's. */
  // Mirrors: vendor/github.com/spf13/cobra/command.go#Command.updateParentsPflags
  #updateParentsPflags(): void {
    if (this.#parentsPflags === undefined) {
      this.#parentsPflags = this.#newFlagSet();
      this.#parentsPflags.sortFlags = false;
    }
    if (this.#globNormFunc) this.#parentsPflags.setNormalizeFunc(this.#globNormFunc);
    this.root().persistentFlags().addFlagSet(commandLine(this.os));
    for (let above = this.#parent; above !== undefined; above = above.#parent)
      this.#parentsPflags.addFlagSet(above.persistentFlags());
  }
}

/** How a command is used. Upstream has it as a template; this prints what that prints. */
// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.UsageTemplate
function usageText(c: Command): string {
  let text = 'Usage:';
  if (c.runnable()) text += `\n  ${c.useLine()}`;
  if (c.hasAvailableSubCommands()) text += `\n  ${c.commandPath()} [command]`;
  if (c.aliases.length > 0) text += `\n\nAliases:\n  ${[c.name(), ...c.aliases].join(', ')}`;
  if (c.example !== '') text += `\n\nExamples:\n${c.example}`;
  if (c.hasAvailableSubCommands()) {
    text += '\n\nAvailable Commands:';
    for (const child of c.commands())
      if (child.isAvailableCommand() || child.name() === 'help')
        text += `\n  ${rpad(child.name(), child.namePadding())} ${child.short}`;
  }
  if (c.localFlags().hasAvailableFlags())
    text += `\n\nFlags:\n${trimRightSpace(c.localFlags().flagUsages())}`;
  if (c.inheritedFlags().hasAvailableFlags())
    text += `\n\nGlobal Flags:\n${trimRightSpace(c.inheritedFlags().flagUsages())}`;
  if (c.commands().some((child) => child.isAdditionalHelpTopicCommand())) {
    text += '\n\nAdditional help topics:';
    for (const child of c.commands())
      if (child.isAdditionalHelpTopicCommand())
        text += `\n  ${rpad(child.commandPath(), child.commandPathPadding())} ${child.short}`;
  }
  if (c.hasAvailableSubCommands())
    text += `\n\nUse "${c.commandPath()} [command] --help" for more information about a command.`;
  return `${text}\n`; // Go: none
}

// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.HelpTemplate
function helpText(c: Command): string {
  const about = c.long || c.short;
  const head = about === '' ? '' : `${trimRightSpace(about)}\n\n`; // Go: Long
  return c.runnable() || c.hasSubCommands() ? head + c.usageString() : head;
}

/** A hook that cannot fail, and one that can. */
type Hook = (cmd: Command, args: readonly string[]) => void;
type HookE = (cmd: Command, args: readonly string[]) => Error | undefined;

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

/** The command that a line names, what is left of the line for it, and why there is none. */
export type Found = readonly [cmd: Command | undefined, args: readonly string[], error: Error | undefined];

// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.VersionTemplate
function versionText(c: Command): string {
  return `${c.name() === '' ? '' : `${c.name()} `}version ${c.version}\n`;
}

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

/** Names near a mistyped one, as a paragraph for an error. */
// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.findSuggestions
export function suggestions(names: readonly string[]): string {
  return names.length === 0 ? '' : `\n\nDid you mean this?\n${names.map((name) => `\t${name}\n`).join('')}`;
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
