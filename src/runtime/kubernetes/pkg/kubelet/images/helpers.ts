import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import {
  type RateLimiter,
  newTokenBucketRateLimiter,
} from '../../../staging/src/k8s.io/client-go/util/flowcontrol/throttle.ts';
import type { ImageService } from '../container/runtime.ts';

/** As much of the service as brings images. */
export type Pulls = Pick<ImageService, 'pullImage'>;

/** Refuses to bring more than so many images a second; any number if `qps` is 0. */
// Mirrors: pkg/kubelet/images/helpers.go#throttleImagePulling
export function throttleImagePulling(sim: Sim, imageService: Pulls, qps: number, burst: number): Pulls {
  if (qps === 0) return imageService;
  return new ThrottledImageService(imageService, newTokenBucketRateLimiter(sim, qps, burst));
}

// Mirrors: pkg/kubelet/images/helpers.go#throttledImageService
class ThrottledImageService implements Pulls {
  readonly #imageService: Pulls;
  readonly #limiter: RateLimiter;

  constructor(imageService: Pulls, limiter: RateLimiter) {
    this.#imageService = imageService;
    this.#limiter = limiter;
  }

  // Mirrors: pkg/kubelet/images/helpers.go#throttledImageService.PullImage
  *pullImage(...of: Parameters<Pulls['pullImage']>): Blocking<Result<string>> {
    if (this.#limiter.tryAccept()) return yield* this.#imageService.pullImage(...of);
    return [undefined, new Error('pull QPS exceeded')];
  }
}
