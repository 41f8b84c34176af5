import { errWaitTimeout } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { WatchEvent } from '../../../apimachinery/pkg/watch/watch.ts';
import { Chan, select } from '../../../../../../../sim/chan.ts';
import type { Context } from '../../../../../../../sim/context.ts';
import { type Blocking, running } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { ResourceEventHandlerFuncs, newIndexerInformer } from '../cache/controller.ts';
import type { ListerWatcher } from '../cache/listwatch.ts';
import type { ObjectType } from '../cache/reflector.ts';

/** True if an event is the one that is waited for; an error ends the waiting. */
// Mirrors: staging/src/k8s.io/client-go/tools/watch/until.go#ConditionFunc
export type ConditionFunc = (event: WatchEvent) => Blocking<[boolean, Error | undefined]>;

/** What informers hold back for those who wait. */
const buffered = 1000;

/**
 * Watches until the condition holds, by an informer of its own, so that what is there already counts and a watch that breaks
 * is taken up again. An error says that the condition failed, or that `ctx` ended first.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/watch/until.go#UntilWithSync
export function* untilWithSync(
  sim: Sim,
  ctx: Context,
  name: string,
  lw: ListerWatcher,
  objectType: ObjectType,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  const events = new Chan<WatchEvent>('the events that are waited for', buffered);
  const stop = new Chan<never>('the end of waiting');
  const push = (type: WatchEvent['type'], object: unknown): void =>
    void events.trySend({ type, object: object as KubeObject });
  const [, informer] = newIndexerInformer(
    sim,
    {
      name,
      listerWatcher: lw,
      objectType,
      resyncPeriodMs: 0,
      handler: new ResourceEventHandlerFuncs({
        addFunc: (object) => push('ADDED', object),
        updateFunc: (_, object) => push('MODIFIED', object),
        deleteFunc: (object) => push('DELETED', object),
      }),
    },
    {},
  );
  sim.go(`${running()?.name ?? name}/informer`, informer.run(stop));
  try {
    return yield* untilWithoutRetry(sim, ctx, events, condition);
  } finally {
    stop.close();
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/watch/until.go#UntilWithoutRetry
function* untilWithoutRetry(
  sim: Sim,
  ctx: Context,
  events: Chan<WatchEvent>,
  condition: ConditionFunc,
): Blocking<Error | undefined> {
  for (;;) {
    const { index, value } = yield* select(sim, { receive: events }, { receive: ctx.done });
    if (index === 1) return errWaitTimeout;
    const [done, err] = yield* condition(value as WatchEvent);
    if (err || done) return err;
  }
}
