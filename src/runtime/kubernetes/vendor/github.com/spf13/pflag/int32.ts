import type { Pointer } from '../../../../../go/pointer.ts';
import { parseInt } from '../../../../../go/strconv.ts';
import type { Value } from './flag.ts';

/** A whole number of 32 bits. */
// Mirrors: vendor/github.com/spf13/pflag/int32.go#int32Value
export class Int32Value implements Value {
  readonly #p: Pointer<number>;

  constructor(value: number, p: Pointer<number>) {
    p.value = value;
    this.#p = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/int32.go#int32Value.Set
  set(text: string): Error | undefined {
    const [value, error] = parseInt(text, 32);
    this.#p.value = value ?? 0;
    return error;
  }

  // Mirrors: vendor/github.com/spf13/pflag/int32.go#int32Value.Type
  type(): string {
    return 'int32';
  }

  // Mirrors: vendor/github.com/spf13/pflag/int32.go#int32Value.String
  string(): string {
    return String(this.#p.value);
  }
}
