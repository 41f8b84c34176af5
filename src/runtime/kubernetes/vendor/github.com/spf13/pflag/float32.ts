import type { Pointer } from '../../../../../go/pointer.ts';
import { formatFloat32, parseFloat32 } from '../../../../../go/strconv.ts';
import type { Value } from './flag.ts';

/** A number with a fraction, of 32 bits. */
// Mirrors: vendor/github.com/spf13/pflag/float32.go#float32Value
export class Float32Value implements Value {
  readonly #p: Pointer<number>;

  constructor(value: number, p: Pointer<number>) {
    p.value = value;
    this.#p = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/float32.go#float32Value.Set
  set(text: string): Error | undefined {
    const [value, error] = parseFloat32(text);
    this.#p.value = value ?? 0;
    return error;
  }

  // Mirrors: vendor/github.com/spf13/pflag/float32.go#float32Value.Type
  type(): string {
    return 'float32';
  }

  // Mirrors: vendor/github.com/spf13/pflag/float32.go#float32Value.String
  string(): string {
    return formatFloat32(this.#p.value);
  }
}
