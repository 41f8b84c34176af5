import { newBadRequest, newInvalid } from '../apimachinery/pkg/api/errors/errors.ts';
import { parseQuantity } from '../apimachinery/pkg/api/resource/quantity.ts';
import { nameIsDNSSubdomain } from '../apimachinery/pkg/api/validation/generic.ts';
import type { Node, Pod } from '../apimachinery/pkg/runtime/object.ts';
import { type ErrorList, invalid } from '../apimachinery/pkg/util/validation/field/errors.ts';
import { newPath } from '../apimachinery/pkg/util/validation/field/path.ts';
import {
  validateAffinity,
  validateNodeTaints,
  validateTolerations,
  validateTopologySpreadConstraints,
} from '../apis/core/validation/validation_scheduling.ts';
import type { PluginFactory } from '../apiserver/pkg/admission/interfaces.ts';

/**
 * What the API server checks of pods and nodes that only matters where a scheduler reads it. Upstream does this when it reads
 * and validates them; here planes that have a scheduler bring it along, so that the others need not carry it.
 */
export const schedulingChecks: PluginFactory = () => ({
  admit({ resource, subresource, object }) {
    if (!object) return undefined;
    const isPod = resource.resource === 'pods' && subresource === '';
    const body = object as unknown as Pod & Node;
    const amounts = isPod ? ofPod(body) : resource.resource === 'nodes' ? ofNode(body) : [];
    const wrong = quantityProblem(amounts);
    if (wrong === '') return undefined;
    const { kind, apiVersion } = object;
    return newBadRequest(`${kind} in version "${apiVersion}" cannot be handled as a ${kind}: ${wrong}`);
  },
  validate({ resource, subresource, object }) {
    if (subresource !== '' || !object) return undefined;
    const errs =
      resource.resource === 'pods'
        ? podProblems(object as unknown as Pod)
        : resource.resource === 'nodes'
          ? validateNodeTaints((object as unknown as Node).spec?.taints ?? [], newPath('spec', 'taints'))
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

/** Amounts by resource, as they came from outside. */
type Amounts = readonly [path: string, list: unknown];

/**
 * An amount that is none: where it stands, and why. One that is a number becomes a text, as upstream writes it back.
 */
function quantityProblem(amounts: readonly Amounts[]): string {
  for (const [path, list] of amounts) {
    if (typeof list !== 'object' || list === null) continue;
    const quantities = list as Record<string, unknown>;
    for (const [name, amount] of Object.entries(quantities)) {
      if (typeof amount === 'number') quantities[name] = String(amount);
      const text = String(amount);
      const [, err] = parseQuantity(text);
      if (err) return `${path}[${name}]: ${err.message}, found ${JSON.stringify(amount)}`;
    }
  }
  return '';
}

function ofPod({ spec }: Pod): Amounts[] {
  const lists = { containers: spec?.containers, initContainers: spec?.initContainers };
  const ofContainers = Object.entries(lists).flatMap(([field, list]) =>
    (Array.isArray(list) ? list : []).flatMap((container, i): Amounts[] => [
      [`spec.${field}[${i}].resources.requests`, container?.resources?.requests],
      [`spec.${field}[${i}].resources.limits`, container?.resources?.limits],
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
