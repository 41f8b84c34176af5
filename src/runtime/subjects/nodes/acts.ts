import { parseQuantity } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Node } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../go/result.ts';
import { validateNoOverwrites } from '../../kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/label/label.ts';
import { updateTaints } from '../../kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/taint/taint.ts';
import { parseTaints } from '../../kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.ts';
import type { ActOf, Acts } from '../../stage/acts.ts';
import type { Stage } from '../../stage/stage.ts';

/** What somebody does to nodes, and through their kubelets. */
export type NodeAct =
  /** The kubelet's stand-in reports the pod Failed. */
  | { readonly kind: 'fail'; readonly namespace: string; readonly name: string }
  /** As `kubectl label node`: `null` takes a label away. Without `overwrite`, a label that is there already is an error. */
  | {
      readonly kind: 'label-node';
      readonly node: string;
      readonly labels: Readonly<Record<string, string | null>>;
      readonly overwrite?: boolean;
    }
  /**
   * As `kubectl taint node`: `key=value:effect` sets a taint, `key:effect-` or `key-` takes it away. Without `overwrite`, one
   * that is there already, with whatever value, is an error.
   */
  | {
      readonly kind: 'taint';
      readonly node: string;
      readonly taints: readonly string[];
      readonly overwrite?: boolean;
    }
  /** As `kubectl cordon`, or `kubectl uncordon`. */
  | { readonly kind: 'cordon'; readonly node: string; readonly unschedulable: boolean }
  /**
   * A node joins, with a kubelet of its own and so much room, by the name of the resource, where that is not the usual. It
   * goes when it is deleted and its kubelet crashed.
   */
  | {
      readonly kind: 'add-node';
      readonly node: string;
      readonly allocatable?: Readonly<Record<string, string>>;
      readonly labels?: Readonly<Record<string, string>>;
      /** As for `taint`. */
      readonly taints?: readonly string[];
    }
  /**
   * There are to be so many nodes of a pool, all alike: `pool-0001` and so on. The last go first. There is no kubelet on them, so
   * thousands cost little, and pods that come there do not run.
   */
  | { readonly kind: 'node-pool'; readonly nodes: number };

declare module '../../stage/acts.ts' {
  interface ActMap {
    readonly nodes: NodeAct;
  }
}

const userAgent = 'kubectl';

/** What somebody does to nodes, as kubectl does it; and nodes that join. For planes in which nodes matter. */
export const nodeActs: Acts = {
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

function labelNode({ node, labels, overwrite }: ActOf<'label-node'>, cluster: Stage): Error | undefined {
  const [found, err] = nodeNamed(node, cluster);
  if (err) return err;
  const set = Object.entries(labels).filter((label): label is [string, string] => label[1] !== null);
  const taken = overwrite
    ? undefined
    : validateNoOverwrites(found.metadata.labels ?? {}, Object.fromEntries(set));
  return taken ?? patch(node, { metadata: { labels } }, cluster);
}

function taint({ node, taints, overwrite = false }: ActOf<'taint'>, cluster: Stage): Error | undefined {
  const [found, err] = nodeNamed(node, cluster);
  if (err) return err;
  const [newTaints, refused] = updateTaints(found, taints, overwrite);
  if (refused) return refused;
  return patch(node, { spec: { taints: newTaints.length > 0 ? newTaints : null } }, cluster);
}

/** The kubelet of a new node starts, and registers it. */
function addNode(act: ActOf<'add-node'>, { programs, settings }: Stage): Error | undefined {
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
function resizePool(wanted: number, cluster: Stage): Error | undefined {
  if (wanted > mostInPool)
    return new Error(`expected at most ${mostInPool} nodes for the pool, found ${wanted}; ask for fewer`);
  const of = (name: string) => Number(/^pool-(\d+)$/.exec(name)?.[1] ?? 0);
  const numbers = cluster
    .part('api')
    .list('nodes', '')
    .map(({ metadata }) => of(metadata.name ?? ''));
  const has = numbers.reduce((most, number) => Math.max(most, number), 0);
  for (let number = has + 1; number <= wanted; number++) {
    const err = cluster.part('api').server.do({
      verb: 'create',
      resource: 'nodes',
      body: poolNode(number),
      userAgent,
    })[1];
    if (err) return err;
  }
  for (const number of numbers.filter((one) => one > wanted)) {
    const err = cluster.part('api').server.do({
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

function nodeNamed(name: string, stage: Stage): Result<Node> {
  return stage.part('api').server.do({ verb: 'get', resource: 'nodes', name, userAgent }) as Result<Node>;
}

function patch(name: string, body: object, stage: Stage): Error | undefined {
  const patchType = 'application/merge-patch+json';
  return stage
    .part('api')
    .server.do({ verb: 'patch', resource: 'nodes', name, patchType, body, userAgent })[1];
}
