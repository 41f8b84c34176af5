import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { DeletedFinalStateUnknown, DeltaOfAll, ReplacedAllInfo } from './delta_fifo.ts';
import type { Indexer } from './index.ts';
import type { AllProcessed, QueueKind } from './queue-kind.ts';
import { reconcileReplacement } from './the_real_fifo_reconcile.ts';
import type { Notification } from './shared_informer_listener.ts';
import { metaNamespaceKeyFunc } from './store.ts';
import { newRealFIFOWithOptions } from './the_real_fifo.ts';

/** The feature gates of today's client-go that change the queue of an informer. Each needs the one before it. */
export interface InOrderGates {
  readonly InOrderInformers?: boolean;
  readonly AtomicFIFO?: boolean;
  readonly UnlockWhileProcessingFIFO?: boolean;
}

/**
 * The queue of informers in today's client-go, where `InOrderInformers` is on. Undefined where it is off: then they
 * have a DeltaFIFO.
 */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/controller.go#newQueueFIFO
export function newQueueFIFO(gates: InOrderGates): QueueKind | undefined {
  if (!gates.InOrderInformers) return undefined;
  const { AtomicFIFO: atomicEvents = false, UnlockWhileProcessingFIFO = false } = gates;
  return {
    newQueue: (name, knownObjects) =>
      newRealFIFOWithOptions({
        name: `RealFIFO of ${name}`,
        ...(atomicEvents
          ? { atomicEvents, unlockWhileProcessing: UnlockWhileProcessingFIFO }
          : { knownObjects }),
      }),
    processAll,
  };
}

function processAll({ type, object }: DeltaOfAll, clientState: Indexer): AllProcessed {
  if (type === 'ReplacedAll') return processReplacedAllInfo(object, clientState);
  return [clientState.list().map((obj) => ({ kind: 'update', oldObj: obj, newObj: obj })), undefined];
}

/**
 * Puts a list into the cache, all at once, so that no handler ever sees a half of it; then tells what that changed,
 * deletions first.
 */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/controller.go#processReplacedAllInfo
function processReplacedAllInfo(info: ReplacedAllInfo, clientState: Indexer): AllProcessed {
  const deletions: Notification[] = [];
  const replacements: Notification[] = [];
  const onDelete = (oldObj: DeletedFinalStateUnknown): undefined =>
    void deletions.push({ kind: 'delete', oldObj });
  const onReplace = (newObj: KubeObject): undefined => {
    const [oldObj, exists] = clientState.get(newObj);
    replacements.push(exists ? { kind: 'update', oldObj, newObj } : { kind: 'add', newObj });
  };
  const err =
    reconcileReplacement([], clientState, info.objects, metaNamespaceKeyFunc, onDelete, onReplace) ??
    clientState.replace(info.objects, info.resourceVersion);
  return err ? [undefined, err] : [[...deletions, ...replacements], undefined];
}
