import type { ReplicaSet, Scale } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../../../sim/process.ts';
import { ResourceClient } from '../../resource-client.ts';
import type { StatusError } from '../../../../../apimachinery/pkg/api/errors/errors.ts';

/** What a client of ReplicaSets can do, for those who take any. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/replicaset.go#ReplicaSetInterface
export type ReplicaSetInterface = Pick<ReplicaSets, keyof ReplicaSets>;

/** ReplicaSets, with their scale. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/replicaset.go#replicaSets
export class ReplicaSets extends ResourceClient<ReplicaSet> {
  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/replicaset.go#replicaSets.GetScale
  *getScale(name: string): Blocking<Result<Scale, StatusError>> {
    return yield* this.send<Scale>({ verb: 'get', name, subresource: 'scale' });
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/apps/v1/replicaset.go#replicaSets.UpdateScale
  *updateScale(name: string, scale: Scale): Blocking<Result<Scale, StatusError>> {
    return yield* this.send<Scale>({ verb: 'update', name, subresource: 'scale', body: scale });
  }
}
