import { newNotFound } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Draft,
  KubeObject,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type {
  Attributes,
  ClusterReader,
  Operation,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';

/** A request for a whole object. */
export function attributesOf(
  operation: Operation,
  resource: string,
  object: object,
  more: Partial<Attributes> = {},
): Attributes {
  const { namespace = '', name = '' } = (object as Partial<KubeObject>).metadata ?? {};
  return {
    operation,
    resource: { group: '', resource },
    subresource: '',
    namespace,
    name: operation === 'create' ? '' : name,
    object: { metadata: {}, ...object } as Draft<KubeObject>,
    ...more,
  };
}

/** A cluster that has these objects of one resource, and nothing else. */
export function clusterOf(objects: readonly object[]): ClusterReader {
  const items = objects as readonly KubeObject[];
  return {
    get: (resource, name) => {
      const found = items.find(({ metadata }) => metadata.name === name);
      return found ? [found, undefined] : [undefined, newNotFound({ group: '', resource }, name)];
    },
    list: () => [{ kind: 'List', apiVersion: 'v1', metadata: {}, items }, undefined],
  };
}
