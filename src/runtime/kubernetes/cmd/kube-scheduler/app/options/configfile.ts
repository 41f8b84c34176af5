import { defaultMutableFeatureGate } from '../../../../staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import type { OS } from '../../../../../go/os.ts';
import type { Result } from '../../../../../go/result.ts';
import { decodeConfiguration } from '../../../../pkg/scheduler/apis/config/scheme/scheme.ts';
import type { KubeSchedulerConfiguration } from '../../../../pkg/scheduler/apis/config/types.ts';

/** Reads a file with the configuration. It must be written as JSON, which is YAML too. */
// Mirrors: cmd/kube-scheduler/app/options/configfile.go#loadConfigFromFile
export function loadConfigFromFile(os: OS, file: string): Result<KubeSchedulerConfiguration> {
  const data = os.files.get(file);
  if (data === undefined) return [undefined, new Error(`open ${file}: no such file or directory`)];
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
