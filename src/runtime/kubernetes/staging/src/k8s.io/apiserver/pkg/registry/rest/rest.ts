import type { Preconditions } from '../../storage/interfaces.ts';
import type { Draft, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { StatusError } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import type { Result } from '../../../../../../../../go/result.ts';

/** What an update wants: the new state made from the stored one. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/registry/rest/rest.go#UpdatedObjectInfo
export interface UpdatedObjectInfo {
  readonly preconditions?: Preconditions;
  /** `existing` is undefined where there is no object yet. The result is a copy that may be changed. */
  updatedObject(existing: KubeObject | undefined): Result<Draft<KubeObject>, StatusError>;
}
