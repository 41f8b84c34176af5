import type { Pointer } from '../../../../../go/pointer.ts';
import { parseBool } from '../../../../../go/strconv.ts';
import type { Value } from './flag.ts';

/** A value that is set by naming its flag alone. */
// Mirrors: vendor/github.com/spf13/pflag/bool.go#boolFlag
export interface BoolFlag extends Value {
  isBoolFlag(): boolean;
}

// Mirrors: vendor/github.com/spf13/pflag/bool.go#boolValue
export class BoolValue implements BoolFlag {
  readonly #p: Pointer<boolean>;

  constructor(value: boolean, p: Pointer<boolean>) {
    p.value = value;
    this.#p = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/bool.go#boolValue.Set
  set(text: string): Error | undefined {
    const [value, error] = parseBool(text);
    this.#p.value = value ?? false;
    return error;
  }

  // Mirrors: vendor/github.com/spf13/pflag/bool.go#boolValue.Type
  type(): string {
    return 'bool';
  }

  // Mirrors: vendor/github.com/spf13/pflag/bool.go#boolValue.String
  string(): string {
    return String(this.#p.value);
  }

  // Mirrors: vendor/github.com/spf13/pflag/bool.go#boolValue.IsBoolFlag
  isBoolFlag(): boolean {
    return true;
  }
}
