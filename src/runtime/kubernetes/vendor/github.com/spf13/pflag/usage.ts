import { quote } from '../../../../../go/strconv.ts';
import { DurationValue } from './duration.ts';
import { Float32Value } from './float32.ts';
import { Float64Value } from './float64.ts';
import type { FlagSet } from './flag.ts';
import { IntValue } from './int.ts';
import { Int32Value } from './int32.ts';
import { IPValue } from './ip.ts';
import { StringValue } from './string.ts';
import { StringArrayValue } from './string_array.ts';
import { StringSliceValue } from './string_slice.ts';
import type { Flag } from './value.ts';

const numbers = [IntValue, Int32Value, Float32Value, Float64Value];

/**
 * Whether the default is what an unset variable would hold: such a default is not printed.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#Flag.defaultIsZeroValue
 */
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
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#UnquoteUsage
 */
export function unquoteUsage({ usage, value }: Flag): readonly [name: string, usage: string] {
  const [all, before = '', name = '', after = ''] = /^([^`]*)`([^`]*)`(.*)$/s.exec(usage) ?? [];
  if (all !== undefined) return [name, before + name + after];
  const type = value.type();
  return [shownTypes[type] ?? type, usage];
}

/**
 * The first line of a text that is `i` wide, and the rest. A line may be `slop` longer if the text then ends.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#wrapN
 */
function wrapN(i: number, slop: number, text: string): readonly [string, string] {
  if (i + slop > text.length) return [text, ''];
  const head = text.slice(0, i);
  const space = Math.max(...[' ', '\t', '\n'].map((char) => head.lastIndexOf(char)));
  if (space <= 0) return [text, ''];
  const line = head.lastIndexOf('\n');
  if (line > 0 && line < space) return [text.slice(0, line), text.slice(line + 1)];
  return [text.slice(0, space), text.slice(space + 1)];
}

/**
 * A text in lines of at most `w`, each but the first indented by `i`. No width leaves its own lines.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#wrap
 */
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

/**
 * The flags that are not hidden, a line each, wrapped to `cols` columns; 0 does not wrap.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#FlagSet.FlagUsagesWrapped
 */
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
