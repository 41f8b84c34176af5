import { parseIP } from '../../../../../go/net.ts';
import type { Pointer } from '../../../../../go/pointer.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { Value } from './flag.ts';

/** An IP address as text; undefined stands for Go's `nil`. */
// Mirrors: vendor/github.com/spf13/pflag/ip.go#ipValue
export class IPValue implements Value {
  readonly #p: Pointer<string | undefined>;

  constructor(value: string | undefined, p: Pointer<string | undefined>) {
    p.value = value;
    this.#p = p;
  }

  // Mirrors: vendor/github.com/spf13/pflag/ip.go#ipValue.Set
  set(text: string): Error | undefined {
    const ip = parseIP(text.trim());
    if (ip === undefined) return new Error(`failed to parse IP: ${quote(text)}`);
    this.#p.value = ip;
    return undefined;
  }

  // Mirrors: vendor/github.com/spf13/pflag/ip.go#ipValue.Type
  type(): string {
    return 'ip';
  }

  // Mirrors: vendor/github.com/spf13/pflag/ip.go#ipValue.String
  string(): string {
    return this.#p.value ?? '<nil>';
  }
}
