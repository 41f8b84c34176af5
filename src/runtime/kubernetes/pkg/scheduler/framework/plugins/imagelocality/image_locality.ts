import type { Pod } from '../../../../api/objects.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type Handle, type ScorePlugin, maxNodeScore } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { ImageStateSummary, NodeInfo } from '../../types.ts';
import { nodeInfoOf } from '../helper/read.ts';

// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#mb
const mb = 1024 * 1024;

/** Less than this, in bytes, is not worth a difference. */
// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#minThreshold
const minThreshold = 23 * mb;

/** More than this for each container makes no difference any more. */
// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#maxContainerThreshold
const maxContainerThreshold = 1000 * mb;

// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#Name
export const name = 'ImageLocality';

/** Favors nodes that have the images of the pod already, the more the larger they are. */
// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#ImageLocality
export class ImageLocality implements ScorePlugin {
  readonly #handle: Handle;
  /** The images of the pod that was scored last: the same for each node. */
  #images: { readonly pod: Pod; readonly names: readonly string[] } | undefined;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  // Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#ImageLocality.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#ImageLocality.Score
  score(_state: CycleState, pod: Pod, nodeName: string): [number, Answer] {
    const lister = this.#handle.snapshotSharedLister();
    const [nodeInfo, err] = nodeInfoOf(lister, nodeName);
    if (err) return [0, err];
    const totalNumNodes = lister.nodeInfos().list().length;
    const images = this.#imagesOf(pod);
    const sumScores = sumImageScores(nodeInfo, images, totalNumNodes);
    return [calculatePriority(sumScores, images.length), undefined];
  }

  #imagesOf(pod: Pod): readonly string[] {
    if (this.#images?.pod !== pod) {
      const names = pod.spec.containers.map(({ image = '' }) => normalizedImageName(image));
      this.#images = { pod, names };
    }
    return this.#images.names;
  }

  // Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#ImageLocality.ScoreExtensions
  scoreExtensions(): undefined {
    return undefined;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#calculatePriority
function calculatePriority(sumScores: number, numContainers: number): number {
  const maxThreshold = maxContainerThreshold * numContainers;
  // In this order: a pod without containers has a threshold of 0.
  const sum = sumScores < minThreshold ? minThreshold : Math.min(sumScores, maxThreshold);
  return Math.trunc((maxNodeScore * (sum - minThreshold)) / (maxThreshold - minThreshold));
}

/** Init containers do not count: their images are seldom large. */
// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#sumImageScores
function sumImageScores(nodeInfo: NodeInfo, images: readonly string[], totalNumNodes: number): number {
  let sum = 0;
  for (const image of images) {
    const state = nodeInfo.imageStates.get(image);
    if (state) sum += scaledImageScore(state, totalNumNodes);
  }
  return sum;
}

/** The size, scaled by the share of nodes that have the image: else all pods of an image would go where it went first. */
// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#scaledImageScore
function scaledImageScore(imageState: ImageStateSummary, totalNumNodes: number): number {
  const spread = imageState.numNodes / totalNumNodes;
  return Math.trunc(imageState.size * spread);
}

/** An image without a tag is the latest. */
// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#normalizedImageName
function normalizedImageName(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}

// Mirrors: pkg/scheduler/framework/plugins/imagelocality/image_locality.go#New
export const newPlugin: PluginFactory = (_args, handle) => [new ImageLocality(handle), undefined];
