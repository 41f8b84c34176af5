/** A command was still running when its time was over. */
// Mirrors: pkg/probe/exec/errors.go#TimeoutError
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly #timeoutMs: number;

  constructor(err: Error, timeoutMs: number) {
    super(err.message);
    this.#timeoutMs = timeoutMs;
  }

  // Mirrors: pkg/probe/exec/errors.go#TimeoutError.Timeout
  timeoutMs(): number {
    return this.#timeoutMs;
  }
}
