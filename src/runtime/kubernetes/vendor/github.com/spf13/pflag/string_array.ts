import type { Pointer } from '../../../../../go/pointer.ts';
import { writeAsCSV } from './string_slice.ts';
import type { SliceValue } from './flag.ts';

/** Texts, one each time it is set: a comma is a comma. */
// Mirrors: vendor/github.com/spf13/pflag/string_array.go#stringArrayValue
export class StringArrayValue implements SliceValue {
  readonly #value: Pointer<string[]>;
  #changed = false;

  constructor(value: string[], p: Pointer<string[]>) {
    p.value = value;
    this.#value = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_array.go#stringArrayValue.Set
  set(text: string): undefined {
    this.#value.value = this.#changed ? [...this.#value.value, text] : [text];
    this.#changed = true;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_array.go#stringArrayValue.Append
  append(text: string): undefined {
    this.#value.value = [...this.#value.value, text];
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_array.go#stringArrayValue.Replace
  replace(texts: string[]): undefined {
    this.#value.value = [...texts];
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_array.go#stringArrayValue.GetSlice
  getSlice(): string[] {
    return [...this.#value.value];
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_array.go#stringArrayValue.Type
  type(): string {
    return 'stringArray';
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_array.go#stringArrayValue.String
  string(): string {
    return `[${writeAsCSV(this.#value.value)}]`;
  }
}
