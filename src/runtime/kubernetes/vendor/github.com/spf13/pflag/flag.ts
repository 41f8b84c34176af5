import { packageVariable, type Writer } from '../../../../../go/os.ts';
import type { Pointer } from '../../../../../go/pointer.ts';
import { quote, quoteRune } from '../../../../../go/strconv.ts';
import { BoolValue } from './bool.ts';
import { DurationValue } from './duration.ts';
import { Float32Value } from './float32.ts';
import { Float64Value } from './float64.ts';
import { IntValue } from './int.ts';
import { Int32Value } from './int32.ts';
import { IPValue } from './ip.ts';
import { StringValue } from './string.ts';
import { StringArrayValue } from './string_array.ts';
import { StringSliceValue } from './string_slice.ts';
import { StringToStringValue } from './string_to_string.ts';

/** Help was asked for, and no flag of that name is declared. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#ErrHelp
export const errHelp = new Error('pflag: help requested');

type Left = readonly [args: readonly string[], error: Error | undefined];

/**
 * What `parse` does with an error. Go's third way, to end the program, is left out: the sets that ask for it are never
 * parsed themselves, a command takes over their flags.
 */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#ErrorHandling
export type ErrorHandling = 'continue' | 'exit' | 'panic';

/** Gives the name under which a flag is kept, so that several spellings are one. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#NormalizedName
export type NormalizeFunc = (flags: FlagSet, name: string) => string;

const nobody: Writer = { write: () => undefined };

/** A set of declared flags, and which of them a command line has set. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet
export class FlagSet {
  /** Printed when help is asked for and no flag answers to it. */
  usage: (() => void) | undefined;
  /** Visits go by name; false keeps the order of declaration. */
  sortFlags = true;
  parseErrorsWhitelist: { readonly unknownFlags: boolean } = { unknownFlags: false };
  /** What is left of the command line once the flags are taken out. */
  args: string[] = [];
  /** How many arguments stood before `--`; -1 without one. */
  argsLenAtDash = -1;
  /** Whether flags may follow arguments. */
  interspersed = true;
  parsed = false;
  readonly name: string;
  readonly #errorHandling: ErrorHandling;
  readonly #formal = new Map<string, Flag>();
  #orderedFormal: Flag[] = [];
  readonly #actual = new Map<string, Flag>();
  readonly #shorthands = new Map<string, Flag>();
  #output: Writer | undefined;
  #normalizeName: NormalizeFunc | undefined;

  constructor(name: string, errorHandling: ErrorHandling) {
    this.name = name;
    this.#errorHandling = errorHandling;
  }

  /** Gives all flags the names that `normalize` makes of theirs, and from now on looks names up so. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.SetNormalizeFunc
  setNormalizeFunc(normalize: NormalizeFunc): void {
    this.#normalizeName = normalize;
    for (const [name, flag] of [...this.#formal]) {
      const normalized = this.#normalize(flag.name);
      if (name === normalized) continue;
      flag.name = normalized;
      this.#formal.delete(name);
      this.#formal.set(normalized, flag);
      if (this.#actual.delete(name)) this.#actual.set(normalized, flag);
    }
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.GetNormalizeFunc
  getNormalizeFunc(): NormalizeFunc {
    return this.#normalizeName ?? ((_flags, name) => name);
  }

  #normalize(name: string): string {
    return this.getNormalizeFunc()(this, name);
  }

  /** Where it writes. Nobody reads a set that no output was set for; upstream it would be the standard error. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.out
  out(): Writer {
    return this.#output ?? nobody;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.SetOutput
  setOutput(output: Writer): void {
    this.#output = output;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.VisitAll
  visitAll(visit: (flag: Flag) => void): void {
    const flags = this.sortFlags ? sortFlags(this.#formal) : this.#orderedFormal;
    for (const flag of [...flags]) visit(flag);
  }

  /** Visits the flags that were set. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.Visit
  visit(visit: (flag: Flag) => void): void {
    const flags = this.sortFlags ? sortFlags(this.#actual) : this.#actual.values();
    for (const flag of [...flags]) visit(flag);
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.HasFlags
  hasFlags(): boolean {
    return this.#formal.size > 0;
  }

  /** Whether there is a flag that is not hidden. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.HasAvailableFlags
  hasAvailableFlags(): boolean {
    return [...this.#formal.values()].some(({ hidden }) => !hidden);
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.Lookup
  lookup(name: string): Flag | undefined {
    return this.#formal.get(this.#normalize(name));
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.ShorthandLookup
  shorthandLookup(letter: string): Flag | undefined {
    if (letter.length > 1)
      throw new Error(`can not look up shorthand which is more than one ASCII character: ${quote(letter)}`);
    return this.#shorthands.get(letter);
  }

  /** The text of a flag that must be of that kind. Upstream has a getter a kind; this serves them all. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.getFlagType
  getFlagType(name: string, type: string): readonly [string, undefined] | readonly [undefined, Error] {
    const flag = this.lookup(name);
    if (flag === undefined) return [undefined, new Error(`flag accessed but not defined: ${name}`)];
    if (flag.value.type() !== type)
      return [undefined, new Error(`trying to get ${type} value of flag of type ${flag.value.type()}`)];
    return [flag.value.string(), undefined];
  }

  // Mirrors: vendor/github.com/spf13/pflag/bool.go#FlagSet.GetBool
  getBool(name: string): readonly [boolean, undefined] | readonly [undefined, Error] {
    const [text, error] = this.getFlagType(name, 'bool');
    return error ? [undefined, error] : [text === 'true', undefined];
  }

  /** Hides a flag; who sets it is told what to use. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.MarkDeprecated
  markDeprecated(name: string, message: string): Error | undefined {
    const flag = this.lookup(name);
    if (flag === undefined) return new Error(`flag ${quote(name)} does not exist`);
    if (message === '') return new Error(`deprecated message for flag ${quote(name)} must be set`);
    flag.deprecated = message;
    flag.hidden = true;
    return undefined;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.MarkShorthandDeprecated
  markShorthandDeprecated(name: string, message: string): Error | undefined {
    const flag = this.lookup(name);
    if (flag === undefined) return new Error(`flag ${quote(name)} does not exist`);
    if (message === '') return new Error(`deprecated message for flag ${quote(name)} must be set`);
    flag.shorthandDeprecated = message;
    return undefined;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.MarkHidden
  markHidden(name: string): Error | undefined {
    const flag = this.lookup(name);
    if (flag === undefined) return new Error(`flag ${quote(name)} does not exist`);
    flag.hidden = true;
    return undefined;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.Set
  set(name: string, value: string): Error | undefined {
    const normalized = this.#normalize(name);
    const flag = this.#formal.get(normalized);
    if (flag === undefined) return new Error(`no such flag -${name}`);
    const error = flag.value.set(value);
    if (error) {
      const short = flag.shorthand !== '' && flag.shorthandDeprecated === '';
      const called = short ? `-${flag.shorthand}, --${flag.name}` : `--${flag.name}`;
      return new Error(`invalid argument ${quote(value)} for ${quote(called)} flag: ${error.message}`);
    }
    if (!flag.changed) {
      this.#actual.set(normalized, flag);
      flag.changed = true;
    }
    if (flag.deprecated !== '')
      this.out().write(`Flag --${flag.name} has been deprecated, ${flag.deprecated}\n`);
    return undefined;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.SetAnnotation
  setAnnotation(name: string, key: string, values: readonly string[]): Error | undefined {
    const flag = this.lookup(name);
    if (flag === undefined) return new Error(`no such flag -${name}`);
    flag.annotations = { ...flag.annotations, [key]: values };
    return undefined;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.Changed
  changed(name: string): boolean {
    return this.lookup(name)?.changed ?? false;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.FlagUsages
  flagUsages(): string {
    return flagUsagesWrapped(this, 0);
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.AddFlag
  addFlag(flag: Flag): void {
    const normalized = this.#normalize(flag.name);
    if (this.#formal.has(normalized)) throw new Error(`${this.name} flag redefined: ${flag.name}`);
    flag.name = normalized;
    this.#formal.set(normalized, flag);
    this.#orderedFormal.push(flag);
    if (flag.shorthand === '') return;
    if (flag.shorthand.length > 1)
      throw new Error(`${quote(flag.shorthand)} shorthand is more than one ASCII character`);
    const used = this.#shorthands.get(flag.shorthand);
    if (used !== undefined)
      throw new Error(
        `unable to redefine ${quoteRune(flag.shorthand)} shorthand in ${quote(this.name)} flagset: it's already used for ${quote(used.name)} flag`,
      );
    this.#shorthands.set(flag.shorthand, flag);
  }

  /** Takes over the flags of another set whose names are not there yet. They stay the same flags: to set one sets both. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.AddFlagSet
  addFlagSet(set: FlagSet | undefined): void {
    set?.visitAll((flag) => {
      if (this.lookup(flag.name) === undefined) this.addFlag(flag);
    });
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.VarPF
  varPF(value: Value, name: string, shorthand: string, usage: string): Flag {
    const flag = newFlag({ name, shorthand, usage, value });
    this.addFlag(flag);
    return flag;
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.Var
  var(value: Value, name: string, usage: string): void {
    this.varPF(value, name, '', usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/bool.go#FlagSet.BoolVarP
  boolVarP(p: Pointer<boolean>, name: string, shorthand: string, value: boolean, usage: string): void {
    this.varPF(new BoolValue(value, p), name, shorthand, usage).noOptDefVal = 'true';
  }

  // Mirrors: vendor/github.com/spf13/pflag/bool.go#FlagSet.BoolVar
  boolVar(p: Pointer<boolean>, name: string, value: boolean, usage: string): void {
    this.boolVarP(p, name, '', value, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/string.go#FlagSet.StringVar
  stringVar(p: Pointer<string>, name: string, value: string, usage: string): void {
    this.var(new StringValue(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/string.go#FlagSet.StringVarP
  stringVarP(p: Pointer<string>, name: string, shorthand: string, value: string, usage: string): void {
    this.varPF(new StringValue(value, p), name, shorthand, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/int.go#FlagSet.IntVar
  intVar(p: Pointer<number>, name: string, value: number, usage: string): void {
    this.var(new IntValue(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/int32.go#FlagSet.Int32Var
  int32Var(p: Pointer<number>, name: string, value: number, usage: string): void {
    this.var(new Int32Value(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/float32.go#FlagSet.Float32Var
  float32Var(p: Pointer<number>, name: string, value: number, usage: string): void {
    this.var(new Float32Value(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/float64.go#FlagSet.Float64Var
  float64Var(p: Pointer<number>, name: string, value: number, usage: string): void {
    this.var(new Float64Value(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/duration.go#FlagSet.DurationVar
  durationVar(p: Pointer<number>, name: string, value: number, usage: string): void {
    this.var(new DurationValue(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/ip.go#FlagSet.IPVar
  ipVar(p: Pointer<string | undefined>, name: string, value: string | undefined, usage: string): void {
    this.var(new IPValue(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_slice.go#FlagSet.StringSliceVar
  stringSliceVar(p: Pointer<string[]>, name: string, value: string[], usage: string): void {
    this.var(new StringSliceValue(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_array.go#FlagSet.StringArrayVar
  stringArrayVar(p: Pointer<string[]>, name: string, value: string[], usage: string): void {
    this.var(new StringArrayValue(value, p), name, usage);
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_to_string.go#FlagSet.StringToStringVar
  stringToStringVar(
    p: Pointer<Readonly<Record<string, string>>>,
    name: string,
    value: Readonly<Record<string, string>>,
    usage: string,
  ): void {
    this.var(new StringToStringValue(value, p), name, usage);
  }

  /** An error of parsing. A set that does not go on after one prints it, and how it is used. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.failf
  failf(message: string): Error {
    if (this.#errorHandling !== 'continue') {
      this.out().write(`${message}\n`);
      this.callUsage();
    }
    return new Error(message);
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.usage
  callUsage(): void {
    if (this.usage) this.usage();
    else this.out().write(`Usage of ${this.name}:\n${this.flagUsages()}`);
  }

  /** Sets the flags that a command line names; the program's name is not part of it. */
  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.Parse
  parse(args: readonly string[]): Error | undefined {
    return this.parseAll(args, (flag, value) => this.set(flag.name, value));
  }

  // Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.ParseAll
  parseAll(args: readonly string[], fn: ParseFunc): Error | undefined {
    this.parsed = true;
    this.args = [];
    const error = parseArgs(this, args, fn);
    if (error && this.#errorHandling !== 'continue') throw error;
    return error;
  }
}

/** A flag as it was declared, and whether the command line set it. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#Flag
export interface Flag {
  name: string;
  /** One letter, or empty. */
  readonly shorthand: string;
  readonly usage: string;
  readonly value: Value;
  /** The default as text, for the help. */
  readonly defValue: string;
  changed: boolean;
  /** What it is set to where the command line gives no value; empty if there must be one. */
  noOptDefVal: string;
  /** What to use in its place, or empty. */
  deprecated: string;
  hidden: boolean;
  shorthandDeprecated: string;
  annotations: Readonly<Record<string, readonly string[]>>;
}

/**
 * A flag that nothing is set on.
 * Ours: in Go a literal leaves out what is zero.
 */
export function newFlag(
  declared: Pick<Flag, 'name' | 'usage' | 'value'> & Partial<Pick<Flag, 'shorthand' | 'defValue'>>,
): Flag {
  return {
    shorthand: '',
    defValue: declared.value.string(),
    changed: false,
    noOptDefVal: '',
    deprecated: '',
    hidden: false,
    shorthandDeprecated: '',
    annotations: {},
    ...declared,
  };
}

/** What a flag holds: it can be told, set from a text, and named by its kind. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#Value
export interface Value {
  string(): string;
  /** An error says why the text is refused. */
  set(text: string): Error | undefined;
  type(): string;
}

/** A value that is a list. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#SliceValue
export interface SliceValue extends Value {
  append(text: string): Error | undefined;
  replace(texts: string[]): Error | undefined;
  getSlice(): string[];
}

// Mirrors: vendor/github.com/spf13/pflag/flag.go#sortFlags
function sortFlags(flags: ReadonlyMap<string, Flag>): Flag[] {
  return [...flags.keys()].sort().map((name) => flags.get(name) as Flag);
}

const numbers = [IntValue, Int32Value, Float32Value, Float64Value];

/** Whether the default is what an unset variable would hold: such a default is not printed. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#Flag.defaultIsZeroValue
function defaultIsZeroValue({ value, defValue }: Flag): boolean {
  if ('isBoolFlag' in value) return defValue === 'false';
  if (value instanceof DurationValue) return defValue === '0' || defValue === '0s';
  if (numbers.some((type) => value instanceof type)) return defValue === '0';
  if (value instanceof StringValue) return defValue === '';
  if (value instanceof IPValue) return defValue === '<nil>';
  if (value instanceof StringSliceValue || value instanceof StringArrayValue) return defValue === '[]';
  return ['false', '<nil>', '', '0'].includes(value.string());
}

const shownTypes: Readonly<Record<string, string>> = {
  bool: '',
  float64: 'float',
  int64: 'int',
  uint64: 'uint',
  stringSlice: 'strings',
  intSlice: 'ints',
  uintSlice: 'uints',
  boolSlice: 'bools',
};

/**
 * What the help calls a flag's value: the word in back quotes in its usage, else the kind of the value. And the usage
 * without the quotes.
 */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#UnquoteUsage
export function unquoteUsage({ usage, value }: Flag): readonly [name: string, usage: string] {
  const [all, before = '', name = '', after = ''] = /^([^`]*)`([^`]*)`(.*)$/s.exec(usage) ?? [];
  if (all !== undefined) return [name, before + name + after];
  const type = value.type();
  return [shownTypes[type] ?? type, usage];
}

/** The first line of a text that is `i` wide, and the rest. A line may be `slop` longer if the text then ends. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#wrapN
function wrapN(i: number, slop: number, text: string): readonly [string, string] {
  if (i + slop > text.length) return [text, ''];
  const head = text.slice(0, i);
  const space = Math.max(...[' ', '\t', '\n'].map((char) => head.lastIndexOf(char)));
  if (space <= 0) return [text, ''];
  const line = head.lastIndexOf('\n');
  if (line > 0 && line < space) return [text.slice(0, line), text.slice(line + 1)];
  return [text.slice(0, space), text.slice(space + 1)];
}

/** A text in lines of at most `w`, each but the first indented by `i`. No width leaves its own lines. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#wrap
function wrap(i: number, w: number, text: string): string {
  let indent = `\n${' '.repeat(i)}`;
  if (w === 0) return text.replaceAll('\n', indent);
  let width = w - i;
  let wrapped = '';
  if (width < 24) {
    // Too little room beside the name: the usage goes below it.
    indent = `\n${' '.repeat(16)}`;
    width = w - 16;
    wrapped += indent;
  }
  if (width < 24) return text.replaceAll('\n', wrapped);
  const slop = 5;
  width -= slop;
  let [line, rest] = wrapN(width, slop, text);
  wrapped += line.replaceAll('\n', indent);
  while (rest !== '') {
    [line, rest] = wrapN(width, slop, rest);
    wrapped += indent + line.replaceAll('\n', indent);
  }
  return wrapped;
}

/** The flags that are not hidden, a line each, wrapped to `cols` columns; 0 does not wrap. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.FlagUsagesWrapped
export function flagUsagesWrapped(flags: FlagSet, cols: number): string {
  const rows: (readonly [head: string, usage: string])[] = [];
  flags.visitAll((flag) => {
    if (flag.hidden) return;
    const short = flag.shorthand !== '' && flag.shorthandDeprecated === '';
    let head = short ? `  -${flag.shorthand}, --${flag.name}` : `      --${flag.name}`;
    const [name, text] = unquoteUsage(flag);
    if (name !== '') head += ` ${name}`;
    head += optional(flag);
    let usage = text;
    if (!defaultIsZeroValue(flag)) {
      const value = flag.value.type() === 'string' ? quote(flag.defValue) : flag.defValue;
      usage += ` (default ${value})`;
    }
    if (flag.deprecated !== '') usage += ` (DEPRECATED: ${flag.deprecated})`;
    rows.push([head, usage]);
  });
  // One more than the widest: upstream counts the mark between the two parts.
  const widest = Math.max(0, ...rows.map(([head]) => head.length + 1));
  return rows
    .map(([head, usage]) => `${head} ${' '.repeat(widest - head.length)} ${wrap(widest + 2, cols, usage)}\n`)
    .join('');
}

/** What a flag is set to where the command line gives no value, unless that is what everybody expects. */
function optional({ noOptDefVal, value }: Flag): string {
  const type = value.type();
  if (noOptDefVal === '') return '';
  if (type === 'string') return `[="${noOptDefVal}"]`;
  if (type === 'bool' && noOptDefVal === 'true') return '';
  return `[=${noOptDefVal}]`;
}

/** What follows an unknown flag: dropped if it may be its value. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#stripUnknownFlagValue
function stripUnknownFlagValue(args: readonly string[]): readonly string[] {
  const [first] = args;
  if (first === undefined || first.startsWith('-')) return args;
  return args.length > 1 ? args.slice(1) : [];
}

/** `--name=value`, `--name value`, or `--name` alone where the flag says what that means. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.parseLongArg
function parseLongArg(f: FlagSet, s: string, args: readonly string[], fn: ParseFunc): Left {
  const text = s.slice(2);
  if (text === '' || text.startsWith('-') || text.startsWith('='))
    return [args, f.failf(`bad flag syntax: ${s}`)];
  const sign = text.indexOf('=');
  const name = sign < 0 ? text : text.slice(0, sign);
  const flag = f.lookup(name);
  if (flag === undefined) {
    if (name === 'help') {
      f.callUsage();
      return [args, errHelp];
    }
    if (f.parseErrorsWhitelist.unknownFlags)
      return [sign < 0 ? stripUnknownFlagValue(args) : args, undefined];
    return [args, f.failf(`unknown flag: --${name}`)];
  }
  let rest = args;
  let value: string;
  if (sign >= 0) {
    value = text.slice(sign + 1);
  } else if (flag.noOptDefVal !== '') {
    value = flag.noOptDefVal;
  } else if (rest[0] !== undefined) {
    value = rest[0];
    rest = rest.slice(1);
  } else {
    return [args, f.failf(`flag needs an argument: ${s}`)];
  }
  const error = fn(flag, value);
  return [rest, error && f.failf(error.message)];
}

/** One letter of `-abc`. Gives the letters that are left. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.parseSingleShortArg
function parseSingleShortArg(
  f: FlagSet,
  shorthands: string,
  args: readonly string[],
  fn: ParseFunc,
): readonly [letters: string, ...Left] {
  if (shorthands.startsWith('test.')) return ['', args, undefined];
  const c = shorthands.charAt(0);
  const letters = shorthands.slice(1);
  const withSign = shorthands.length > 2 && shorthands[1] === '=';
  const flag = f.shorthandLookup(c);
  if (flag === undefined) {
    if (c === 'h') {
      f.callUsage();
      return [letters, args, errHelp];
    }
    if (f.parseErrorsWhitelist.unknownFlags)
      return withSign ? ['', args, undefined] : [letters, stripUnknownFlagValue(args), undefined];
    return [letters, args, f.failf(`unknown shorthand flag: ${quoteRune(c)} in -${shorthands}`)];
  }
  let [left, rest] = [letters, args];
  let value: string;
  if (withSign) {
    value = shorthands.slice(2);
    left = '';
  } else if (flag.noOptDefVal !== '') {
    value = flag.noOptDefVal;
  } else if (shorthands.length > 1) {
    value = shorthands.slice(1);
    left = '';
  } else if (rest[0] !== undefined) {
    value = rest[0];
    rest = rest.slice(1);
  } else {
    return [letters, args, f.failf(`flag needs an argument: ${quoteRune(c)} in -${shorthands}`)];
  }
  if (flag.shorthandDeprecated !== '')
    f.out().write(`Flag shorthand -${flag.shorthand} has been deprecated, ${flag.shorthandDeprecated}\n`);
  const error = fn(flag, value);
  return [left, rest, error && f.failf(error.message)];
}

// Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.parseShortArg
function parseShortArg(f: FlagSet, s: string, args: readonly string[], fn: ParseFunc): Left {
  let shorthands = s.slice(1);
  let rest = args;
  let error: Error | undefined;
  while (shorthands !== '') {
    [shorthands, rest, error] = parseSingleShortArg(f, shorthands, args, fn);
    if (error) return [rest, error];
  }
  return [rest, undefined];
}

/** Takes the flags out of a command line, in its order; what is left are the arguments of the set. `--` ends the flags. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.parseArgs
function parseArgs(f: FlagSet, line: readonly string[], fn: ParseFunc): Error | undefined {
  let args = line;
  let error: Error | undefined;
  while (args.length > 0) {
    const s = args[0] ?? '';
    args = args.slice(1);
    if (!s.startsWith('-') || s.length === 1) {
      f.args.push(s);
      if (f.interspersed) continue;
      f.args.push(...args);
      return undefined;
    }
    if (s === '--') {
      f.argsLenAtDash = f.args.length;
      f.args.push(...args);
      return undefined;
    }
    [args, error] = s.startsWith('--') ? parseLongArg(f, s, args, fn) : parseShortArg(f, s, args, fn);
    if (error) return error;
  }
  return undefined;
}

/** What is done with each flag that a command line names. An error ends the parsing. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#parseFunc
type ParseFunc = (flag: Flag, value: string) => Error | undefined;

/** The flags that packages of a program declare by themselves. */
// Mirrors: vendor/github.com/spf13/pflag/flag.go#CommandLine
export const commandLine = packageVariable((os) => new FlagSet(os.args[0] ?? '', 'exit'));
