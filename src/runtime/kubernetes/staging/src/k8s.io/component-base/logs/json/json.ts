import type { OS } from '../../../../../../../go/os.ts';
import type { Logger } from '../../../../../../vendor/k8s.io/klog/v2/klog.ts';

/** Lines as objects, on the standard output: time in ms since 1970, message, level. */
// Mirrors: staging/src/k8s.io/component-base/logs/json/json.go#NewJSONLogger
export function jsonLogger(os: OS): Logger {
  const write = (msg: string): void =>
    os.stdout.write(`${JSON.stringify({ ts: os.sim.epoch + os.sim.now, msg, v: 0 })}\n`);
  return { info: write, error: write };
}
