import type { Container, ObjectReference, Secret } from 'kubernetes-types/core/v1';
import { formatDuration } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Backoff } from '../../../staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { PodSandboxConfig } from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { parseNormalizedNamed } from '../../../vendor/github.com/docker/distribution/reference/normalize.ts';
import type { Pod } from '../../api/objects.ts';
import { generateContainerRef } from '../container/ref.ts';
import type { ImageService } from '../container/runtime.ts';
import {
  backOffPullImage,
  errImageNeverPullPolicy,
  failedToInspectImage,
  failedToPullImage,
  pulledImage,
  pullingImage,
} from '../events/event.ts';
import { throttleImagePulling } from './helpers.ts';
import { type ImagePuller, type PullResult, newParallelImagePuller, newSerialImagePuller } from './puller.ts';
import {
  type ImageManager,
  errImageInspect,
  errImageNeverPull,
  errImagePull,
  errImagePullBackOff,
  errInvalidImageName,
  errRegistryUnavailable,
} from './types.ts';

/** Brings images, and tells of it by events. */
// Mirrors: pkg/kubelet/images/image_manager.go#imageManager
class PullingImageManager implements ImageManager {
  readonly #sim: Sim;
  readonly #recorder: EventRecorder;
  readonly #imageService: Pick<ImageService, 'getImageRef'>;
  readonly #backOff: Backoff;
  readonly #puller: ImagePuller;
  readonly #gates: Gates;

  constructor(
    sim: Sim,
    recorder: EventRecorder,
    imageService: Pick<ImageService, 'getImageRef'>,
    imageBackOff: Backoff,
    puller: ImagePuller,
    gates: Gates,
  ) {
    this.#sim = sim;
    this.#recorder = recorder;
    this.#imageService = imageService;
    this.#backOff = imageBackOff;
    this.#puller = puller;
    this.#gates = gates;
  }

  // Mirrors: pkg/kubelet/images/image_manager.go#imageManager.logIt
  #logIt(ref: ObjectReference | undefined, eventtype: string, event: string, msg: string): void {
    if (ref) this.#recorder.event(ref, eventtype, event, msg);
  }

  // Mirrors: pkg/kubelet/images/image_manager.go#imageManager.EnsureImageExists
  *ensureImageExists(
    pod: Pod,
    container: Container,
    pullSecrets: readonly Secret[],
    podSandboxConfig: PodSandboxConfig | undefined,
  ): Blocking<[imageRef: string, msg: string, err: Error | undefined]> {
    const { image: wanted = '' } = container;
    const [ref] = generateContainerRef(pod, container, this.#gates);
    const refuse = (type: string, reason: string, msg: string, err: Error): ['', string, Error] => {
      this.#logIt(ref, type, reason, msg);
      return ['', msg, err];
    };
    const [image, tagErr] = applyDefaultImageTag(wanted);
    if (tagErr) {
      const msg = `Failed to apply default image tag ${quote(wanted)}: ${tagErr.message}`;
      return refuse('Warning', failedToInspectImage, msg, errInvalidImageName);
    }
    const annotations = Object.entries(pod.metadata.annotations ?? {}).map(([name, value]) => ({
      name,
      value,
    }));
    const spec = { image, annotations };
    const [imageRef, refErr] = yield* this.#imageService.getImageRef(spec);
    if (refErr) {
      const msg = `Failed to inspect image ${quote(wanted)}: ${refErr.message}`;
      return refuse('Warning', failedToInspectImage, msg, errImageInspect);
    }
    const present = imageRef !== '';
    if (!shouldPullImage(container, present)) {
      if (present) {
        const msg = `Container image ${quote(wanted)} already present on machine`;
        this.#logIt(ref, 'Normal', pulledImage, msg);
        return [imageRef, '', undefined];
      }
      const msg = `Container image ${quote(wanted)} is not present with pull policy of Never`;
      return refuse('Warning', errImageNeverPullPolicy, msg, errImageNeverPull);
    }
    const backOffKey = `${pod.metadata.uid}_${wanted}`;
    if (this.#backOff.isInBackOffSinceUpdate(backOffKey, this.#sim.now)) {
      const msg = `Back-off pulling image ${quote(wanted)}`;
      return refuse('Normal', backOffPullImage, msg, errImagePullBackOff);
    }
    this.#logIt(ref, 'Normal', pullingImage, `Pulling image ${quote(wanted)}`);
    const startTime = this.#sim.now;
    const pullChan = new Chan<PullResult>(`the image ${image}`);
    yield* this.#puller.pullImage(spec, pullSecrets, pullChan, podSandboxConfig);
    const [[pulled, err]] = (yield* pullChan.receive()) as [PullResult, true];
    if (err) {
      const msg = `Failed to pull image ${quote(wanted)}: ${err.message}`;
      this.#logIt(ref, 'Warning', failedToPullImage, msg);
      this.#backOff.next(backOffKey, this.#sim.now);
      if (err !== errRegistryUnavailable) return ['', err.message, errImagePull];
      return ['', `image pull failed for ${wanted} because the registry is unavailable.`, err];
    }
    const took = formatDuration(this.#sim.now - startTime);
    const msg = `Successfully pulled image ${quote(wanted)} in ${took}`;
    this.#logIt(ref, 'Normal', pulledImage, msg);
    this.#backOff.gc();
    return [pulled, '', undefined];
  }
}

// Mirrors: pkg/kubelet/images/image_manager.go#NewImageManager
export function newImageManager(
  sim: Sim,
  recorder: EventRecorder,
  imageService: Pick<ImageService, 'getImageRef' | 'pullImage'>,
  imageBackOff: Backoff,
  serialized: boolean,
  qps: number,
  burst: number,
  gates: Gates,
): ImageManager {
  const throttled = throttleImagePulling(sim, imageService, qps, burst); // Go: imageService
  const puller = serialized ? newSerialImagePuller(sim, throttled) : newParallelImagePuller(sim, throttled);
  return new PullingImageManager(sim, recorder, imageService, imageBackOff, puller, gates);
}

/** Whether an image is to be brought. Without a policy, never. */
// Mirrors: pkg/kubelet/images/image_manager.go#shouldPullImage
export function shouldPullImage(container: Container, imagePresent: boolean): boolean {
  if (container.imagePullPolicy === 'Never') return false;
  return (
    container.imagePullPolicy === 'Always' || (container.imagePullPolicy === 'IfNotPresent' && !imagePresent)
  );
}

/** With `:latest` behind a name that has neither tag nor digest. The name itself stays as short as it is. */
// Mirrors: pkg/kubelet/images/image_manager.go#applyDefaultImageTag
export function applyDefaultImageTag(image: string): Result<string> {
  const [named, err] = parseNormalizedNamed(image);
  if (err) return [undefined, new Error(`couldn't parse image reference ${quote(image)}: ${err.message}`)];
  return [named.tag === '' && named.digest === '' ? `${image}:latest` : image, undefined];
}
