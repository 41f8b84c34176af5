import { readRecord, writeRecord } from '../../../../../go/csv.ts';
import type { Pointer } from '../../../../../go/pointer.ts';
import type { Result } from '../../../../../go/result.ts';
import type { SliceValue } from './flag.ts';

// Mirrors: vendor/github.com/spf13/pflag/string_slice.go#readAsCSV
export function readAsCSV(text: string): Result<string[]> {
  return text === '' ? [[], undefined] : readRecord(text);
}

// Mirrors: vendor/github.com/spf13/pflag/string_slice.go#writeAsCSV
export function writeAsCSV(texts: readonly string[]): string {
  return writeRecord(texts);
}

/** Texts between commas. The first time it is set its default goes; after that each time adds to it. */
// Mirrors: vendor/github.com/spf13/pflag/string_slice.go#stringSliceValue
export class StringSliceValue implements SliceValue {
  readonly #value: Pointer<string[]>;
  #changed = false;

  constructor(value: string[], p: Pointer<string[]>) {
    p.value = value;
    this.#value = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_slice.go#stringSliceValue.Set
  set(text: string): Error | undefined {
    const [read, error] = readAsCSV(text);
    if (error) return error;
    this.#value.value = this.#changed ? [...this.#value.value, ...read] : read;
    this.#changed = true;
    return undefined;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_slice.go#stringSliceValue.Type
  type(): string {
    return 'stringSlice';
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_slice.go#stringSliceValue.String
  string(): string {
    return `[${writeAsCSV(this.#value.value)}]`;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_slice.go#stringSliceValue.Append
  append(text: string): undefined {
    this.#value.value = [...this.#value.value, text];
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_slice.go#stringSliceValue.Replace
  replace(texts: string[]): undefined {
    this.#value.value = texts;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_slice.go#stringSliceValue.GetSlice
  getSlice(): string[] {
    return this.#value.value;
  }
}
