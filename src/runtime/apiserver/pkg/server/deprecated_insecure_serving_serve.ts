import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Handler } from '../../../go/http.ts';
import type { OS } from '../../../go/os.ts';
import { klog } from '../../../klog/klog.ts';
import type { DeprecatedInsecureServingInfo } from './deprecated_insecure_serving.ts';
import { runServer } from './secure_serving_serve.ts';

/**
 * Serves until `stop` closes, and returns at once.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.go#DeprecatedInsecureServingInfo.Serve
 */
export function serveInsecurely(
  os: OS,
  { listener }: DeprecatedInsecureServingInfo,
  handler: Handler,
  stop: Stop,
): void {
  klog(os).info(`Serving insecurely on ${listener.address}`);
  runServer(os, listener, handler, stop);
}
