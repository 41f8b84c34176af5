import { type StatusError, newForbidden } from '../../../apimachinery/pkg/api/errors/errors.ts';
import type { Attributes } from './interfaces.ts';

/** What an object that may have no name yet is called. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/errors.go#extractResourceName
function extractResourceName({ name, object }: Attributes): string {
  return name || object?.metadata.name || object?.metadata.generateName || 'Unknown';
}

/** The refusal of a request by a plugin. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/admission/errors.go#NewForbidden
export function newForbiddenRequest(attributes: Attributes, err: Error): StatusError {
  return newForbidden(attributes.resource, extractResourceName(attributes), err);
}
