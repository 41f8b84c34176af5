import type { GroupVersionResource } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { select } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { ControllerContext } from './controllermanager.ts';

/** A controller that Kubernetes has and Loopscope does not have yet. */
export interface NotReimplemented {
  /** What its client is called. */
  readonly client: string;
  /** What it would watch. */
  readonly resources: readonly GroupVersionResource[];
  /** What its flags have decided. */
  readonly note?: string;
}

/** `apps/v1/deployments`, or `v1/pods` of the core group. */
export function gvr(text: string): GroupVersionResource {
  const [resource = '', version = '', group = ''] = text.split('/').reverse();
  return { group, version, resource };
}

/**
 * Starts in place of a controller that is not re-implemented: it gets the client, asks for those of its informers that
 * there are, and does nothing. Observed as `not-reimplemented`, so that pages can say so.
 */
export function* startNothing(
  ctx: ControllerContext,
  client: string,
  resources: readonly string[],
  note?: string,
): Blocking<void> {
  const { sim } = ctx.os;
  const absent: NotReimplemented = { client, resources: resources.map(gvr), ...(note ? { note } : {}) };
  sim.observe('not-reimplemented', ctx.os.name, absent);
  yield* ctx.clientBuilder.clientOrDie(client);
  for (const resource of absent.resources) ctx.informerFactory.forResource(resource)[0]?.informer();
  sim.go(`${client} (not re-implemented)`, untilStopped(ctx));
}

function* untilStopped({ os, stop }: ControllerContext): Blocking<void> {
  yield* select(os.sim, { receive: stop });
}
