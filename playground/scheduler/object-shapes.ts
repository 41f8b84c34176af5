import type { LabelSelector } from 'kubernetes-types/meta/v1';
import { isFields } from '../../src/components/base/fields.ts';
import { t } from '../../src/i18n/t.ts';
import { labelSelectorAsSelector } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { type Shape, both, fields, listOf, mapOf, oneOf, quantity, text, truth, whole } from './shape.ts';

/** What the scheduler reads of nodes, pods and the rest. What it does not read may be as it likes. */

const labels = mapOf(text);
const amounts = mapOf(quantity);

const metadata = fields({ name: text, namespace: text, labels, annotations: mapOf(text) }, ['name']);

/** The API server refuses other selectors, and so do we, in its words. */
const canBeRead: Shape = (value, path, tell) => {
  if (!isFields(value)) return;
  const [, err] = labelSelectorAsSelector(value as LabelSelector);
  if (err) tell(path, t`expected a selector of labels, found one that cannot be read: ${err.message}.`);
};

const labelSelector = both(
  fields({
    matchLabels: labels,
    matchExpressions: listOf(
      fields({ key: text, operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'), values: listOf(text) }, [
        'key',
        'operator',
      ]),
    ),
  }),
  canBeRead,
);

const nodeRequirement = fields(
  {
    key: text,
    operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'),
    values: listOf(text),
  },
  ['key', 'operator'],
);
const nodeTerm = fields({
  matchExpressions: listOf(nodeRequirement),
  matchFields: listOf(nodeRequirement),
});
const weight: Shape = both(whole, (value, path, tell) => {
  if (typeof value !== 'number' || (value >= 1 && value <= 100)) return;
  tell(path, t`weight: expected a number from 1 to 100, found ${value}. Write one of these.`);
});

const podTerm = fields({ labelSelector, namespaces: listOf(text), topologyKey: text }, ['topologyKey']);
const podAffinity = fields({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    fields({ weight, podAffinityTerm: podTerm }, ['weight', 'podAffinityTerm']),
  ),
});

const resources = fields({ requests: amounts, limits: amounts });
const containers = listOf(
  fields({
    name: text,
    image: text,
    resources,
    ports: listOf(fields({ hostPort: whole, containerPort: whole, hostIP: text, protocol: text })),
  }),
);

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

const podSpec = fields(
  {
    containers,
    initContainers: containers,
    overhead: amounts,
    nodeName: text,
    nodeSelector: labels,
    schedulerName: text,
    priority: whole,
    priorityClassName: text,
    volumes: listOf(
      fields({ name: text, persistentVolumeClaim: fields({ claimName: text }, ['claimName']) }, ['name']),
    ),
    preemptionPolicy: oneOf('PreemptLowerPriority', 'Never'),
    tolerations: listOf(
      fields({
        key: text,
        operator: oneOf('Exists', 'Equal', ''),
        value: text,
        effect: oneOf(...effects, ''),
      }),
    ),
    affinity: fields({
      nodeAffinity: fields({
        requiredDuringSchedulingIgnoredDuringExecution: fields({ nodeSelectorTerms: listOf(nodeTerm) }, [
          'nodeSelectorTerms',
        ]),
        preferredDuringSchedulingIgnoredDuringExecution: listOf(
          fields({ weight, preference: nodeTerm }, ['weight', 'preference']),
        ),
      }),
      podAffinity,
      podAntiAffinity: podAffinity,
    }),
    topologySpreadConstraints: listOf(
      fields(
        {
          maxSkew: whole,
          topologyKey: text,
          whenUnsatisfiable: oneOf('DoNotSchedule', 'ScheduleAnyway'),
          labelSelector,
        },
        ['maxSkew', 'topologyKey', 'whenUnsatisfiable'],
      ),
    ),
  },
  ['containers'],
);

const volumeSpec = fields({
  capacity: amounts,
  accessModes: listOf(text),
  storageClassName: text,
  volumeMode: oneOf('Filesystem', 'Block'),
  claimRef: fields({ name: text, namespace: text, uid: text }),
  nodeAffinity: fields({
    required: fields({ nodeSelectorTerms: listOf(nodeTerm) }, ['nodeSelectorTerms']),
  }),
});

const claimSpec = fields({
  accessModes: listOf(text),
  resources,
  storageClassName: text,
  volumeName: text,
  volumeMode: oneOf('Filesystem', 'Block'),
  selector: labelSelector,
});

/** What is looked at of each kind, by its name. */
export const shapes: Readonly<Record<string, Shape>> = {
  Pod: fields({ metadata, spec: podSpec }, ['metadata', 'spec']),
  Node: fields(
    {
      metadata,
      spec: fields({
        unschedulable: truth,
        taints: listOf(fields({ key: text, value: text, effect: oneOf(...effects) }, ['key', 'effect'])),
      }),
      status: fields({
        allocatable: amounts,
        capacity: amounts,
        images: listOf(fields({ names: listOf(text), sizeBytes: whole })),
      }),
    },
    ['metadata'],
  ),
  Service: fields({ metadata, spec: fields({ selector: labels }) }, ['metadata']),
  ReplicationController: fields({ metadata, spec: fields({ selector: labels }) }, ['metadata']),
  ReplicaSet: fields({ metadata, spec: fields({ selector: labelSelector }) }, ['metadata']),
  StatefulSet: fields({ metadata, spec: fields({ selector: labelSelector }) }, ['metadata']),
  PodDisruptionBudget: fields(
    {
      metadata,
      spec: fields({ selector: labelSelector }),
      status: fields({ disruptionsAllowed: whole }),
    },
    ['metadata'],
  ),
  PriorityClass: fields(
    {
      metadata,
      value: whole,
      globalDefault: truth,
      preemptionPolicy: oneOf('PreemptLowerPriority', 'Never'),
    },
    ['metadata', 'value'],
  ),
  PersistentVolume: fields({ metadata, spec: volumeSpec }, ['metadata', 'spec']),
  PersistentVolumeClaim: fields({ metadata, spec: claimSpec }, ['metadata', 'spec']),
  StorageClass: fields(
    {
      metadata,
      provisioner: text,
      volumeBindingMode: oneOf('Immediate', 'WaitForFirstConsumer'),
      allowedTopologies: listOf(
        fields({
          matchLabelExpressions: listOf(fields({ key: text, values: listOf(text) }, ['key', 'values'])),
        }),
      ),
    },
    ['metadata', 'provisioner'],
  ),
  CSINode: fields(
    {
      metadata,
      spec: fields({
        drivers: listOf(
          fields(
            {
              name: text,
              nodeID: text,
              topologyKeys: listOf(text),
              allocatable: fields({ count: whole }),
            },
            ['name'],
          ),
        ),
      }),
    },
    ['metadata', 'spec'],
  ),
};
