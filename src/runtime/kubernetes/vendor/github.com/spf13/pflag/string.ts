import type { Pointer } from '../../../../../go/pointer.ts';
import type { Value } from './flag.ts';

// Mirrors: vendor/github.com/spf13/pflag/string.go#stringValue
export class StringValue implements Value {
  readonly #p: Pointer<string>;

  constructor(value: string, p: Pointer<string>) {
    p.value = value;
    this.#p = p;
  }

  set(text: string): undefined {
    this.#p.value = text;
  }

  type(): string {
    return 'string';
  }

  string(): string {
    return this.#p.value;
  }
}
