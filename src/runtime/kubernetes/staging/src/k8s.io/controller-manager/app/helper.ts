import { pollImmediate } from '../../apimachinery/pkg/util/wait/wait.ts';
import type { Clientset } from '../../client-go/kubernetes/clientset.ts';
import { request } from '../../client-go/rest/request.ts';
import { second } from '../../../../../../go/duration.ts';
import type { OS } from '../../../../../../go/os.ts';
import type { Blocking } from '../../../../../../sim/process.ts';

/** Asks the API server whether it is well, each second until it is, for at most `timeoutMs`. */
// Mirrors: staging/src/k8s.io/controller-manager/app/helper.go#WaitForAPIServer
export function* waitForAPIServer(os: OS, client: Clientset, timeoutMs: number): Blocking<Error | undefined> {
  let lastErr: Error | undefined;
  const err = yield* pollImmediate(os.sim, 1 * second, timeoutMs, function* () {
    const [, failed] = yield* request(client.discovery().restClient, { verb: 'get', resource: '/healthz' });
    if (failed) {
      lastErr = new Error(`failed to get apiserver /healthz status: ${failed.message}`);
      return [false, undefined];
    }
    return [true, undefined];
  });
  return err && new Error(`${err.message}: ${lastErr?.message ?? ''}`);
}

/**
 * True if the list asks for the controller. The first entry that names it decides: `name`, or `-name`. A star asks for all
 * that are not disabled by default.
 */
// Mirrors: staging/src/k8s.io/controller-manager/app/helper.go#IsControllerEnabled
export function isControllerEnabled(
  name: string,
  disabledByDefaultControllers: ReadonlySet<string>,
  controllers: readonly string[],
): boolean {
  let hasStar = false;
  for (const ctrl of controllers) {
    if (ctrl === name) {
      return true;
    }
    if (ctrl === `-${name}`) {
      return false;
    }
    if (ctrl === '*') {
      hasStar = true;
    }
  }
  // Nobody chose.
  if (!hasStar) {
    return false;
  }

  return !disabledByDefaultControllers.has(name);
}
