/** The API serves no such kind, or does not serve it yet. */
// Mirrors: pkg/controller/garbagecollector/errors.go#restMappingError
export class RestMappingError extends Error {
  override readonly name = 'RestMappingError';
  readonly #versionKind: string;

  constructor(kind: string, version: string) {
    const versionKind = `${version}/${kind}`;
    super(`unable to get REST mapping for ${versionKind}.`);
    this.#versionKind = versionKind;
  }

  /** The same, and what to do. */
  // Mirrors: pkg/controller/garbagecollector/errors.go#restMappingError.Message
  advice(): string {
    const remedy = `you should manually remove ownerReferences that refer ${this.#versionKind} objects.`;
    return `${this.message}  If ${this.#versionKind} is an invalid resource, then ${remedy}`;
  }
}
