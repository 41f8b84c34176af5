import {
  type GroupResource,
  StatusError,
  newAlreadyExists,
  newConflict,
  newNotFound,
} from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { isInvalidObj, isNodeExist, isNotFound } from '../errors.ts';

/** Any error as a Status: 500 for one that is none. Kubernetes does this in the handler. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/status.go#ErrorToAPIStatus
export function asStatus(err: Error): StatusError {
  return err instanceof StatusError ? err : new StatusError(500, '', err.message);
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors/storage.go#InterpretGetError
export function interpretGetError(err: Error, resource: GroupResource, name: string): StatusError {
  return isNotFound(err) ? newNotFound(resource, name) : asStatus(err);
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors/storage.go#InterpretListError
export function interpretListError(err: Error, resource: GroupResource): StatusError {
  return isNotFound(err) ? newNotFound(resource, '') : asStatus(err);
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors/storage.go#InterpretCreateError
export function interpretCreateError(err: Error, resource: GroupResource, name: string): StatusError {
  return isNodeExist(err) ? newAlreadyExists(resource, name) : asStatus(err);
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors/storage.go#InterpretUpdateError
export function interpretUpdateError(err: Error, resource: GroupResource, name: string): StatusError {
  if (isNodeExist(err) || isInvalidObj(err)) return newConflict(resource, name, err);
  return isNotFound(err) ? newNotFound(resource, name) : asStatus(err);
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/errors/storage.go#InterpretDeleteError
export function interpretDeleteError(err: Error, resource: GroupResource, name: string): StatusError {
  return interpretUpdateError(err, resource, name);
}
