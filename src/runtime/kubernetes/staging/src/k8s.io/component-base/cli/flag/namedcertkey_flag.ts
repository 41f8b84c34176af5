import type { Pointer } from '../../../../../../../go/pointer.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Value } from '../../../../../../vendor/github.com/spf13/pflag/flag.ts';

/** Files of a certificate and its key, and the names that they serve. */
// Mirrors: staging/src/k8s.io/component-base/cli/flag/namedcertkey_flag.go#NamedCertKey
export interface NamedCertKey {
  readonly names: readonly string[];
  readonly certFile: string;
  readonly keyFile: string;
}

// Mirrors: staging/src/k8s.io/component-base/cli/flag/namedcertkey_flag.go#NamedCertKey.Set
function parse(text: string): Result<NamedCertKey> {
  const colon = text.indexOf(':');
  const files = (colon < 0 ? text : text.slice(0, colon)).trim();
  const list = colon < 0 ? '' : text.slice(colon + 1).trim();
  if (colon >= 0 && list === '') return [undefined, new Error('empty names list is not allowed')];
  const names = list === '' ? [] : list.split(',').map((name) => name.trim());
  const [certFile, keyFile, more] = files.split(',').map((file) => file.trim());
  if (certFile === undefined || keyFile === undefined || more !== undefined)
    return [undefined, new Error('expected comma separated certificate and key file paths')];
  return [{ names, certFile, keyFile }, undefined];
}

// Mirrors: staging/src/k8s.io/component-base/cli/flag/namedcertkey_flag.go#NamedCertKeyArray
export class NamedCertKeyArray implements Value {
  readonly #value: Pointer<NamedCertKey[]>;
  #changed = false;

  constructor(value: Pointer<NamedCertKey[]>) {
    this.#value = value;
  }

  // Mirrors: staging/src/k8s.io/component-base/cli/flag/namedcertkey_flag.go#NamedCertKeyArray.Set
  set(text: string): Error | undefined {
    const [pair, error] = parse(text);
    if (error) return error;
    this.#value.value = this.#changed ? [...this.#value.value, pair] : [pair];
    this.#changed = true;
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/component-base/cli/flag/namedcertkey_flag.go#NamedCertKeyArray.Type
  type(): string {
    return 'namedCertKey';
  }

  // Mirrors: staging/src/k8s.io/component-base/cli/flag/namedcertkey_flag.go#NamedCertKeyArray.String
  string(): string {
    const told = this.#value.value.map(({ names, certFile, keyFile }) => {
      const files = `${certFile},${keyFile}`;
      return names.length === 0 ? files : `${files}:${names.join(',')}`;
    });
    return `[${told.join(';')}]`;
  }
}
