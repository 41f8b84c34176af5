/** A command ended with another code than 0. */
// Mirrors: vendor/k8s.io/utils/exec/exec.go#CodeExitError
export class CodeExitError extends Error {
  override readonly name = 'CodeExitError';
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }

  // Mirrors: vendor/k8s.io/utils/exec/exec.go#CodeExitError.ExitStatus
  exitStatus(): number {
    return this.code;
  }
}
