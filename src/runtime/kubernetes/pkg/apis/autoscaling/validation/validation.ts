import {
  nameIsDNSSubdomain,
  validateNonnegativeField,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import { validateObjectMeta } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.ts';
import type { Scale } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { ErrorList } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';

// Mirrors: pkg/apis/autoscaling/validation/validation.go#ValidateScale
export const validateScale = ({ metadata, spec }: Scale): ErrorList => [
  ...validateObjectMeta(metadata, true, nameIsDNSSubdomain, newPath('metadata')),
  ...validateNonnegativeField(spec?.replicas, newPath('spec', 'replicas')),
];
