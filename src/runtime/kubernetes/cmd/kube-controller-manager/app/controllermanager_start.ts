import { jitter } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { PathRecorderMux } from '../../../staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { type Handler, stripPrefix } from '../../../../go/http.ts';
import { quote } from '../../../../go/strconv.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Random } from '../../../../sim/random.ts';
import { type ControllerContext, isEnabled } from './controllermanager_context.ts';

/**
 * What became of a start: a handler for questions about the controller, if it has one; whether it runs; and an error, which
 * ends the program.
 */
export type Started = readonly [debugHandler: Handler | undefined, started: boolean, Error | undefined];

export const skipped: Started = [undefined, false, undefined];
export const started: Started = [undefined, true, undefined];

/**
 * Starts a controller, if its own conditions are met.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#InitFunc
 */
export type InitFunc = (ctx: ControllerContext) => Blocking<Started>;

// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllerStartJitter
const controllerStartJitter = 1.0;

/** The calls by which controllers are started one after another, observed as `starting`. */
export interface StartSteps {
  isEnabled(name: string): boolean;
  start(name: string, initFn: InitFunc): Blocking<Started>;
}

/**
 * Starts the token controller, and then the others in the order of a map, which is another one at each start. The first error
 * ends it.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#StartControllers
 */
export function* startControllers(
  ctx: ControllerContext,
  startSATokenController: InitFunc,
  controllers: ReadonlyMap<string, InitFunc>,
  unsecuredMux: PathRecorderMux | undefined,
): Blocking<Error | undefined> {
  const { os } = ctx;
  const { sim } = os; // Go: none
  // Go: none
  const steps = sim.observe('starting', os.name, {
    isEnabled: (name) => isEnabled(ctx, name),
    start: (_name, initFn) => initFn(ctx),
  });

  // The others may need the tokens that it makes.
  const [, , tokenErr] = yield* steps.start(saTokenControllerName, startSATokenController);
  if (tokenErr) return tokenErr;

  // So may the cloud.
  if (ctx.cloud) yield* ctx.cloud.initialize(ctx.clientBuilder, ctx.stop);

  for (const [controllerName, initFn] of inMapOrder(sim.random, controllers)) {
    if (!steps.isEnabled(controllerName)) {
      klog(os).warning(`${quote(controllerName)} is disabled`);
      continue;
    }

    const interval = ctx.componentConfig.generic.controllerStartInterval;
    if (interval > 0) yield* sim.sleep(jitter(sim, interval, controllerStartJitter));

    // Go: none
    klog(os)
      .v(1)
      ?.info(`Starting ${quote(controllerName)}`);
    const [debugHandler, running, err] = yield* steps.start(controllerName, initFn);
    if (err) {
      klog(os).error(`Error starting ${quote(controllerName)}`); // Go: none
      return err;
    }
    if (!running) {
      klog(os).warning(`Skipping ${quote(controllerName)}`); // Go: none
      continue;
    }
    if (debugHandler && unsecuredMux) {
      const basePath = `/debug/controllers/${controllerName}`;
      unsecuredMux.unlistedHandle(basePath, stripPrefix(basePath, debugHandler));
      unsecuredMux.unlistedHandlePrefix(`${basePath}/`, stripPrefix(basePath, debugHandler));
    }
    klog(os).info(`Started ${quote(controllerName)}`); // Go: none
  }

  return undefined;
}

// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#saTokenControllerName
export const saTokenControllerName = 'serviceaccount-token';

/** Go goes through a map in an order of chance; ours comes from the seed. */
function inMapOrder<T>(random: Random, map: ReadonlyMap<string, T>): [string, T][] {
  const entries = [...map];
  for (let i = entries.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [entries[i], entries[j]] = [entries[j] as [string, T], entries[i] as [string, T]];
  }
  return entries;
}
