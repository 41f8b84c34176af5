import { semanticDeepEqual } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { nameIsDNSSubdomain } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import { defaultFieldLabels } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type { Draft } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  invalid,
  required,
} from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import { objectMetaFieldsSet } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { RESTUpdateStrategy } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { Strategy } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { Kind } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { type PodPool, podPoolKind } from './types.ts';

/** The bounds of `spec.size`. */
const smallest = 0;
const largest = 20;

const isMap = (spec: unknown): boolean => typeof spec === 'object' && !Array.isArray(spec);

/** What a schema in a CustomResourceDefinition would say: types, bounds, what must be there. */
function validateSchema({ spec }: PodPool): ErrorList {
  const path = newPath('spec');
  if (spec === undefined) return [required(path, '')];
  if (!isMap(spec)) {
    const found = Array.isArray(spec) ? 'array' : typeof spec;
    return [invalid(path, found, `spec in body must be of type object: "${found}"`)];
  }
  const { size, image } = spec as Partial<Record<'size' | 'image', unknown>>;
  const errs: ErrorList = [];
  const at = path.child('size');
  if (size === undefined) errs.push(required(at, ''));
  else if (typeof size !== 'number' || !Number.isInteger(size))
    errs.push(invalid(at, typeof size, `spec.size in body must be of type integer: "${typeof size}"`));
  else if (size < smallest)
    errs.push(invalid(at, size, `spec.size in body should be greater than or equal to ${smallest}`));
  else if (size > largest)
    errs.push(invalid(at, size, `spec.size in body should be less than or equal to ${largest}`));
  if (typeof image !== 'string')
    errs.push(
      invalid(
        path.child('image'),
        typeof image,
        `spec.image in body must be of type string: "${typeof image}"`,
      ),
    );
  return errs;
}

function validate(pool: PodPool): ErrorList {
  return [
    ...validateObjectMeta(pool.metadata, true, nameIsDNSSubdomain, newPath('metadata')),
    ...validateSchema(pool),
  ];
}

function validateUpdate(pool: PodPool, old: PodPool): ErrorList {
  return [
    ...validateObjectMetaUpdate(pool.metadata, old.metadata, newPath('metadata')),
    ...validateSchema(pool),
  ];
}

/** With a status subresource, a write of the object leaves the status as it is, and every change of the spec counts. */
const strategy: Strategy<PodPool> = {
  gvk: podPoolKind,
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  setDefaults(pool) {
    // As a schema does, this leaves alone what is no map.
    if (pool.spec && isMap(pool.spec)) pool.spec.image ??= 'app:v1';
  },
  prepareForCreate(pool) {
    delete pool.status;
    pool.metadata.generation = 1;
  },
  validate,
  prepareForUpdate(pool, old) {
    if (old.status) pool.status = old.status as Draft<PodPool>['status'];
    else delete pool.status;
    if (!semanticDeepEqual(pool.spec, old.spec))
      pool.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
  validateUpdate,
};

/** A write of the status leaves all else as it is. */
const statusStrategy: RESTUpdateStrategy<PodPool> = {
  ...strategy,
  prepareForUpdate(pool, old) {
    pool.spec = old.spec;
    const { resourceVersion } = pool.metadata;
    pool.metadata = { ...old.metadata, resourceVersion } as Draft<PodPool>['metadata'];
  },
};

/** Pod pools, as an API server serves a kind that a CustomResourceDefinition told it of. */
export const podPools: Kind<PodPool> = {
  resource: { group: podPoolKind.group, resource: 'podpools' },
  shortNames: ['pp'],
  strategy,
  statusStrategy,
  getAttrs: (object) => [object.metadata.labels, objectMetaFieldsSet(object, true)],
  convertFieldLabel: defaultFieldLabels,
};
