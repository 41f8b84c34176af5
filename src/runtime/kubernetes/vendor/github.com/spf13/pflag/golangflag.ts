import type { GoFlag, GoFlagSet, GoValue } from '../../../../../go/flag.ts';
import { type Flag, type FlagSet, newFlag, type Value } from './flag.ts';

/** A value of Go's own flags. Its kind is the name of its type without `Value`. */
// Mirrors: vendor/github.com/spf13/pflag/golangflag.go#flagValueWrapper
class FlagValueWrapper implements Value {
  readonly #inner: GoValue;

  constructor(inner: GoValue) {
    this.#inner = inner;
  }

  // Mirrors: vendor/github.com/spf13/pflag/golangflag.go#flagValueWrapper.String
  string(): string {
    return this.#inner.string();
  }

  // Mirrors: vendor/github.com/spf13/pflag/golangflag.go#flagValueWrapper.Set
  set(text: string): Error | undefined {
    return this.#inner.set(text);
  }

  // Mirrors: vendor/github.com/spf13/pflag/golangflag.go#flagValueWrapper.Type
  type(): string {
    return this.#inner.typeName.replace(/Value$/, '');
  }
}

/** A flag of Go's own as one of pflag. A name of one letter becomes its shorthand too, so that `-v` and `--v` both work. */
// Mirrors: vendor/github.com/spf13/pflag/golangflag.go#PFlagFromGoFlag
export function pFlagFromGoFlag({ name, usage, value }: GoFlag): Flag {
  const flag = newFlag({
    name,
    usage,
    value: new FlagValueWrapper(value),
    shorthand: name.length === 1 ? name : '',
  });
  if (value.isBoolFlag) flag.noOptDefVal = 'true';
  return flag;
}

/** Adds a flag of Go's own, unless there is one of that name. */
// Mirrors: vendor/github.com/spf13/pflag/golangflag.go#FlagSet.AddGoFlag
export function addGoFlag(flags: FlagSet, flag: GoFlag): void {
  if (flags.lookup(flag.name) === undefined) flags.addFlag(pFlagFromGoFlag(flag));
}

// Mirrors: vendor/github.com/spf13/pflag/golangflag.go#FlagSet.AddGoFlagSet
export function addGoFlagSet(flags: FlagSet, goFlags: GoFlagSet): void {
  goFlags.visitAll((flag) => addGoFlag(flags, flag));
}
