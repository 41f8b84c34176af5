import type { Node, Pod } from '../../kubernetes/pkg/api/objects.ts';
import { newForConfig } from '../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Host, HTTPRequest, HTTPResponse } from '../../stage/host.ts';
import type { Result } from '../../go/result.ts';
import type { Blocking } from '../../sim/process.ts';
import type {
  ExtenderArgs,
  ExtenderBindingArgs,
  ExtenderBindingResult,
  ExtenderFilterResult,
  ExtenderPreemptionResult,
  HostPriority,
  MetaVictims,
} from '../../kubernetes/staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import type { Config } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';

/** What the extender looks at. Nodes and pods say it in their labels. */
export const labels = {
  /** `true` for a node that is to be repaired, and so takes no pods. */
  repair: 'example.com/repair',
  /** How quiet the place of a node is, from 0 to 10. */
  quiet: 'example.com/quiet',
  /** `true` for a pod that nobody may take away. */
  keep: 'example.com/keep',
} as const;

/** Where it listens. */
const extenderPort = 8888;

/** The pods that would have to go from nodes, whole or by their uids only. */
interface PreemptionArgs {
  readonly Pod: Pod;
  readonly NodeNameToVictims: Readonly<Record<string, { readonly Pods: readonly Pod[] }>> | null;
  readonly NodeNameToMetaVictims: Readonly<
    Record<string, { readonly Pods: readonly { readonly UID: string }[] }>
  > | null;
}

/**
 * A scheduler extender as one may write it: a program of its own, which the scheduler asks over HTTP when it has filtered nodes
 * itself, when it has scored them, before it takes pods away for another, and, if it is configured so, to bind. What it says is
 * on its output.
 */
export class ExtenderServer {
  readonly #host: Host;
  readonly #client: ReturnType<typeof newForConfig>;

  /** `config` says how it reaches the API server. */
  constructor(host: Host, config: Config) {
    this.#host = host;
    this.#client = newForConfig(host.sim, config);
  }

  serve(): void {
    this.#host.listen(extenderPort, (request) => this.#answer(request));
  }

  *#answer({ path, body }: HTTPRequest): Blocking<HTTPResponse> {
    if (body === undefined) return { status: 405, body: 'Method Not Allowed\n' };
    const answering = this.#handlerOf(path, JSON.parse(body));
    if (!answering) return { status: 404, body: '404 page not found\n' };
    const [answer, err] = yield* answering;
    return err ? { status: 500, body: err.message } : { status: 200, body: JSON.stringify(answer) };
  }

  #handlerOf(path: string, args: unknown): Blocking<Result<object>> | undefined {
    switch (path) {
      case '/filter':
        return this.#filter(args as ExtenderArgs);
      case '/prioritize':
        return this.#prioritize(args as ExtenderArgs);
      case '/preempt':
        return this.#preempt(args as PreemptionArgs);
      case '/bind':
        return this.#bind(args as ExtenderBindingArgs);
      default:
        return undefined;
    }
  }

  /** Where it gets names only, since the scheduler counts on it to know the nodes, it asks the API server for them. */
  *#nodesOf({ Nodes, NodeNames }: ExtenderArgs): Blocking<Result<readonly Node[]>> {
    if (Nodes) return [Nodes.items, undefined];
    const [list, err] = yield* this.#client.coreV1().nodes().list();
    if (err) return [undefined, err];
    const named = new Set(NodeNames);
    const nodes = list.items as readonly Node[];
    return [nodes.filter(({ metadata }) => named.has(metadata.name)), undefined];
  }

  *#filter(args: ExtenderArgs): Blocking<Result<ExtenderFilterResult>> {
    const [nodes, err] = yield* this.#nodesOf(args);
    if (err) return [undefined, err];
    const [kept, refused]: [Node[], Node[]] = [[], []];
    for (const node of nodes) (node.metadata.labels?.[labels.repair] === 'true' ? refused : kept).push(node);
    const reason = 'node is to be repaired';
    const FailedNodes = Object.fromEntries(refused.map(({ metadata }) => [metadata.name, reason]));
    this.#say(`filter ${args.Pod.metadata.name}: ${names(kept)}; refused: ${names(refused)}`);
    if (args.Nodes) return [{ Nodes: { items: kept }, FailedNodes }, undefined];
    return [{ NodeNames: kept.map(({ metadata }) => metadata.name), FailedNodes }, undefined];
  }

  *#prioritize(args: ExtenderArgs): Blocking<Result<readonly HostPriority[]>> {
    const [nodes, err] = yield* this.#nodesOf(args);
    if (err) return [undefined, err];
    const scores = nodes.map(({ metadata }) => ({
      Host: metadata.name,
      Score: Number(metadata.labels?.[labels.quiet] ?? 0),
    }));
    const told = scores.map(({ Host, Score }) => `${Host} ${Score}`).join(', ');
    this.#say(`prioritize ${args.Pod.metadata.name}: ${told}`);
    return [scores, undefined];
  }

  /** Strikes out the nodes from which a pod would have to go that nobody may take away. */
  *#preempt(args: PreemptionArgs): Blocking<Result<ExtenderPreemptionResult>> {
    const [pods, err] = yield* this.#podsOf(args);
    if (err) return [undefined, err];
    const kept = pods.filter(({ metadata }) => metadata.labels?.[labels.keep] === 'true');
    const mayNotGo = new Set(kept.map(({ metadata }) => metadata.uid));
    const left = victimsOf(args).filter(([, uids]) => !uids.some((uid) => mayNotGo.has(uid)));
    this.#say(`preempt ${args.Pod.metadata.name}: ${left.map(([node]) => node).join(', ') || 'no node'}`);
    const NodeNameToMetaVictims: Record<string, MetaVictims> = {};
    for (const [node, uids] of left) NodeNameToMetaVictims[node] = { Pods: uids.map((UID) => ({ UID })) };
    return [{ NodeNameToMetaVictims }, undefined];
  }

  /** Where it gets uids only, it asks the API server for all pods. */
  *#podsOf({ NodeNameToVictims }: PreemptionArgs): Blocking<Result<readonly Pod[]>> {
    if (NodeNameToVictims) return [Object.values(NodeNameToVictims).flatMap(({ Pods }) => Pods), undefined];
    const [list, err] = yield* this.#client.coreV1().pods('').list();
    return err ? [undefined, err] : [list.items as readonly Pod[], undefined];
  }

  *#bind({
    PodName,
    PodNamespace,
    PodUID,
    Node,
  }: ExtenderBindingArgs): Blocking<Result<ExtenderBindingResult>> {
    const err = yield* this.#client
      .coreV1()
      .pods(PodNamespace)
      .bind({
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { namespace: PodNamespace, name: PodName, uid: PodUID },
        target: { kind: 'Node', name: Node },
      });
    this.#say(`bind ${PodName}: ${err?.message ?? Node}`);
    return [err ? { Error: err.message } : {}, undefined];
  }

  #say(line: string): void {
    this.#host.print(`${line}\n`);
  }
}

/** The uids of the victims by node. */
function victimsOf({ NodeNameToVictims, NodeNameToMetaVictims }: PreemptionArgs): [string, string[]][] {
  if (!NodeNameToVictims)
    return Object.entries(NodeNameToMetaVictims ?? {}).map(([node, { Pods }]) => [
      node,
      Pods.map(({ UID }) => UID),
    ]);
  return Object.entries(NodeNameToVictims).map(([node, { Pods }]) => [
    node,
    Pods.map(({ metadata }) => metadata.uid),
  ]);
}

const names = (nodes: readonly Node[]): string =>
  nodes.map(({ metadata }) => metadata.name).join(', ') || 'no node';
