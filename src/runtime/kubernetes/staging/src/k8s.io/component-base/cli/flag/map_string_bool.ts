import type { Pointer } from '../../../../../../../go/pointer.ts';
import { parseBool } from '../../../../../../../go/strconv.ts';
import type { Value } from '../../../../../../vendor/github.com/spf13/pflag/flag.ts';

type Switches = Readonly<Record<string, boolean>>;

/** `name=true,other=false`. The first time it is set the default goes; later times add. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/map_string_bool.go#MapStringBool
export class MapStringBool implements Value {
  readonly #map: Pointer<Switches>;
  #initialized = false;

  // Mirrors: staging/src/k8s.io/component-base/cli/flag/map_string_bool.go#NewMapStringBool
  constructor(map: Pointer<Switches>) {
    this.#map = map;
  }

  // Mirrors: staging/src/k8s.io/component-base/cli/flag/map_string_bool.go#MapStringBool.String
  string(): string {
    const pairs = Object.entries(this.#map.value).map(([key, value]) => `${key}=${value}`);
    return pairs.sort().join(',');
  }

  // Mirrors: staging/src/k8s.io/component-base/cli/flag/map_string_bool.go#MapStringBool.Set
  set(text: string): Error | undefined {
    if (!this.#initialized) {
      this.#map.value = {};
      this.#initialized = true;
    }
    for (const pair of text.split(',').filter((each) => each !== '')) {
      const at = pair.indexOf('=');
      if (at < 0) return new Error('malformed pair, expect string=bool');
      const [key, word] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      const [value, error] = parseBool(word);
      if (error) return new Error(`invalid value of ${key}: ${word}, err: ${error.message}`);
      this.#map.value = { ...this.#map.value, [key]: value };
    }
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/component-base/cli/flag/map_string_bool.go#MapStringBool.Type
  type(): string {
    return 'mapStringBool';
  }

  // Mirrors: staging/src/k8s.io/component-base/cli/flag/map_string_bool.go#MapStringBool.Empty
  empty(): boolean {
    return Object.keys(this.#map.value).length === 0;
  }
}
