import { t } from '../../i18n/t.ts';
import type { World } from '../../runtime/stage/world.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import {
  type Cell,
  type PaneModel,
  type Row,
  type Section,
  blank,
  cell,
} from '../../components/scope/panes/table.ts';
import { objectsOf, parseStoreKey, podOf } from '../api/objects.ts';
import { stateOf } from '../api/state-of.ts';

/** The nodes, each with its pods, and the pods that have no node. */
export function nodesModel(world: World): PaneModel {
  const nodes = objectsOf(world.store.objects, 'nodes');
  const byNode = new Map<string, [string, StoredObject][]>();
  for (const pod of objectsOf(world.store.objects, 'pods')) {
    const node = podOf(pod[1]).spec?.nodeName ?? '';
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  const sections = nodes.map(([key, node]) => {
    const { name } = parseStoreKey(key);
    const pods = byNode.get(name) ?? [];
    byNode.delete(name);
    return nodeSection(name, pods, stateOf(node));
  });
  for (const [name, pods] of byNode) {
    if (name === '') sections.push(nodeSection(t`No node yet`, pods));
    else sections.push(nodeSection(name, pods, cell(t`not stored`, 'bad')));
  }
  return { sections, empty: t`No node is stored yet. Each node appears here with the pods that run on it.` };
}

function nodeSection(title: string, pods: readonly [string, StoredObject][], state?: Cell): Section {
  const rows = pods.map(([key, pod]): Row => {
    const { namespace, name } = parseStoreKey(key);
    const owner = pod.metadata.ownerReferences?.find((reference) => reference.controller);
    return {
      key,
      cells: [
        cell(`${namespace}/${name}`),
        stateOf(pod),
        owner ? cell(`${owner.kind} ${owner.name}`) : blank,
      ],
    };
  });
  const columns = [
    { label: t`Pod`, as: 'code', share: 4 },
    { label: t`State`, share: 3 },
    { label: t`Controlled by`, as: 'code', share: 3 },
  ] as const;
  return {
    key: title,
    title,
    facts: [
      ...(state ? [{ label: t`State`, value: state }] : []),
      { label: t`Pods`, value: cell(pods.length) },
    ],
    table: { caption: t`Pods on ${title}`, columns, rows, empty: t`No pod runs here.` },
  };
}
