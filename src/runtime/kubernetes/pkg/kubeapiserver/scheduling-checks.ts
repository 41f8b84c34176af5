import { newInvalid } from '../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { parseQuantity } from '../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { nameIsDNSSubdomain } from '../../staging/src/k8s.io/apimachinery/pkg/api/validation/generic.ts';
import type { Node, Pod } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ErrorList,
  invalid,
} from '../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../../staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.ts';
import {
  validateAffinity,
  validateNodeTaints,
  validateTolerations,
  validateTopologySpreadConstraints,
} from '../apis/core/validation/validation.ts';
import type { PluginFactory } from '../../staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';
import { transformDecodeError } from '../../staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.ts';

/**
 * What the API server checks of pods and nodes that only matters where a scheduler reads it. Upstream does this when it reads
 * and validates them; here planes that have a scheduler bring it along, so that the others need not carry it.
 */
export const schedulingChecks: PluginFactory = () => ({
  admit({ resource, subresource, object }) {
    if (!object) return undefined;
    const isPod = resource.resource === 'pods' && subresource === '';
    const body = object as Pod & Node;
    const amounts = isPod ? ofPod(body) : resource.resource === 'nodes' ? ofNode(body) : [];
    const wrong = quantityProblem(amounts);
    return wrong && transformDecodeError({ group: '', version: 'v1', kind: object.kind }, wrong);
  },
  validate({ resource, subresource, object }) {
    if (subresource !== '' || !object) return undefined;
    const errs =
      resource.resource === 'pods'
        ? podProblems(object as Pod)
        : resource.resource === 'nodes'
          ? validateNodeTaints((object as Node).spec?.taints ?? [], newPath('spec', 'taints'))
          : [];
    if (errs.length === 0) return undefined;
    return newInvalid({ group: '', kind: object.kind }, object.metadata.name ?? '', errs);
  },
});

function podProblems({ spec }: Pod): ErrorList {
  const path = newPath('spec');
  const { tolerations = [], affinity, priorityClassName = '', topologySpreadConstraints = [] } = spec ?? {};
  const badName = priorityClassName === '' ? [] : nameIsDNSSubdomain(priorityClassName, false);
  return [
    ...(affinity ? validateAffinity(affinity, path.child('affinity')) : []),
    ...validateTopologySpreadConstraints(topologySpreadConstraints, path.child('topologySpreadConstraints')),
    ...validateTolerations(tolerations, path.child('tolerations')),
    ...badName.map((msg) => invalid(path.child('priorityClassName'), priorityClassName, msg)),
  ];
}

/** Amounts by resource, and where they stand. */
type Amounts = readonly [path: string, list: Readonly<Record<string, string>> | undefined];

/** An amount that is none: where it stands, and why. */
function quantityProblem(amounts: readonly Amounts[]): Error | undefined {
  for (const [path, list] of amounts) {
    for (const [name, amount] of Object.entries(list ?? {})) {
      const [, err] = parseQuantity(amount);
      if (err) return new Error(`${path}[${name}]: ${err.message}, found ${JSON.stringify(amount)}`);
    }
  }
  return undefined;
}

function ofPod({ spec }: Pod): Amounts[] {
  const lists = { containers: spec?.containers, initContainers: spec?.initContainers };
  const ofContainers = Object.entries(lists).flatMap(([field, list = []]) =>
    list.flatMap(({ resources }, i): Amounts[] => [
      [`spec.${field}[${i}].resources.requests`, resources?.requests],
      [`spec.${field}[${i}].resources.limits`, resources?.limits],
    ]),
  );
  return [...ofContainers, ['spec.overhead', spec?.overhead]];
}

function ofNode({ status }: Node): Amounts[] {
  return [
    ['status.capacity', status?.capacity],
    ['status.allocatable', status?.allocatable],
  ];
}
