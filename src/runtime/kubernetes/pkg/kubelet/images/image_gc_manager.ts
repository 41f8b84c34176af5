import type { ObjectReference } from 'kubernetes-types/core/v1';
import { mulDiv } from '../../../../go/int64.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { neverStop, until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { FsStats } from '../../../staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.ts';
import type { Image, Runtime } from '../container/runtime.ts';
import { freeDiskSpaceFailed, invalidDiskCapacity } from '../events/event.ts';
import { byImageSize } from '../util/sliceutils/sliceutils.ts';

/** Says how full the disk is that holds images. */
// Mirrors: pkg/kubelet/images/image_gc_manager.go#StatsProvider
export interface StatsProvider {
  imageFsStats(): Blocking<Result<FsStats>>;
}

/** Takes away images that nobody uses. */
// Mirrors: pkg/kubelet/images/image_gc_manager.go#ImageGCManager
export interface ImageGCManager {
  /** When the disk is too full. An error if that did not help enough. */
  garbageCollect(): Blocking<Error | undefined>;
  /** Begins to look which images there are, and which are used. */
  start(): void;
  /** The largest first. */
  getImageList(): readonly Image[];
  deleteUnusedImages(): Blocking<Error | undefined>;
}

/** From when on images are taken away, and until when. */
// Mirrors: pkg/kubelet/images/image_gc_manager.go#ImageGCPolicy
export interface ImageGCPolicy {
  /** From that usage on. */
  readonly highThresholdPercent: number;
  /** Until that usage is reached. */
  readonly lowThresholdPercent: number;
  /** Younger ones stay. */
  readonly minAgeMs: number;
}

/** The last list of images. */
// Mirrors: pkg/kubelet/images/image_gc_manager.go#imageCache
export class ImageCache {
  #images: readonly Image[] = [];

  /** Sorts them here, since they are read more often than written. */
  // Mirrors: pkg/kubelet/images/image_gc_manager.go#imageCache.set
  set(images: readonly Image[]): void {
    this.#images = images.toSorted(byImageSize);
  }

  // Mirrors: pkg/kubelet/images/image_gc_manager.go#imageCache.get
  get(): readonly Image[] {
    return this.#images;
  }
}

/** Before all that is known: when an image was last used that was never used. */
const never = -Infinity;

/** What is known of an image. Moments are in virtual ms. */
// Mirrors: pkg/kubelet/images/image_gc_manager.go#imageRecord
export interface ImageRecord {
  readonly firstDetected: number;
  readonly lastUsed: number;
  readonly size: number;
}

// Mirrors: pkg/kubelet/images/image_gc_manager.go#evictionInfo
interface EvictionInfo extends ImageRecord {
  readonly id: string;
}

/** What was not used for longest first; of these, what has been there for longest. */
// Mirrors: pkg/kubelet/images/image_gc_manager.go#byLastUsedAndDetected
const byLastUsedAndDetected = (a: EvictionInfo, b: EvictionInfo): number =>
  a.lastUsed === b.lastUsed ? order(a.firstDetected, b.firstDetected) : order(a.lastUsed, b.lastUsed);

const order = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

type ImageRuntime = Pick<Runtime, 'getImageRef' | 'listImages' | 'getPods' | 'removeImage'>;

// Mirrors: pkg/kubelet/images/image_gc_manager.go#realImageGCManager
export class RealImageGCManager implements ImageGCManager {
  readonly imageRecords = new Map<string, ImageRecord>();
  readonly imageCache = new ImageCache();
  readonly #sim: Sim;
  readonly #runtime: ImageRuntime;
  readonly #statsProvider: StatsProvider;
  readonly #recorder: EventRecorder;
  readonly #nodeRef: ObjectReference;
  readonly #policy: ImageGCPolicy;
  readonly #sandboxImage: string;
  #initialized = false;

  constructor(
    sim: Sim,
    runtime: ImageRuntime,
    statsProvider: StatsProvider,
    recorder: EventRecorder,
    nodeRef: ObjectReference,
    policy: ImageGCPolicy,
    sandboxImage: string,
  ) {
    this.#sim = sim;
    this.#runtime = runtime;
    this.#statsProvider = statsProvider;
    this.#recorder = recorder;
    this.#nodeRef = nodeRef;
    this.#policy = policy;
    this.#sandboxImage = sandboxImage;
  }

  // Mirrors: pkg/kubelet/images/image_gc_manager.go#realImageGCManager.Start
  start(): void {
    const detect = function* (this: RealImageGCManager): Blocking<void> {
      // Images that are there at first have been there for nobody knows how long.
      const ts = this.#initialized ? this.#sim.now : never;
      const [, err] = yield* this.detectImages(ts);
      if (!err) this.#initialized = true;
    };
    const list = function* (this: RealImageGCManager): Blocking<void> {
      const [images] = yield* this.#runtime.listImages();
      if (images) this.imageCache.set(images);
    };
    const forever = (f: () => Blocking<void>, periodMs: number): Blocking<void> =>
      until(this.#sim, f, periodMs, neverStop);
    this.#sim.go('detect images', forever(detect.bind(this), 5 * 60_000));
    this.#sim.go('list images', forever(list.bind(this), 30_000));
  }

  // Mirrors: pkg/kubelet/images/image_gc_manager.go#realImageGCManager.GetImageList
  getImageList(): readonly Image[] {
    return this.imageCache.get();
  }

  /** Sees which images there are, and gives the ids of those in use, as far as it found out before an error. */
  // Mirrors: pkg/kubelet/images/image_gc_manager.go#realImageGCManager.detectImages
  *detectImages(detectTime: number): Blocking<[imagesInUse: ReadonlySet<string>, err: Error | undefined]> {
    const imagesInUse = new Set<string>();
    // The image of sandboxes is always in use.
    const [imageRef] = yield* this.#runtime.getImageRef({ image: this.#sandboxImage });
    if (imageRef) imagesInUse.add(imageRef);
    const [images, err] = yield* this.#runtime.listImages();
    if (err) return [imagesInUse, err];
    const [pods, podsErr] = yield* this.#runtime.getPods(true);
    if (podsErr) return [imagesInUse, podsErr];
    for (const { containers } of pods) for (const { imageID } of containers) imagesInUse.add(imageID);

    const { now } = this.#sim;
    for (const { id, size } of images) {
      const { firstDetected = detectTime, lastUsed = never } = this.imageRecords.get(id) ?? {};
      const record = { firstDetected, lastUsed: imagesInUse.has(id) ? now : lastUsed, size };
      this.imageRecords.set(id, record);
    }
    const currentImages = new Set(images.map(({ id }) => id));
    for (const image of [...this.imageRecords.keys()])
      if (!currentImages.has(image)) this.imageRecords.delete(image);
    return [imagesInUse, undefined];
  }

  // Mirrors: pkg/kubelet/images/image_gc_manager.go#realImageGCManager.GarbageCollect
  *garbageCollect(): Blocking<Error | undefined> {
    const [fsStats, statsErr] = yield* this.#statsProvider.imageFsStats();
    if (statsErr) return statsErr;
    const { capacityBytes: capacity = 0, availableBytes = 0 } = fsStats;
    const available = Math.min(availableBytes, capacity);
    if (capacity === 0) return this.#warn(invalidDiskCapacity, 'invalid capacity 0 on image filesystem');
    const { highThresholdPercent, lowThresholdPercent } = this.#policy;
    const usagePercent = 100 - mulDiv(available, 100, capacity);
    if (usagePercent < highThresholdPercent) return undefined;
    const amountToFree = mulDiv(capacity, 100 - lowThresholdPercent, 100) - available;
    const [freed, err] = yield* this.#freeSpace(amountToFree, this.#sim.now);
    if (err) return err;
    if (freed >= amountToFree) return undefined;
    const wanted = `Wanted to free ${amountToFree} bytes, but freed ${freed} bytes`;
    return this.#warn(freeDiskSpaceFailed, `failed to garbage collect required amount of images. ${wanted}`);
  }

  #warn(reason: string, text: string): Error {
    this.#recorder.event(this.#nodeRef, 'Warning', reason, text);
    return new Error(text);
  }

  // Mirrors: pkg/kubelet/images/image_gc_manager.go#realImageGCManager.DeleteUnusedImages
  *deleteUnusedImages(): Blocking<Error | undefined> {
    const [, err] = yield* this.#freeSpace(Infinity, this.#sim.now);
    return err;
  }

  /** Takes images away until so many bytes are free. Gives how many are, which may be fewer. */
  // Mirrors: pkg/kubelet/images/image_gc_manager.go#realImageGCManager.freeSpace
  *#freeSpace(bytesToFree: number, freeTime: number): Blocking<[freed: number, err: Error | undefined]> {
    const [imagesInUse, err] = yield* this.detectImages(freeTime);
    if (err) return [0, err];
    const images = [...this.imageRecords]
      .filter(([image]) => !imagesInUse.has(image))
      .map(([id, record]): EvictionInfo => ({ id, ...record }))
      .sort(byLastUsedAndDetected);
    const deletionErrors: Error[] = [];
    let spaceFreed = 0;
    for (const image of images) {
      if (image.lastUsed >= freeTime) continue;
      // It may have been brought just now for a container that is about to start.
      if (freeTime - image.firstDetected < this.#policy.minAgeMs) continue;
      const removeErr = yield* this.#runtime.removeImage({ image: image.id });
      if (removeErr) {
        deletionErrors.push(removeErr);
        continue;
      }
      this.imageRecords.delete(image.id);
      spaceFreed += image.size;
      if (spaceFreed >= bytesToFree) break;
    }
    const errs = newAggregate(deletionErrors); // Go: deletionErrors
    if (!errs) return [spaceFreed, undefined];
    const wanted = bytesToFree === Infinity ? '9223372036854775807' : String(bytesToFree);
    const text = `wanted to free ${wanted} bytes, but freed ${spaceFreed} bytes space with errors in image deletion: ${errs.message}`;
    return [spaceFreed, new Error(text)];
  }
}

// Mirrors: pkg/kubelet/images/image_gc_manager.go#NewImageGCManager
export function newImageGCManager(
  ...of: ConstructorParameters<typeof RealImageGCManager>
): Result<RealImageGCManager> {
  const { highThresholdPercent: high, lowThresholdPercent: low } = of[5];
  const fail = (text: string): Result<RealImageGCManager> => [undefined, new Error(text)];
  if (high < 0 || high > 100) return fail(`invalid HighThresholdPercent ${high}, must be in range [0-100]`);
  if (low < 0 || low > 100) return fail(`invalid LowThresholdPercent ${low}, must be in range [0-100]`);
  if (low > high)
    return fail(`LowThresholdPercent ${low} can not be higher than HighThresholdPercent ${high}`);
  return [new RealImageGCManager(...of), undefined];
}
