import type { Status, StatusCause, StatusDetails } from 'kubernetes-types/meta/v1';
import { quote } from '../../../../../../../../go/strconv.ts';
import { type ErrorList, toAggregate } from '../../util/validation/field/errors.ts';

/** A resource or a kind with its group; the core group is the empty string. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** `pods`, or `replicasets.apps`. */
export function qualifiedName(group: string, name: string): string {
  return group ? `${name}.${group}` : name;
}

const nameOf = (resource: GroupResource): string => qualifiedName(resource.group, resource.resource);
const detailsOf = (resource: GroupResource, name: string): StatusDetails => ({
  ...(name ? { name } : {}),
  ...(resource.group ? { group: resource.group } : {}),
  ...(resource.resource ? { kind: resource.resource } : {}),
});

/** What the API server answers when it refuses: a Status with code, reason and message. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#StatusError
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: Status & { readonly code: number; readonly reason: string; readonly message: string };

  constructor(
    code: number,
    reason: string,
    message: string,
    details?: StatusDetails,
    metadata: Status['metadata'] = {},
  ) {
    super(message);
    const said = { kind: 'Status', apiVersion: 'v1', metadata, status: 'Failure', message, reason };
    this.status = details ? { ...said, details, code } : { ...said, code };
  }
}

/** The same refusal with another text. */
export function withMessage(err: StatusError, message: string): StatusError {
  return new StatusError(
    err.status.code,
    err.status.reason,
    message,
    err.status.details,
    err.status.metadata,
  );
}

/** The same refusal with one more cause. */
export function withCause(err: StatusError, cause: StatusCause): StatusError {
  const details = { ...err.status.details, causes: [...(err.status.details?.causes ?? []), cause] };
  return new StatusError(
    err.status.code,
    err.status.reason,
    err.status.message,
    details,
    err.status.metadata,
  );
}

/** The error that a Status stands for, such as the object of an ERROR event of a watch. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#FromObject
export function fromObject(object: object): Error {
  const status = object as Status;
  if (status.kind !== 'Status') return new Error(`unexpected object: ${JSON.stringify(object)}`);
  const { code = 0, reason = '', message = '' } = status;
  return new StatusError(code, reason, message, status.details, status.metadata);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewNotFound
export function newNotFound(resource: GroupResource, name: string): StatusError {
  const message = `${nameOf(resource)} ${quote(name)} not found`;
  return new StatusError(404, 'NotFound', message, detailsOf(resource, name));
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewAlreadyExists
export function newAlreadyExists(resource: GroupResource, name: string): StatusError {
  const message = `${nameOf(resource)} ${quote(name)} already exists`;
  return new StatusError(409, 'AlreadyExists', message, detailsOf(resource, name));
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewForbidden
export function newForbidden(resource: GroupResource, name: string, err: Error): StatusError {
  const what = name ? `${nameOf(resource)} ${quote(name)}` : nameOf(resource);
  const message = resource.resource ? `${what} is forbidden: ${err.message}` : `forbidden: ${err.message}`;
  return new StatusError(403, 'Forbidden', message, detailsOf(resource, name));
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewUnauthorized
export function newUnauthorized(reason: string): StatusError {
  return new StatusError(401, 'Unauthorized', reason || 'not authorized');
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewConflict
export function newConflict(resource: GroupResource, name: string, err: Error): StatusError {
  const message = `Operation cannot be fulfilled on ${nameOf(resource)} ${quote(name)}: ${err.message}`;
  return new StatusError(409, 'Conflict', message, detailsOf(resource, name));
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewGone
export function newGone(message: string): StatusError {
  return new StatusError(410, 'Gone', message);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewResourceExpired
export function newResourceExpired(message: string, continueToken?: string): StatusError {
  return new StatusError(
    410,
    'Expired',
    message,
    undefined,
    continueToken ? { continue: continueToken } : {},
  );
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewInvalid
export function newInvalid(kind: GroupKind, name: string, errs: ErrorList): StatusError {
  const causes = errs.map((err) => ({ reason: err.type, message: err.errorBody(), field: err.field }));
  const all = toAggregate(errs)?.message ?? '<nil>';
  const message = `${qualifiedName(kind.group, kind.kind)} ${quote(name)} is invalid: ${all}`;
  const details = { ...detailsOf({ group: kind.group, resource: kind.kind }, name), causes };
  return new StatusError(422, 'Invalid', message, details);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewBadRequest
export function newBadRequest(reason: string): StatusError {
  return new StatusError(400, 'BadRequest', reason);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewTooManyRequests
export function newTooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return new StatusError(429, 'TooManyRequests', message, { retryAfterSeconds });
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewServiceUnavailable
export function newServiceUnavailable(reason: string): StatusError {
  return new StatusError(503, 'ServiceUnavailable', reason);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewMethodNotSupported
export function newMethodNotSupported(resource: GroupResource, action: string): StatusError {
  const message = `${action} is not supported on resources of kind ${quote(nameOf(resource))}`;
  return new StatusError(405, 'MethodNotAllowed', message, detailsOf(resource, ''));
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewServerTimeout
export function newServerTimeout(
  resource: GroupResource,
  operation: string,
  retryAfterSeconds: number,
): StatusError {
  const message = `The ${operation} operation against ${nameOf(resource)} could not be completed at this time, please try again.`;
  const details = { ...detailsOf(resource, operation), retryAfterSeconds };
  return new StatusError(500, 'ServerTimeout', message, details);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewInternalError
export function newInternalError(err: Error): StatusError {
  const message = `Internal error occurred: ${err.message}`;
  return new StatusError(500, 'InternalError', message, { causes: [{ message: err.message }] });
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewRequestEntityTooLargeError
export function newRequestEntityTooLargeError(message: string): StatusError {
  return new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: ${message}`);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#NewTimeoutError
export function newTimeoutError(message: string, retryAfterSeconds: number): StatusError {
  return new StatusError(504, 'Timeout', `Timeout: ${message}`, { retryAfterSeconds });
}

/** The reason of a Status error; the empty string for any other error and for none. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#ReasonForError
export function reasonForError(err: Error | undefined): string {
  return err instanceof StatusError ? err.status.reason : '';
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsNotFound
export const isNotFound = (err: Error | undefined): boolean => reasonForError(err) === 'NotFound';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsAlreadyExists
export const isAlreadyExists = (err: Error | undefined): boolean => reasonForError(err) === 'AlreadyExists';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsConflict
export const isConflict = (err: Error | undefined): boolean => reasonForError(err) === 'Conflict';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsInvalid
export const isInvalid = (err: Error | undefined): boolean => reasonForError(err) === 'Invalid';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsGone
export const isGone = (err: Error | undefined): boolean => reasonForError(err) === 'Gone';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsResourceExpired
export const isResourceExpired = (err: Error | undefined): boolean => reasonForError(err) === 'Expired';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsMethodNotSupported
export const isMethodNotSupported = (err: Error | undefined): boolean =>
  reasonForError(err) === 'MethodNotAllowed';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsUnsupportedMediaType
export const isUnsupportedMediaType = (err: Error | undefined): boolean =>
  reasonForError(err) === 'UnsupportedMediaType';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsServiceUnavailable
export const isServiceUnavailable = (err: Error | undefined): boolean =>
  reasonForError(err) === 'ServiceUnavailable';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsBadRequest
export const isBadRequest = (err: Error | undefined): boolean => reasonForError(err) === 'BadRequest';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsUnauthorized
export const isUnauthorized = (err: Error | undefined): boolean => reasonForError(err) === 'Unauthorized';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsForbidden
export const isForbidden = (err: Error | undefined): boolean => reasonForError(err) === 'Forbidden';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsTimeout
export const isTimeout = (err: Error | undefined): boolean => reasonForError(err) === 'Timeout';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsServerTimeout
export const isServerTimeout = (err: Error | undefined): boolean => reasonForError(err) === 'ServerTimeout';
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsInternalError
export const isInternalError = (err: Error | undefined): boolean => reasonForError(err) === 'InternalError';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#IsTooManyRequests
export const isTooManyRequests = (err: Error | undefined): boolean =>
  reasonForError(err) === 'TooManyRequests' || (err instanceof StatusError && err.status.code === 429);

/** The cause of that name among a Status error's causes. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#StatusCause
export function statusCause(err: Error | undefined, name: string): StatusCause | undefined {
  if (!(err instanceof StatusError)) return undefined;
  return err.status.details?.causes?.find((cause) => cause.reason === name);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#HasStatusCause
export function hasStatusCause(err: Error | undefined, name: string): boolean {
  return statusCause(err, name) !== undefined;
}

/** The seconds after which a client should try again, if the server said so. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go#SuggestsClientDelay
export function suggestsClientDelay(err: Error | undefined): number | undefined {
  if (!(err instanceof StatusError)) return undefined;
  const seconds = err.status.details?.retryAfterSeconds ?? 0;
  return seconds > 0 || err.status.reason === 'ServerTimeout' ? seconds : undefined;
}
