import { type StatusError, newTimeoutError, withCause } from '../../../apimachinery/pkg/api/errors/errors.ts';

const errCodeToMessage = {
  1: 'key not found',
  2: 'key exists',
  3: 'resource version conflicts',
  4: 'invalid object',
} as const;

/** Why the storage refused; the registry turns it into a Status error. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#StorageError
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: keyof typeof errCodeToMessage;
  readonly key: string;

  constructor(code: keyof typeof errCodeToMessage, key: string, additionalErrorMsg = '') {
    super(
      `StorageError: ${errCodeToMessage[code]}, Code: ${code}, Key: /registry/${key}, ` +
        `ResourceVersion: 0, AdditionalErrorMsg: ${additionalErrorMsg}`,
    );
    this.code = code;
    this.key = key;
  }
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#NewKeyNotFoundError
export const newKeyNotFoundError = (key: string): StorageError => new StorageError(1, key);
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#NewKeyExistsError
export const newKeyExistsError = (key: string): StorageError => new StorageError(2, key);
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#NewInvalidObjError
export const newInvalidObjError = (key: string, message: string): StorageError =>
  new StorageError(4, key, message);

// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#isErrCode
const isErrCode = (err: Error | undefined, code: number): boolean =>
  err instanceof StorageError && err.code === code;
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#IsNotFound
export const isNotFound = (err: Error | undefined): boolean => isErrCode(err, 1);
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#IsNodeExist
export const isNodeExist = (err: Error | undefined): boolean => isErrCode(err, 2);
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#IsInvalidObj
export const isInvalidObj = (err: Error | undefined): boolean => isErrCode(err, 4);

/** A request for a revision that is not there yet. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors.go#NewTooLargeResourceVersionError
export function newTooLargeResourceVersionError(
  minimum: number,
  current: number,
  retrySeconds: number,
): StatusError {
  const err = newTimeoutError(`Too large resource version: ${minimum}, current: ${current}`, retrySeconds);
  return withCause(err, { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' });
}
