import { quoteRune } from '../../../../../go/strconv.ts';
import type { FlagSet } from './flag.ts';
import type { Flag } from './value.ts';

/** What is done with each flag that a command line names. An error ends the parsing. */
export type ParseFunc = (flag: Flag, value: string) => Error | undefined;

/**
 * Help was asked for, and no flag of that name is declared.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#ErrHelp
 */
export const errHelp = new Error('pflag: help requested');

type Left = readonly [args: readonly string[], error: Error | undefined];

/**
 * What follows an unknown flag: dropped if it may be its value.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#stripUnknownFlagValue
 */
function stripUnknownFlagValue(args: readonly string[]): readonly string[] {
  const [first] = args;
  if (first === undefined || first.startsWith('-')) return args;
  return args.length > 1 ? args.slice(1) : [];
}

/**
 * `--name=value`, `--name value`, or `--name` alone where the flag says what that means.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.parseLongArg
 */
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

/**
 * One letter of `-abc`. Gives the letters that are left.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.parseSingleShortArg
 */
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

/**
 * Takes the flags out of a command line, in its order; what is left are the arguments of the set. `--` ends the flags.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.parseArgs
 */
export function parseArgs(f: FlagSet, line: readonly string[], fn: ParseFunc): Error | undefined {
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
