import type { Pointer } from '../../../../../go/pointer.ts';
import type { Value } from './flag.ts';

// Mirrors: vendor/github.com/spf13/pflag/string.go#stringValue
export class StringValue implements Value {
  readonly #p: Pointer<string>;

  constructor(value: string, p: Pointer<string>) {
    p.value = value;
    this.#p = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string.go#stringValue.Set
  set(text: string): undefined {
    this.#p.value = text;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string.go#stringValue.Type
  type(): string {
    return 'string';
  }

  // Mirrors: vendor/github.com/spf13/pflag/string.go#stringValue.String
  string(): string {
    return this.#p.value;
  }
}
