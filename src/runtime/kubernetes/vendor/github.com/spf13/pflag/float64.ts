import type { Pointer } from '../../../../../go/pointer.ts';
import { formatFloat64, parseFloat64 } from '../../../../../go/strconv.ts';
import type { Value } from './flag.ts';

/** A number with a fraction, of 64 bits. */
// Mirrors: vendor/github.com/spf13/pflag/float64.go#float64Value
export class Float64Value implements Value {
  readonly #p: Pointer<number>;

  constructor(value: number, p: Pointer<number>) {
    p.value = value;
    this.#p = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/float64.go#float64Value.Set
  set(text: string): Error | undefined {
    const [value, error] = parseFloat64(text);
    this.#p.value = value ?? 0;
    return error;
  }

  // Mirrors: vendor/github.com/spf13/pflag/float64.go#float64Value.Type
  type(): string {
    return 'float64';
  }

  // Mirrors: vendor/github.com/spf13/pflag/float64.go#float64Value.String
  string(): string {
    return formatFloat64(this.#p.value);
  }
}
