import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { defaultFieldLabels } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import type {
  Draft,
  PodDisruptionBudget,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { validatePodDisruptionBudget } from '../../../apis/policy/validation/validation.ts';
import { objectMetaFieldsSet } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/generic/matcher.ts';
import type { RESTUpdateStrategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/update.ts';
import type { Strategy } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/rest/strategy.ts';
import type { Kind } from '../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { podDisruptionBudget } from '../../../apis/policy/v1beta1/shapes.ts';

/** What a budget has before its controller has seen it: nothing may be disturbed. */
const unknown = { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 };

/** How disruption budgets are made and changed. An update must say which version it changes. */
// Mirrors: pkg/registry/policy/poddisruptionbudget/strategy.go#podDisruptionBudgetStrategy
export const strategy: Strategy<PodDisruptionBudget> = {
  gvk: { group: 'policy', version: 'v1beta1', kind: 'PodDisruptionBudget' },
  namespaceScoped: true,
  allowCreateOnUpdate: false,
  // Mirrors: pkg/registry/policy/poddisruptionbudget/strategy.go#podDisruptionBudgetStrategy.AllowUnconditionalUpdate
  allowUnconditionalUpdate: false,
  setDefaults() {},
  // Mirrors: pkg/registry/policy/poddisruptionbudget/strategy.go#podDisruptionBudgetStrategy.PrepareForCreate
  prepareForCreate(pdb) {
    pdb.status = { ...unknown };
    pdb.metadata.generation = 1;
  },
  validate: validatePodDisruptionBudget,
  // Mirrors: pkg/registry/policy/poddisruptionbudget/strategy.go#podDisruptionBudgetStrategy.PrepareForUpdate
  prepareForUpdate(newPdb, oldPdb) {
    newPdb.status = oldPdb.status as Draft<PodDisruptionBudget>['status'];
    if (!semanticDeepEqual(oldPdb.spec, newPdb.spec))
      newPdb.metadata.generation = (oldPdb.metadata.generation ?? 0) + 1;
  },
  validateUpdate: validatePodDisruptionBudget,
};

/** How the status is changed, and nothing but it. */
// Mirrors: pkg/registry/policy/poddisruptionbudget/strategy.go#podDisruptionBudgetStatusStrategy
export const statusStrategy: RESTUpdateStrategy<PodDisruptionBudget> = {
  ...strategy,
  // Mirrors: pkg/registry/policy/poddisruptionbudget/strategy.go#podDisruptionBudgetStatusStrategy.PrepareForUpdate
  prepareForUpdate(newPdb, oldPdb) {
    newPdb.spec = oldPdb.spec as Draft<PodDisruptionBudget>['spec'];
  },
  // Mirrors: pkg/registry/policy/poddisruptionbudget/strategy.go#podDisruptionBudgetStatusStrategy.ValidateUpdate
  validateUpdate: () => [],
};

/** Disruption budgets, as the API server serves them. */
export const podDisruptionBudgets: Kind<PodDisruptionBudget> = {
  resource: { group: 'policy', resource: 'poddisruptionbudgets' },
  shortNames: ['pdb'],
  shape: podDisruptionBudget,
  strategy,
  statusStrategy,
  getAttrs: (object) => [object.metadata.labels, objectMetaFieldsSet(object, true)],
  convertFieldLabel: defaultFieldLabels,
};
