import { readRecord, writeRecord } from '../../../../../go/csv.ts';
import type { Pointer } from '../../../../../go/pointer.ts';
import type { Value } from './flag.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * Pairs of key and value. Keys set later replace the same ones set before. Upstream prints a map in any order; here it is
 * that in which the keys came.
 */
// Mirrors: vendor/github.com/spf13/pflag/string_to_string.go#stringToStringValue
export class StringToStringValue implements Value {
  readonly #value: Pointer<Texts>;
  #changed = false;

  constructor(value: Texts, p: Pointer<Texts>) {
    p.value = value;
    this.#value = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_to_string.go#stringToStringValue.Set
  set(text: string): Error | undefined {
    let pairs: readonly string[];
    const signs = text.split('=').length - 1;
    if (signs === 0) return new Error(`${text} must be formatted as key=value`);
    if (signs === 1) {
      pairs = [text.replace(/^"+|"+$/g, '')];
    } else {
      const [read, error] = readRecord(text);
      if (error) return error;
      pairs = read;
    }
    const out: Record<string, string> = {};
    for (const pair of pairs) {
      const at = pair.indexOf('=');
      if (at < 0) return new Error(`${pair} must be formatted as key=value`);
      out[pair.slice(0, at)] = pair.slice(at + 1);
    }
    this.#value.value = this.#changed ? { ...this.#value.value, ...out } : out;
    this.#changed = true;
    return undefined;
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_to_string.go#stringToStringValue.Type
  type(): string {
    return 'stringToString';
  }

  // Mirrors: vendor/github.com/spf13/pflag/string_to_string.go#stringToStringValue.String
  string(): string {
    const records = Object.entries(this.#value.value).map(([key, value]) => `${key}=${value}`);
    return `[${writeRecord(records)}]`;
  }
}
