import type { APIRequest } from '../../../../../../../wire.ts';

/** The forms of a patch, by the media type of its body. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/types/patch.go#PatchType
export type PatchType = NonNullable<APIRequest['patchType']>;
