import { parseQuantity } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Node } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../go/result.ts';
import { validateNoOverwrites } from '../../kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/label/label.ts';
import { updateTaints } from '../../kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/taint/taint.ts';
import { parseTaints } from '../../kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.ts';
import type { Act } from '../../stage/acts.ts';
import type { Cluster } from '../../stage/stage.ts';
import type { MoreActs } from '../../stage/program.ts';

type ActOn<K extends Act['kind']> = Extract<Act, { readonly kind: K }>;

const userAgent = 'kubectl';

/** What somebody does to nodes, as kubectl does it; and nodes that join. For planes in which nodes matter. */
export const nodeActs: MoreActs = {
  'label-node': (act, cluster) => labelNode(act, cluster),
  taint: (act, cluster) => taint(act, cluster),
  cordon: ({ node, unschedulable }, cluster) => {
    const [found, err] = nodeNamed(node, cluster);
    if (err) return err;
    // Kubectl writes nothing if it is so already.
    if ((found.spec?.unschedulable ?? false) === unschedulable) return undefined;
    return patch(node, { spec: { unschedulable: unschedulable ? true : null } }, cluster);
  },
  'add-node': (act, cluster) => addNode(act, cluster),
  'node-pool': ({ nodes }, cluster) => resizePool(nodes, cluster),
};

function labelNode({ node, labels, overwrite }: ActOn<'label-node'>, cluster: Cluster): Error | undefined {
  const [found, err] = nodeNamed(node, cluster);
  if (err) return err;
  const set = Object.entries(labels).filter((label): label is [string, string] => label[1] !== null);
  const taken = overwrite
    ? undefined
    : validateNoOverwrites(found.metadata.labels ?? {}, Object.fromEntries(set));
  return taken ?? patch(node, { metadata: { labels } }, cluster);
}

function taint({ node, taints, overwrite = false }: ActOn<'taint'>, cluster: Cluster): Error | undefined {
  const [found, err] = nodeNamed(node, cluster);
  if (err) return err;
  const [newTaints, refused] = updateTaints(found, taints, overwrite);
  if (refused) return refused;
  return patch(node, { spec: { taints: newTaints.length > 0 ? newTaints : null } }, cluster);
}

/** The kubelet of a new node starts, and registers it. */
function addNode(act: ActOn<'add-node'>, { programs, settings }: Cluster): Error | undefined {
  const { node, allocatable = {}, labels, taints: typed = [] } = act;
  for (const [name, amount] of Object.entries(allocatable)) {
    const [, err] = parseQuantity(amount);
    if (err)
      return new Error(`expected an amount of ${name} such as 4 or 500m, found "${amount}": ${err.message}`);
  }
  const [taints, , invalid] = parseTaints(typed);
  if (invalid) return invalid;
  if (programs.get(`kubelet-stand-in/${node}`))
    return new Error(`expected a name that no node has had, found "${node}"; choose another`);
  const kubelets = settings.nodes.map((name) => programs.get(`kubelet-stand-in/${name}`));
  const kubelet = kubelets.find((p) => p?.another)?.another?.(node, { allocatable, labels, taints });
  if (!kubelet)
    return new Error('expected a cluster with a node from the start, found none: nothing can join it');
  programs.add(kubelet);
  programs.start(kubelet.name);
  return undefined;
}

/** The most nodes of a pool: a run has an entry for most of what becomes of each. */
const mostInPool = 2000;
const poolRoom = { cpu: '4', memory: '16Gi', pods: '110' };

/** Lists give them in the order of their numbers, too. */
const poolName = (number: number): string => `pool-${String(number).padStart(4, '0')}`;

/** As a cloud does it that is asked for so many machines. */
function resizePool(wanted: number, cluster: Cluster): Error | undefined {
  if (wanted > mostInPool)
    return new Error(`expected at most ${mostInPool} nodes for the pool, found ${wanted}; ask for fewer`);
  const of = (name: string) => Number(/^pool-(\d+)$/.exec(name)?.[1] ?? 0);
  const numbers = cluster.list('nodes', '').map(({ metadata }) => of(metadata.name ?? ''));
  const has = numbers.reduce((most, number) => Math.max(most, number), 0);
  for (let number = has + 1; number <= wanted; number++) {
    const err = cluster.server.do({
      verb: 'create',
      resource: 'nodes',
      body: poolNode(number),
      userAgent,
    })[1];
    if (err) return err;
  }
  for (const number of numbers.filter((one) => one > wanted)) {
    const err = cluster.server.do({
      verb: 'delete',
      resource: 'nodes',
      name: poolName(number),
      userAgent,
    })[1];
    if (err) return err;
  }
  return undefined;
}

function poolNode(number: number): object {
  const name = poolName(number);
  const labels = { 'kubernetes.io/hostname': name };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    status: { allocatable: poolRoom, capacity: poolRoom },
  };
}

function nodeNamed(name: string, { server }: Cluster): Result<Node> {
  return server.do({ verb: 'get', resource: 'nodes', name, userAgent }) as Result<Node>;
}

function patch(name: string, body: object, { server }: Cluster): Error | undefined {
  const patchType = 'application/merge-patch+json';
  return server.do({ verb: 'patch', resource: 'nodes', name, patchType, body, userAgent })[1];
}
