/** Controllers of this folder with one mistake each: what stands here is all in which they differ. */
import type { Node, Pod } from '../kubernetes/pkg/api/objects.ts';
import type { Draft } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { ResourceEventHandler } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { Chan } from '../sim/chan.ts';
import type { Blocking } from '../sim/process.ts';
import { NodeCounter } from './node-counter.ts';
import { podCountLabel } from './pod-count.ts';
import { PodController } from './pod-controller.ts';
import { PodsPerNode } from './pods-per-node.ts';

/** It begins before its cache is filled. */
export class HastyPodController extends PodController {
  override *waitForCache(): Blocking<boolean> {
    return true;
  }
}

/** It waits, with a key in hand, for an answer that never comes. */
class HoldsKey extends NodeCounter {
  override *sync(): Blocking<Error | undefined> {
    return yield* new Chan<never>('an answer').receive() as Blocking<never>;
  }
}

/** It never says that it is done with a key. */
class NeverDone extends NodeCounter {
  override *processNextItem(): Blocking<boolean> {
    const [key, quit] = yield* this.queue.get();
    if (quit) return false;
    this.handleErr(yield* this.sync(key), key);
    return true;
  }
}

/** It takes every error for the last word. */
class ForgetsErrors extends NodeCounter {
  override handleErr(_err: Error | undefined, key: string): void {
    this.queue.forget(key);
  }
}

/** It forgets how often a key has failed, and then has the key put off. */
class ForgetsFirst extends NodeCounter {
  override handleErr(err: Error | undefined, key: string): void {
    this.queue.forget(key);
    if (err) this.queue.addRateLimited(key);
  }
}

/** It writes into what it got from the cache. */
export class ChangesCache extends PodsPerNode {
  override *label(node: Node, count: number): Blocking<Error | undefined> {
    const labels = (node.metadata.labels ?? {}) as Draft<Record<string, string>>;
    if (labels[podCountLabel] === String(count)) return undefined;
    labels[podCountLabel] = String(count);
    const [, err] = yield* this.kubeClient.coreV1().nodes().update(node);
    return err;
  }
}

/** Its handler of pods waits for something that never comes. */
class BlockingHandler extends NodeCounter {
  override podHandler(): ResourceEventHandler<Pod> {
    const handler = super.podHandler();
    return {
      onAdd: (pod) => handler.onAdd(pod),
      onUpdate: (before, pod) => handler.onUpdate(before, pod),
      onDelete: (pod) => handler.onDelete(pod),
      busy: () => new Chan<never>('a lock').receive() as Blocking<never>,
    };
  }
}

/** The mistakes of a NodeCounter by the names that settings give them. */
export const mistakenCounters: Readonly<Record<string, typeof NodeCounter>> = {
  'hold the key': HoldsKey,
  'never done': NeverDone,
  'forget errors': ForgetsErrors,
  'forget first': ForgetsFirst,
  'blocking handler': BlockingHandler,
};
