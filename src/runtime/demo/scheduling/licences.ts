import type { Node, Pod } from '../../kubernetes/pkg/api/objects.ts';
import type { CycleState, StateData } from '../../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type Handle,
  type NodeScoreList,
  type PreFilterExtensions,
  type PreFilterPlugin,
  type ScoreExtensions,
  type ScorePlugin,
  maxNodeScore,
  newStatus,
} from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import { defaultNormalizeScore } from '../../kubernetes/pkg/scheduler/framework/plugins/helper/normalize_score.ts';
import { nodeInfoOf, readState } from '../../kubernetes/pkg/scheduler/framework/plugins/helper/read.ts';
import type { PluginFactory } from '../../kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import type { NodeInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';

export const name = 'Licences';
const stateKey = `PreFilter${name}`;

/** Set on pods of which each uses up a licence. */
const licenceLabel = 'demo.example/licence';

export const needsLicence = ({ metadata }: Pod): boolean => metadata.labels?.[licenceLabel] === 'yes';

export const zoneOf = (node: Node | undefined): string =>
  node?.metadata.labels?.['topology.kubernetes.io/zone'] ?? '';

/** How many licences a zone has, as the profile says it. */
export interface LicencesArgs {
  readonly licences: Readonly<Record<string, number>>;
}

/** How many licences are in use, by zone: counted once for a pod, and asked for each node. */
export class InUse implements StateData {
  readonly #byZone: Map<string, number>;

  constructor(byZone: ReadonlyMap<string, number> = new Map()) {
    this.#byZone = new Map(byZone);
  }

  in(zone: string): number {
    return this.#byZone.get(zone) ?? 0;
  }

  add(zone: string, count: number): void {
    this.#byZone.set(zone, this.in(zone) + count);
  }

  clone(): InUse {
    return new InUse(this.#byZone);
  }
}

/** Each zone has so many licences. Pods that need one go where one is free, the others leave free ones alone. */
export class Licences implements PreFilterPlugin, FilterPlugin, ScorePlugin {
  readonly #args: LicencesArgs;
  readonly handle: Handle;

  constructor(args: LicencesArgs, handle: Handle) {
    this.#args = args;
    this.handle = handle;
  }

  name(): string {
    return name;
  }

  preFilter(state: CycleState): Answer {
    const inUse = this.newState();
    for (const nodeInfo of this.handle.snapshotSharedLister().nodeInfos().list())
      for (const { pod } of nodeInfo.pods) if (needsLicence(pod)) inUse.add(zoneOf(nodeInfo.node()), 1);
    state.write(stateKey, inUse);
    return undefined;
  }

  newState(): InUse {
    return new InUse();
  }

  filter(state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    if (!needsLicence(pod)) return undefined;
    const [inUse, failed] = readState<InUse>(state, stateKey);
    if (failed) return failed;
    const zone = zoneOf(nodeInfo.node());
    const has = this.licencesOf(zone);
    if (has === 0)
      return newStatus('UnschedulableAndUnresolvable', 'node(s) were in a zone without licences');
    if (inUse.in(zone) >= has) return newStatus('Unschedulable', 'node(s) had no licence left');
    return undefined;
  }

  preFilterExtensions(): PreFilterExtensions | undefined {
    const count = (state: CycleState, pod: Pod, nodeInfo: NodeInfo, by: number): Answer => {
      const [inUse, failed] = readState<InUse>(state, stateKey);
      if (failed) return failed;
      if (needsLicence(pod)) inUse.add(zoneOf(nodeInfo.node()), by);
      return undefined;
    };
    return {
      addPod: (state, _pod, podToAdd, nodeInfo) => count(state, podToAdd, nodeInfo, 1),
      removePod: (state, _pod, podToRemove, nodeInfo) => count(state, podToRemove, nodeInfo, -1),
    };
  }

  /** The licences that are free in the zone of the node. */
  score(state: CycleState, _pod: Pod, nodeName: string): [number, Answer] {
    const [inUse, failed] = readState<InUse>(state, stateKey);
    if (failed) return [0, failed];
    const [nodeInfo, unknown] = nodeInfoOf(this.handle.snapshotSharedLister(), nodeName);
    if (unknown) return [0, unknown];
    const zone = zoneOf(nodeInfo.node());
    return [this.licencesOf(zone) - inUse.in(zone), undefined];
  }

  scoreExtensions(): ScoreExtensions | undefined {
    return { normalizeScore: (_state, pod, scores) => this.normalizeScore(pod, scores) };
  }

  /** More is better for who needs a licence, and worse for who does not. */
  normalizeScore(pod: Pod, scores: NodeScoreList): Answer {
    return defaultNormalizeScore(maxNodeScore, !needsLicence(pod), scores);
  }

  licencesOf(zone: string): number {
    return this.#args.licences[zone] ?? 0;
  }
}

/** What makes a plugin of this class, from the arguments in the profile. */
export const madeAs =
  (Plugin: new (args: LicencesArgs, handle: Handle) => Licences): PluginFactory =>
  (configuration, handle) => {
    const { licences } = (configuration ?? {}) as Partial<LicencesArgs>;
    if (licences) return [new Plugin({ licences }, handle), undefined];
    return [undefined, new Error('expected the licences of each zone in the arguments, found none')];
  };

export const newPlugin: PluginFactory = madeAs(Licences);
