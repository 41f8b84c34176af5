import type { Draft, ReplicaSet } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { setDefaultsPodSpec } from '../../core/v1/defaults.ts';

/** Fills in what a ReplicaSet leaves out. */
// Mirrors: pkg/apis/apps/v1/defaults.go#SetDefaults_ReplicaSet
export function setDefaultsReplicaSet(rs: Draft<ReplicaSet>): void {
  if (!rs.spec) return;
  rs.spec.replicas ??= 1;
  if (rs.spec.template?.spec) setDefaultsPodSpec(rs.spec.template.spec);
}
