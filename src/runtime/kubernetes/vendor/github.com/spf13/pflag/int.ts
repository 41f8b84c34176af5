import type { Pointer } from '../../../../../go/pointer.ts';
import { parseInt } from '../../../../../go/strconv.ts';
import type { Value } from './flag.ts';

/** A whole number. */
// Mirrors: vendor/github.com/spf13/pflag/int.go#intValue
export class IntValue implements Value {
  readonly #p: Pointer<number>;

  constructor(value: number, p: Pointer<number>) {
    p.value = value;
    this.#p = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/int.go#intValue.Set
  set(text: string): Error | undefined {
    const [value, error] = parseInt(text, 64);
    this.#p.value = value ?? 0;
    return error;
  }

  // Mirrors: vendor/github.com/spf13/pflag/int.go#intValue.Type
  type(): string {
    return 'int';
  }

  // Mirrors: vendor/github.com/spf13/pflag/int.go#intValue.String
  string(): string {
    return String(this.#p.value);
  }
}
