/** How a call ended, if not well: the names of the codes of gRPC. */
export type Code =
  | 'OK'
  | 'Canceled'
  | 'Unknown'
  | 'InvalidArgument'
  | 'DeadlineExceeded'
  | 'NotFound'
  | 'AlreadyExists'
  | 'PermissionDenied'
  | 'ResourceExhausted'
  | 'FailedPrecondition'
  | 'Aborted'
  | 'OutOfRange'
  | 'Unimplemented'
  | 'Internal'
  | 'Unavailable'
  | 'DataLoss'
  | 'Unauthenticated';

// Mirrors: vendor/google.golang.org/grpc/status/status.go#Status
export interface Status {
  readonly code: Code;
  readonly message: string;
}

/** An error that came over the wire. */
// Mirrors: vendor/google.golang.org/grpc/status/status.go#statusError
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status;

  constructor(status: Status) {
    // Mirrors: vendor/google.golang.org/grpc/status/status.go#statusError.Error
    super(`rpc error: code = ${status.code} desc = ${status.message}`);
    this.status = status;
  }
}

/** The error of a code and a message; none if all is well. */
// Mirrors: vendor/google.golang.org/grpc/status/status.go#Error
export function statusError(code: Code, message: string): StatusError | undefined {
  return code === 'OK' ? undefined : new StatusError({ code, message });
}

/** What an error says of a call. One that came from elsewhere has a code that nobody knows. */
// Mirrors: vendor/google.golang.org/grpc/status/status.go#FromError
export function fromError(err: Error): Status {
  return err instanceof StatusError ? err.status : { code: 'Unknown', message: err.message };
}
