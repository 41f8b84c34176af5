import type { Handler } from '../../../../go/http.ts';
import {
  type GroupVersionResource,
  resourceText,
} from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import type { ControllerContext } from './controllermanager.ts';

/**
 * What became of a start: a handler for questions about the controller, if it has one; whether it runs; and an error, which
 * ends the program.
 */
export type Started = readonly [debugHandler: Handler | undefined, started: boolean, Error | undefined];

export const skipped: Started = [undefined, false, undefined];
export const started: Started = [undefined, true, undefined];

/** True if the API server served the resource when this program asked. */
export function isAvailable(ctx: ControllerContext, gvr: GroupVersionResource): boolean {
  return ctx.availableResources.has(resourceText(gvr));
}
