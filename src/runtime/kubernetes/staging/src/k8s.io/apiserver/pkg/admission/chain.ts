import type { StatusError } from '../../../apimachinery/pkg/api/errors/errors.ts';
import type { Attributes, Interface } from './interfaces.ts';

/** Plugins one after the other: the first that refuses ends it. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/chain.go#chainAdmissionHandler
export class Chain implements Required<Interface> {
  readonly #plugins: readonly Interface[];

  constructor(plugins: readonly Interface[]) {
    this.#plugins = plugins;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/admission/chain.go#chainAdmissionHandler.Admit
  admit(attributes: Attributes): StatusError | undefined {
    for (const plugin of this.#plugins) {
      const err = plugin.admit?.(attributes);
      if (err) return err;
    }
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/admission/chain.go#chainAdmissionHandler.Validate
  validate(attributes: Attributes): StatusError | undefined {
    for (const plugin of this.#plugins) {
      const err = plugin.validate?.(attributes);
      if (err) return err;
    }
    return undefined;
  }
}
