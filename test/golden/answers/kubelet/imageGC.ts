import type { ImageSpec, Pod } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { ContainerID } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newImageGCManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/images/image_gc_manager.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { epoch, recorderOf, run } from '../../kubelet/runtime-manager.ts';

interface AskedImage {
  readonly ID: string;
  readonly Size: number;
  readonly LastUsedAgoS?: number;
  readonly DetectedAgoS?: number;
  readonly InUse: boolean;
}

interface Question {
  readonly High: number;
  readonly Low: number;
  readonly MinAgeS: number;
  readonly Capacity: number;
  readonly Available: number;
  readonly Sandbox: string;
  readonly NoStats?: boolean;
  readonly DeleteUnused?: boolean;
  readonly Images: readonly AskedImage[];
  readonly Fail?: Readonly<Record<string, string>>;
}

/** A runtime with these images, of which some are in use, and some cannot be removed. */
class ImagesRuntime {
  readonly removed: string[] = [];
  #images: readonly AskedImage[];
  readonly #fail: Readonly<Record<string, string>>;

  constructor({ Images, Fail = {} }: Question) {
    this.#images = Images;
    this.#fail = Fail;
  }

  *getImageRef({ image }: ImageSpec): Generator<never, [string, undefined]> {
    return [this.#images.some(({ ID }) => ID === image) ? image : '', undefined];
  }

  *listImages(): Generator<never, [{ id: string; size: number }[], undefined]> {
    return [this.#images.map(({ ID: id, Size: size }) => ({ id, size })), undefined];
  }

  *getPods(): Generator<never, [Pod[], undefined]> {
    const containers = this.#images
      .filter(({ InUse }) => InUse)
      .map(({ ID: imageID }) => ({
        id: new ContainerID('fake', imageID),
        name: 'c',
        image: imageID,
        imageID,
        hash: 0,
        state: 'running' as const,
      }));
    return [[{ id: 'u', name: 'p', namespace: 'ns', containers, sandboxes: [] }], undefined];
  }

  *removeImage({ image }: ImageSpec): Generator<never, Error | undefined> {
    const text = this.#fail[image];
    this.removed.push(text === undefined ? image : `${image} failed`);
    if (text !== undefined) return new Error(text);
    this.#images = this.#images.filter(({ ID }) => ID !== image);
    return undefined;
  }
}

/** Which images are taken away, and which are left. */
export function answer(question: unknown): unknown {
  const asked = question as Question;
  const sim = new Sim({ epoch });
  const events: string[] = [];
  const runtime = new ImagesRuntime(asked);
  const { Capacity, Available, NoStats = false, High, Low, MinAgeS, Sandbox, DeleteUnused = false } = asked;
  const time = sim.timestamp();
  const stats = NoStats ? { time } : { time, capacityBytes: Capacity, availableBytes: Available };
  const [manager, err] = newImageGCManager(
    sim,
    runtime,
    {
      *imageFsStats() {
        return [stats, undefined];
      },
    },
    recorderOf(({ kind }, type, reason, message) => events.push(`${kind} ${type} ${reason}: ${message}`)),
    { kind: 'Node', name: 'node' },
    { highThresholdPercent: High, lowThresholdPercent: Low, minAgeMs: MinAgeS * 1000 },
    Sandbox,
  );
  if (err) throw err;
  const ago = (seconds: number): number => sim.now - seconds * 1000;
  for (const { ID, Size: size, LastUsedAgoS = Infinity, DetectedAgoS = Infinity } of asked.Images) {
    const record = { firstDetected: ago(DetectedAgoS), lastUsed: ago(LastUsedAgoS), size };
    // Of one that was neither used nor detected, nothing is known.
    if (LastUsedAgoS < Infinity || DetectedAgoS < Infinity) manager.imageRecords.set(ID, record);
  }
  const failed = run(sim, DeleteUnused ? manager.deleteUnusedImages() : manager.garbageCollect());
  return {
    events,
    records: [...manager.imageRecords.keys()].sort(),
    removed: runtime.removed,
    ...(failed ? { error: failed.message } : {}),
  };
}
