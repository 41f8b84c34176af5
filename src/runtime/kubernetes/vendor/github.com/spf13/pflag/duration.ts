import { formatDuration, parseDuration } from '../../../../../go/duration.ts';
import type { Pointer } from '../../../../../go/pointer.ts';
import type { Value } from './flag.ts';

/** A time span in ms, written as Go writes it: `12h`, `1m30s`. */
// Mirrors: vendor/github.com/spf13/pflag/duration.go#durationValue
export class DurationValue implements Value {
  readonly #p: Pointer<number>;

  constructor(value: number, p: Pointer<number>) {
    p.value = value;
    this.#p = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/duration.go#durationValue.Set
  set(text: string): Error | undefined {
    const [value, error] = parseDuration(text);
    this.#p.value = value ?? 0;
    return error;
  }

  // Mirrors: vendor/github.com/spf13/pflag/duration.go#durationValue.Type
  type(): string {
    return 'duration';
  }

  // Mirrors: vendor/github.com/spf13/pflag/duration.go#durationValue.String
  string(): string {
    return formatDuration(this.#p.value);
  }
}
