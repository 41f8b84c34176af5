import { t } from '../../i18n/t.ts';
import type { World } from '../../runtime/stage/world.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { objectsOf, podOf } from '../api/objects.ts';
import {
  type Field,
  type Option,
  type FieldProblem,
  type Values,
  choice,
  labelsFrom,
  numberField,
  wordsFrom,
} from '../../components/scope/acts/fields.ts';
import type { Offer } from '../../components/scope/acts/offer.ts';
import { keyFrom, objectOption, podsOf } from '../api/object-fields.ts';

const nodesOf = (world: World): StoredObject[] =>
  objectsOf(world.store.objects, 'nodes').map(([, object]) => object);

const nameOf = ({ metadata }: StoredObject): string => metadata.name ?? '';

/** A form about a node of the cluster; where there is none, the reason why it cannot be filled in. */
function ofNode(world: World, ...more: readonly Field[]): readonly Field[] | string {
  const options = nodesOf(world).map((node): Option => ({ value: nameOf(node), label: nameOf(node) }));
  return options.length === 0
    ? t`There is no node at this step.`
    : [choice('node', t`Node`, options), ...more];
}

const overwriteField = (): Field =>
  choice('overwrite', t`What is there already`, [
    { value: '', label: t`is an error` },
    { value: 'yes', label: t`is overwritten` },
  ]);

const overwriting = ({ overwrite }: Values): { readonly overwrite?: true } =>
  overwrite === 'yes' ? { overwrite: true } : {};

const taintsHint = (): string =>
  t`key=value:effect or key:effect sets a taint, key:effect- or key- takes it away; the effect is NoSchedule, PreferNoSchedule or NoExecute`;

const fail: Offer = {
  id: 'fail',
  about:
    'Its kubelet reports it Failed, for good; a failed pod no longer counts, so watch for another in its place.',
  fields: (world) => {
    const pods = podsOf(world).filter((pod) => {
      const { spec, status, metadata } = podOf(pod);
      return (
        spec?.nodeName &&
        !metadata?.deletionTimestamp &&
        !['Failed', 'Succeeded'].includes(status?.phase ?? '')
      );
    });
    return pods.length === 0
      ? t`No pod runs on a node at this step.`
      : [choice('object', t`Pod`, pods.map(objectOption))];
  },
  build: (values) => ({ kind: 'fail', ...keyFrom(values) }),
};

const labelNode: Offer = {
  id: 'label-node',
  about:
    'Pods that wait for such a label get another try; those that are placed stay where they are. Watch the queue.',
  fields: (world) =>
    ofNode(
      world,
      {
        kind: 'text',
        name: 'labels',
        label: t`Labels`,
        value: 'disk=ssd',
        hint: t`key=value sets a label, key- takes it away; several with spaces between, as in kubectl label`,
      },
      overwriteField(),
    ),
  build: (values) => {
    const labels = labelsFrom(values, 'labels');
    if ('message' in labels) return [labels];
    return { kind: 'label-node', node: values.node ?? '', labels: labels.labels, ...overwriting(values) };
  },
};

const taint: Offer = {
  id: 'taint',
  about:
    'Pods that do not tolerate it stay away, or get a lower score, or are taken from the node: watch which effect does what.',
  fields: (world) =>
    ofNode(
      world,
      {
        kind: 'text',
        name: 'taints',
        label: t`Taints`,
        value: 'dedicated=db:NoSchedule',
        hint: taintsHint(),
      },
      overwriteField(),
    ),
  build: (values) => {
    const taints = wordsFrom(values, 'taints');
    if (taints.length > 0) return { kind: 'taint', node: values.node ?? '', taints, ...overwriting(values) };
    const message = t`Taints: expected at least one such as dedicated=db:NoSchedule, found nothing. Type one.`;
    return [{ field: 'taints', message }];
  },
};

const cordon: Offer = {
  id: 'cordon',
  about:
    'Its pods stay, and no new ones come; watch the filter that says so, and what waits get a place again.',
  fields: (world) => {
    const options = nodesOf(world).map((node): Option => {
      const name = nameOf(node);
      const { spec } = node as { readonly spec?: { readonly unschedulable?: boolean } };
      return spec?.unschedulable
        ? { value: `${name} no`, label: t`uncordon ${name}` }
        : { value: `${name} yes`, label: t`cordon ${name}` };
    });
    return options.length === 0 ? t`There is no node at this step.` : [choice('node', t`Node`, options)];
  },
  build: (values) => {
    const [node = '', wanted] = (values.node ?? '').split(' ');
    return { kind: 'cordon', node, unschedulable: wanted === 'yes' };
  },
};

const addNode: Offer = {
  id: 'add-node',
  about:
    'Its kubelet registers it, and pods that waited for room try again; watch which of them moves in the queue.',
  fields: (world) => {
    const taken = nodesOf(world).map(nameOf);
    let number = taken.length + 1;
    while (taken.includes(`node-${number}`)) number++;
    return [
      {
        kind: 'text',
        name: 'name',
        label: t`Name`,
        value: `node-${number}`,
        hint: t`lower case letters, digits, "-" and "."`,
      },
      {
        kind: 'text',
        name: 'room',
        label: t`Room`,
        value: 'cpu=4 memory=8Gi pods=110',
        hint: t`resource=amount, with spaces between; what is left out is as on other nodes`,
      },
      { kind: 'text', name: 'labels', label: t`Labels`, value: '', hint: t`key=value, with spaces between` },
      { kind: 'text', name: 'taints', label: t`Taints`, value: '', hint: taintsHint() },
    ];
  },
  build: (values) => {
    const node = (values.name ?? '').trim();
    const problems: FieldProblem[] = [];
    if (!/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(node)) {
      const message = t`Name: expected lower case letters, digits, "-" and ".", found "${node}". Change it to that form.`;
      problems.push({ field: 'name', message });
    }
    const named = (field: string, label: string): Record<string, string> => {
      const pairs = wordsFrom(values, field).map((word) => word.split('='));
      const wrong = pairs.find((pair) => pair.length !== 2 || pair.includes(''));
      if (wrong) {
        const message = t`${label}: expected name=value, found "${wrong.join('=')}". Write it in that form.`;
        problems.push({ field, message });
      }
      return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value]));
    };
    const allocatable = named('room', t`Room`);
    const labels = named('labels', t`Labels`);
    const taints = wordsFrom(values, 'taints');
    return problems.length > 0 ? problems : { kind: 'add-node', node, allocatable, labels, taints };
  },
};

const deleteNode: Offer = {
  id: 'delete-node',
  about:
    'Its kubelet does not make it again; watch who deletes the pods that were on it, and how long that takes.',
  fields: (world) => ofNode(world),
  build: ({ node = '' }) => ({ kind: 'delete', resource: 'nodes', namespace: '', name: node }),
};

const nodePool: Offer = {
  id: 'node-pool',
  about:
    'Nodes join or leave until there are that many. Watch how many the filters look at for the next pod, and where they begin.',
  fields: (world) => [
    poolSize.field(nodesOf(world).filter((node) => nameOf(node).startsWith('pool-')).length),
  ],
  build: (values) => {
    const nodes = poolSize.from(values);
    return typeof nodes === 'number' ? { kind: 'node-pool', nodes } : [nodes];
  },
};

/** A larger pool would make a run that takes long to show. */
const poolSize = numberField('nodes', () => t`Nodes`, 0, 1000, { slides: true });

/** What a reader can do to nodes. */
export const offers: readonly Offer[] = [fail, labelNode, taint, cordon, addNode, deleteNode, nodePool];
