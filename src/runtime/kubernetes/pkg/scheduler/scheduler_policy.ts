import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { OS } from '../../../go/os.ts';
import type { Result } from '../../../go/result.ts';
import { quote } from '../../../go/strconv.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Policy } from './apis/config/legacy_types.ts';
import { sortedJSON } from './apis/config/v1beta1/strict-decoder.ts';
import type { ExtenderConfig, SchedulerPolicySource } from './apis/config/types.ts';

type Read = Result<Policy>;

/** The key under which a ConfigMap has a policy. */
// Mirrors: pkg/scheduler/apis/config/types.go#SchedulerPolicyConfigMapKey
const schedulerPolicyConfigMapKey = 'policy.cfg';

/** Reads a policy from where the command line says that it is. */
// Part of: pkg/scheduler/scheduler.go#New
export function* initPolicy(os: OS, client: Clientset, source: SchedulerPolicySource): Blocking<Read> {
  if (source.file) return initPolicyFromFile(os, source.file.path);
  return yield* initPolicyFromConfigMap(client, source.configMap ?? { namespace: '', name: '' });
}

// Mirrors: pkg/scheduler/scheduler.go#initPolicyFromFile
function initPolicyFromFile({ files }: OS, policyFile: string): Read {
  const data = files.get(policyFile);
  if (data === undefined) return [undefined, new Error(`missing policy config file ${policyFile}`)];
  return decodePolicy(data);
}

// Mirrors: pkg/scheduler/scheduler.go#initPolicyFromConfigMap
function* initPolicyFromConfigMap(
  client: Clientset,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Blocking<Read> {
  const [policyConfigMap, err] = yield* client.coreV1().configMaps(namespace).get(name);
  if (err)
    return [undefined, new Error(`couldn't get policy config map ${namespace}/${name}: ${err.message}`)];
  const data = policyConfigMap.data?.[schedulerPolicyConfigMapKey];
  if (data === undefined)
    return [
      undefined,
      new Error(`missing policy config map value at key ${quote(schedulerPolicyConfigMapKey)}`),
    ];
  return decodePolicy(data);
}

/** It must be written as JSON, which is YAML too. What is not known is not looked at, as upstream does. */
function decodePolicy(data: string): Read {
  const invalid = (why: string): Read => [undefined, new Error(`invalid policy: ${why}`)];
  let document: Policy & { kind?: unknown; apiVersion?: unknown; extenders?: readonly V1Extender[] };
  try {
    document = JSON.parse(data) as typeof document;
  } catch (error) {
    return invalid(`couldn't get version/kind; json parse error: ${(error as Error).message}`);
  }
  const { kind, apiVersion, extenders, predicates, priorities, ...rest } = document;
  if (!kind) return invalid(`Object 'Kind' is missing in '${sortedJSON(document)}'`);
  if (kind !== 'Policy' || apiVersion !== 'v1')
    return invalid(`no kind ${quote(String(kind))} is registered for version ${quote(String(apiVersion))}`);
  const read: Policy = {
    ...rest,
    ...(predicates && { predicates }),
    ...(priorities && { priorities }),
    ...(extenders && { extenders: extenders.map(asExtender) }),
  };
  return [read, undefined];
}

/** As a policy has it: with `enableHttps`, and the timeout in ns. */
type V1Extender = ExtenderConfig & { readonly enableHttps?: boolean };

/** The fields of an extender, and of what is in it, that are written with capitals. */
const fields = [
  ...['urlPrefix', 'filterVerb', 'preemptVerb', 'prioritizeVerb', 'bindVerb', 'enableHttps', 'tlsConfig'],
  ...['httpTimeout', 'nodeCacheCapable', 'managedResources', 'ignoredByScheduler', 'serverName'],
  ...['certFile', 'keyFile', 'caFile', 'certData', 'keyData', 'caData'],
];
const fieldByLowerCase = new Map(fields.map((field) => [field.toLowerCase(), field]));

/** The first releases wrote some fields in other letters, so those of extenders are read whatever their case. */
// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1/types.go#LegacyExtender.UnmarshalJSON
function caseInsensitive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(caseInsensitive);
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.entries(value).map(([key, of]) => {
    const lower = key.toLowerCase();
    return [fieldByLowerCase.get(lower) ?? lower, caseInsensitive(of)];
  });
  return Object.fromEntries(named) as object;
}

function asExtender(read: V1Extender): ExtenderConfig {
  const { enableHttps, httpTimeout, ...rest } = caseInsensitive(read) as V1Extender;
  return {
    ...rest,
    ...(enableHttps && { enableHTTPS: true }),
    ...(httpTimeout !== undefined && { httpTimeout: httpTimeout / 1e6 }),
  };
}
