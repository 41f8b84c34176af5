import { defaultMutableFeatureGate } from '../../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { type OS, missingFile } from '../../../../../go/os.ts';
import type { Result } from '../../../../../go/result.ts';
import { decodeConfiguration } from '../../../../pkg/scheduler/apis/config/scheme/scheme.ts';
import type { KubeSchedulerConfiguration } from '../../../../pkg/scheduler/apis/config/types.ts';
import type { Options } from './options.ts';
import type { CompletedConfig } from '../config/config.ts';
import { klog } from '../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Blocking } from '../../../../../sim/process.ts';

/** Reads a file with the configuration. It must be written as JSON, which is YAML too. */
// Mirrors: cmd/kube-scheduler/app/options/configfile.go#loadConfigFromFile
export function loadConfigFromFile(os: OS, file: string): Result<KubeSchedulerConfiguration> {
  const data = os.files.get(file);
  if (data === undefined) return [undefined, missingFile(file)];
  return loadConfig(os, data);
}

// Mirrors: cmd/kube-scheduler/app/options/configfile.go#loadConfig
function loadConfig(os: OS, data: string): Result<KubeSchedulerConfiguration> {
  let document: unknown;
  try {
    document = JSON.parse(data);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no JSON';
    return [undefined, new Error(`couldn't get version/kind; json parse error: ${why}`)];
  }
  return decodeConfiguration(document, defaultMutableFeatureGate(os));
}

/** Upstream writes YAML; here it is JSON, which is YAML too. */
// Mirrors: cmd/kube-scheduler/app/options/configfile.go#LogOrWriteConfig
export function* writeConfig({ os, writeConfigTo: fileName }: Options, cc: CompletedConfig): Blocking<never> {
  os.files.set(fileName, `${JSON.stringify(cc.config.componentConfig, undefined, 2)}\n`);
  klog(os).info(`Wrote configuration to: ${fileName}\n`);
  return yield* os.exit(0);
}
