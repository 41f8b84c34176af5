/** Where the plugins are, under src/runtime. */
export const pluginsFolder = 'kubernetes/pkg/scheduler/framework/plugins/';

/** Where they were before the mirrors were laid out as the Go tree, and so in links that were made then. */
export const formerFolder = 'scheduler/framework/plugins/';

/** The file of the reader's own plugin: it stands where one more plugin would. */
export const ownFile = `${pluginsFolder}mine/mine.ts`;

const byAllocation = (file: string): string[] => [
  `noderesources/${file}.ts`,
  'noderesources/resource_allocation.ts',
];
const byLimits = ['nodevolumelimits/non_csi.ts', 'nodevolumelimits/utils.ts'];

/** The files of each plugin that filters or scores, the one that it is named in first. */
const files: Readonly<Record<string, readonly string[]>> = {
  SelectorSpread: ['selectorspread/selector_spread.ts'],
  ImageLocality: ['imagelocality/image_locality.ts'],
  TaintToleration: ['tainttoleration/taint_toleration.ts'],
  NodeName: ['nodename/node_name.ts'],
  NodePorts: ['nodeports/node_ports.ts'],
  NodePreferAvoidPods: ['nodepreferavoidpods/node_prefer_avoid_pods.ts'],
  NodeAffinity: ['nodeaffinity/node_affinity.ts'],
  PodTopologySpread: ['plugin', 'filtering', 'scoring', 'common'].map(
    (file) => `podtopologyspread/${file}.ts`,
  ),
  NodeUnschedulable: ['nodeunschedulable/node_unschedulable.ts'],
  NodeResourcesFit: ['noderesources/fit.ts'],
  NodeResourcesBalancedAllocation: byAllocation('balanced_allocation'),
  NodeResourcesMostAllocated: byAllocation('most_allocated'),
  NodeResourcesLeastAllocated: byAllocation('least_allocated'),
  RequestedToCapacityRatio: byAllocation('requested_to_capacity_ratio'),
  VolumeBinding: ['volumebinding/volume_binding.ts'],
  VolumeRestrictions: ['volumerestrictions/volume_restrictions.ts'],
  VolumeZone: ['volumezone/volume_zone.ts'],
  NodeVolumeLimits: ['nodevolumelimits/csi.ts', 'nodevolumelimits/utils.ts'],
  EBSLimits: byLimits,
  GCEPDLimits: byLimits,
  AzureDiskLimits: byLimits,
  CinderLimits: byLimits,
  InterPodAffinity: ['plugin', 'filtering', 'scoring'].map((file) => `interpodaffinity/${file}.ts`),
  NodeLabel: ['nodelabel/node_label.ts'],
  ServiceAffinity: ['serviceaffinity/service_affinity.ts'],
};

/** The files whose lines tell what a plugin does; those of the reader's own for one that is none of the scheduler's. */
export function filesOf(plugin: string): readonly string[] {
  return Object.hasOwn(files, plugin) ? (files[plugin] ?? []).map((file) => pluginsFolder + file) : [ownFile];
}

/** All files that a reader can edit, but the own one. */
export const pluginFiles: readonly string[] = [
  ...new Set(Object.keys(files).flatMap((plugin) => filesOf(plugin))),
].sort();

/** What the reader's own plugin begins as. */
export const ownStart = `import type { Pod } from '../../../../api/objects.ts';
import type { CycleState } from '../../cycle_state.ts';
import type { Answer, FilterPlugin, Handle, ScorePlugin } from '../../interface.ts';
import { newStatus } from '../../interface_status.ts';
import type { NodeInfo } from '../../types.ts';

export const name = 'Mine';

/** Where it takes part, and what its score counts in the sum. */
export const points = ['filter', 'score'];
export const weight = 1;

/** Keeps pods off nodes with less than two processors, and prefers nodes with few pods. */
class Mine implements FilterPlugin, ScorePlugin {
  readonly #handle: Handle;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  name(): string {
    return name;
  }

  filter(_state: CycleState, _pod: Pod, info: NodeInfo): Answer {
    if (info.allocatable.milliCPU >= 2000) return undefined;
    return newStatus('Unschedulable', 'node(s) had less than two processors');
  }

  score(_state: CycleState, _pod: Pod, nodeName: string): [number, Answer] {
    const [info] = this.#handle.snapshotSharedLister().nodeInfos().get(nodeName);
    const pods = info?.pods.length ?? 0;
    return [Math.max(0, 100 - 10 * pods), undefined];
  }

  scoreExtensions(): undefined {
    return undefined;
  }
}

export function newPlugin(_args: object | undefined, handle: Handle): [Mine, undefined] {
  return [new Mine(handle), undefined];
}
`;
