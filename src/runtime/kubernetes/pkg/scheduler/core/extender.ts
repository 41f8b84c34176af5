import type { Node, Pod } from '../../api/objects.ts';
import type { Binding } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { HTTPClient, type RoundTripper } from '../../../../go/http-client.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import type {
  ExtenderArgs,
  ExtenderBindingArgs,
  ExtenderBindingResult,
  ExtenderFilterResult,
  ExtenderPreemptionArgs,
  ExtenderPreemptionResult,
  HostPriority,
  MetaVictims,
  Victims,
} from '../../../staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import type { ExtenderConfig } from '../apis/config/types.ts';
import type { Extender, Prioritized } from '../framework/extender.ts';
import type { NodeInfoLister } from '../framework/listers.ts';
import type { NodeInfo } from '../framework/types.ts';
import { decodeJSON } from './extender-json.ts';

/** In ms. */
// Mirrors: pkg/scheduler/core/extender.go#DefaultExtenderTimeout
const defaultExtenderTimeoutMs = 5_000;

/** An extender that is asked with HTTP: what it is asked is posted as JSON under its URL and the verb. */
// Mirrors: pkg/scheduler/core/extender.go#HTTPExtender
class HTTPExtender implements Extender {
  readonly #config: ExtenderConfig;
  readonly #client: HTTPClient;
  readonly #managedResources: ReadonlySet<string>;

  constructor(config: ExtenderConfig, client: HTTPClient) {
    this.#config = config;
    this.#client = client;
    this.#managedResources = new Set((config.managedResources ?? []).map(({ name }) => name));
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.Name
  name(): string {
    return this.#config.urlPrefix;
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.IsIgnorable
  isIgnorable(): boolean {
    return this.#config.ignorable ?? false;
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.SupportsPreemption
  supportsPreemption(): boolean {
    return Boolean(this.#config.preemptVerb);
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.ProcessPreemption
  *processPreemption(
    pod: Pod,
    nodeNameToVictims: ReadonlyMap<string, Victims>,
    nodeInfos: NodeInfoLister,
  ): Blocking<Result<ReadonlyMap<string, Victims>>> {
    const { preemptVerb = '', nodeCacheCapable } = this.#config;
    if (!this.supportsPreemption()) {
      const what = `preempt verb is not defined for extender ${this.name()} but run into ProcessPreemption`;
      return [undefined, new Error(what)];
    }
    const args: ExtenderPreemptionArgs = {
      Pod: pod,
      NodeNameToVictims: nodeCacheCapable ? null : asVictims(nodeNameToVictims),
      NodeNameToMetaVictims: nodeCacheCapable ? convertToNodeNameToMetaVictims(nodeNameToVictims) : null,
    };
    const [result, err] = yield* this.#send<ExtenderPreemptionResult>(preemptVerb, args);
    if (err) return [undefined, err];
    return this.#convertToNodeNameToVictims(result.NodeNameToMetaVictims ?? {}, nodeInfos);
  }

  /** What an extender gives back are uids, whatever it was sent. */
  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.convertToNodeNameToVictims
  #convertToNodeNameToVictims(
    nodeNameToMetaVictims: Readonly<Record<string, MetaVictims | null>>,
    nodeInfos: NodeInfoLister,
  ): Result<ReadonlyMap<string, Victims>> {
    const nodeNameToVictims = new Map<string, Victims>();
    for (const [nodeName, metaVictims] of Object.entries(nodeNameToMetaVictims)) {
      const [nodeInfo, err] = nodeInfos.get(nodeName);
      if (err) return [undefined, err];
      const pods: Pod[] = [];
      for (const { UID: uid = '' } of metaVictims?.Pods ?? []) {
        const [pod, unknown] = this.#convertPodUIDToPod(uid, nodeInfo);
        if (unknown) return [undefined, unknown];
        pods.push(pod);
      }
      // The count of budgets that an extender gives back is not read.
      nodeNameToVictims.set(nodeName, { pods, numPDBViolations: 0 });
    }
    return [nodeNameToVictims, undefined];
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.convertPodUIDToPod
  #convertPodUIDToPod(uid: string, nodeInfo: NodeInfo): Result<Pod> {
    const found = nodeInfo.pods.find(({ pod }) => pod.metadata.uid === uid);
    if (found) return [found.pod, undefined];
    const nodeName = nodeInfo.name;
    const claim = `extender: ${this.name()} claims to preempt pod (UID: &{${uid}}) on node: ${nodeName}`;
    return [undefined, new Error(`${claim}, but the pod is not found on that node`)];
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.Filter
  *filter(
    pod: Pod,
    nodes: readonly Node[],
  ): Blocking<[readonly Node[], ReadonlyMap<string, string>, undefined] | [undefined, undefined, Error]> {
    const { filterVerb, nodeCacheCapable } = this.#config;
    if (!filterVerb) return [nodes, new Map(), undefined];
    const [result, err] = yield* this.#send<ExtenderFilterResult>(filterVerb, this.#argsOf(pod, nodes));
    if (err) return [undefined, undefined, err];
    if (result.Error) return [undefined, undefined, new Error(result.Error)];
    const failed = new Map(Object.entries(result.FailedNodes ?? {}));
    if (!nodeCacheCapable || !result.NodeNames) return [result.Nodes?.items ?? [], failed, undefined];
    const fromNodeName = new Map(nodes.map((node) => [node.metadata.name, node]));
    const nodeResult: Node[] = [];
    for (const nodeName of result.NodeNames) {
      const node = fromNodeName.get(nodeName);
      if (!node) {
        const claim = `extender ${quote(this.name())} claims a filtered node ${quote(nodeName)}`;
        return [undefined, undefined, new Error(`${claim} which is not found in the input node list`)];
      }
      nodeResult.push(node);
    }
    return [nodeResult, failed, undefined];
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.Prioritize
  *prioritize(pod: Pod, nodes: readonly Node[]): Blocking<Prioritized> {
    const { prioritizeVerb, weight = 0 } = this.#config;
    if (!prioritizeVerb) return [nodes.map(({ metadata }) => [metadata.name, 0] as const), 0, undefined];
    const args = this.#argsOf(pod, nodes);
    const [result, err] = yield* this.#send<readonly HostPriority[] | null>(prioritizeVerb, args);
    if (err) return [undefined, undefined, err];
    const scores = (result ?? []).map(({ Host = '', Score = 0 }) => [Host, Score] as const);
    return [scores, weight, undefined];
  }

  /** An extender that knows the nodes gets their names only. */
  #argsOf(pod: Pod, nodes: readonly Node[]): ExtenderArgs {
    if (this.#config.nodeCacheCapable)
      return { Pod: pod, Nodes: null, NodeNames: nodes.map(({ metadata }) => metadata.name) };
    return { Pod: pod, Nodes: { metadata: {}, items: nodes }, NodeNames: null };
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.Bind
  *bind({ metadata, target }: Binding): Blocking<Error | undefined> {
    const { bindVerb = '' } = this.#config;
    if (!this.isBinder()) return new Error('unexpected empty bindVerb in extender');
    const req: ExtenderBindingArgs = {
      PodName: metadata?.name ?? '',
      PodNamespace: metadata?.namespace ?? '',
      PodUID: metadata?.uid ?? '',
      Node: target.name ?? '',
    };
    const [result, err] = yield* this.#send<ExtenderBindingResult>(bindVerb, req);
    if (err) return err;
    return result.Error ? new Error(result.Error) : undefined;
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.IsBinder
  isBinder(): boolean {
    return Boolean(this.#config.bindVerb);
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.send
  *#send<T>(action: string, args: object): Blocking<Result<T>> {
    const url = `${this.#config.urlPrefix.replace(/\/+$/, '')}/${action}`;
    const [response, err] = yield* this.#client.post(url, JSON.stringify(args));
    if (err) return [undefined, err];
    const { statusCode, body } = response;
    if (statusCode !== 200)
      return [undefined, new Error(`failed ${action} with extender at URL ${url}, code ${statusCode}`)];
    return decodeJSON<T>(body);
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.IsInterested
  isInterested({ spec }: Pod): boolean {
    if (this.#managedResources.size === 0) return true;
    return this.#hasManagedResources(spec.containers) || this.#hasManagedResources(spec.initContainers ?? []);
  }

  // Mirrors: pkg/scheduler/core/extender.go#HTTPExtender.hasManagedResources
  #hasManagedResources(containers: Pod['spec']['containers']): boolean {
    return containers.some(({ resources = {} }) => {
      const { requests = {}, limits = {} } = resources;
      return [...Object.keys(requests), ...Object.keys(limits)].some((name) =>
        this.#managedResources.has(name),
      );
    });
  }
}

/** As Go writes the victims: with the names of its fields. */
function asVictims(nodeNameToVictims: ReadonlyMap<string, Victims>): Record<string, object> {
  const all = [...nodeNameToVictims].map(([nodeName, { pods, numPDBViolations }]) => [
    nodeName,
    { Pods: pods, NumPDBViolations: numPDBViolations },
  ]);
  return Object.fromEntries(all) as Record<string, object>;
}

// Mirrors: pkg/scheduler/core/extender.go#convertToNodeNameToMetaVictims
function convertToNodeNameToMetaVictims(
  nodeNameToVictims: ReadonlyMap<string, Victims>,
): Record<string, object> {
  const all = [...nodeNameToVictims].map(([nodeName, { pods }]) => [
    nodeName,
    { Pods: pods.map(({ metadata }) => ({ UID: metadata.uid })), NumPDBViolations: 0 },
  ]);
  return Object.fromEntries(all) as Record<string, object>;
}

/** There is no TLS in Loopscope's network, so what a configuration says of it is not looked at. */
// Mirrors: pkg/scheduler/core/extender.go#NewHTTPExtender
export function newHTTPExtender(sim: Sim, config: ExtenderConfig, transport: RoundTripper): Extender {
  const timeoutMs = config.httpTimeout || defaultExtenderTimeoutMs;
  return new HTTPExtender(config, new HTTPClient(sim, transport, timeoutMs));
}
