import type { StatusError } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import {
  type GroupResource,
  newAlreadyExists,
  newConflict,
  newNotFound,
} from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { isInvalidObj, isNodeExist, isNotFound } from '../errors.ts';
import { asStatus } from '../../endpoints/handlers/responsewriters/status.ts';

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
