import type { Secret } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { neverStop, until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { PodSandboxConfig } from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { ImageSpec } from '../container/runtime.ts';
import type { Pulls } from './helpers.ts';

/** What an image is called that was brought, or why it was not. */
// Mirrors: pkg/kubelet/images/puller.go#pullResult
export type PullResult = Result<string>;

/** Brings images; the result comes over a channel. */
// Mirrors: pkg/kubelet/images/puller.go#imagePuller
export interface ImagePuller {
  pullImage(
    spec: ImageSpec,
    pullSecrets: readonly Secret[],
    pullChan: Chan<PullResult>,
    podSandboxConfig: PodSandboxConfig | undefined,
  ): Blocking<void>;
}

/** Brings any number of images at the same time. */
// Mirrors: pkg/kubelet/images/puller.go#parallelImagePuller
class ParallelImagePuller implements ImagePuller {
  readonly #sim: Sim;
  readonly #imageService: Pulls;

  constructor(sim: Sim, imageService: Pulls) {
    this.#sim = sim;
    this.#imageService = imageService;
  }

  // Mirrors: pkg/kubelet/images/puller.go#parallelImagePuller.pullImage
  *pullImage(
    spec: ImageSpec,
    pullSecrets: readonly Secret[],
    pullChan: Chan<PullResult>,
    podSandboxConfig: PodSandboxConfig | undefined,
  ): Blocking<void> {
    const imageService = this.#imageService;
    const pull = function* (): Blocking<void> {
      yield* pullChan.send(yield* imageService.pullImage(spec, pullSecrets, podSandboxConfig));
    };
    this.#sim.go(`pull ${spec.image}`, pull());
  }
}

// Mirrors: pkg/kubelet/images/puller.go#newParallelImagePuller
export function newParallelImagePuller(sim: Sim, imageService: Pulls): ImagePuller {
  return new ParallelImagePuller(sim, imageService);
}

/** How many may wait for their turn; who comes then waits to be let in. */
// Mirrors: pkg/kubelet/images/puller.go#maxImagePullRequests
const maxImagePullRequests = 10;

// Mirrors: pkg/kubelet/images/puller.go#imagePullRequest
interface ImagePullRequest {
  readonly spec: ImageSpec;
  readonly pullSecrets: readonly Secret[];
  readonly pullChan: Chan<PullResult>;
  readonly podSandboxConfig: PodSandboxConfig | undefined;
}

/** Brings one image after the other. */
// Mirrors: pkg/kubelet/images/puller.go#serialImagePuller
class SerialImagePuller implements ImagePuller {
  readonly #imageService: Pulls;
  readonly #pullRequests = new Chan<ImagePullRequest>('requests to pull images', maxImagePullRequests);

  constructor(imageService: Pulls) {
    this.#imageService = imageService;
  }

  // Mirrors: pkg/kubelet/images/puller.go#serialImagePuller.pullImage
  *pullImage(
    spec: ImageSpec,
    pullSecrets: readonly Secret[],
    pullChan: Chan<PullResult>,
    podSandboxConfig: PodSandboxConfig | undefined,
  ): Blocking<void> {
    yield* this.#pullRequests.send({ spec, pullSecrets, pullChan, podSandboxConfig });
  }

  // Mirrors: pkg/kubelet/images/puller.go#serialImagePuller.processImagePullRequests
  *processImagePullRequests(): Blocking<void> {
    for (;;) {
      const [pullRequest] = yield* this.#pullRequests.receive();
      if (!pullRequest) return;
      const { spec, pullSecrets, pullChan, podSandboxConfig } = pullRequest;
      yield* pullChan.send(yield* this.#imageService.pullImage(spec, pullSecrets, podSandboxConfig));
    }
  }
}

// Mirrors: pkg/kubelet/images/puller.go#newSerialImagePuller
export function newSerialImagePuller(sim: Sim, imageService: Pulls): ImagePuller {
  const imagePuller = new SerialImagePuller(imageService);
  const process = (): Blocking<void> => imagePuller.processImagePullRequests();
  sim.go('pull images', until(sim, process, 1000, neverStop));
  return imagePuller;
}
