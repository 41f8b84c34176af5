import {
  type GroupVersionResource,
  groupVersion,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';

/** A resource as readers see it: `apps/v1/replicasets`. */
export const pathOf = (gvr: GroupVersionResource): string => `${groupVersion(gvr)}/${gvr.resource}`;
