/**
 * What a flag holds: it can be told, set from a text, and named by its kind.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#Value
 */
export interface Value {
  string(): string;
  /** An error says why the text is refused. */
  set(text: string): Error | undefined;
  type(): string;
}

/**
 * A value that is a list.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#SliceValue
 */
export interface SliceValue extends Value {
  append(text: string): Error | undefined;
  replace(texts: string[]): Error | undefined;
  getSlice(): string[];
}

/**
 * A value that is set by naming its flag alone.
 * Mirrors: vendor/github.com/spf13/pflag/bool.go#boolFlag
 */
export interface BoolFlag extends Value {
  isBoolFlag(): boolean;
}

/**
 * A flag as it was declared, and whether the command line set it.
 * Mirrors: vendor/github.com/spf13/pflag/flag.go#Flag
 */
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
