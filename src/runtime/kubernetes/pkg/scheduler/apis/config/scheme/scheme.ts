import type { Result } from '../../../../../../go/result.ts';
import { quote } from '../../../../../../go/strconv.ts';
import { copyStruct } from '../../../../../../go/struct.ts';
import { KubeSchedulerConfiguration as V1beta1Configuration } from '../../../../../staging/src/k8s.io/kube-scheduler/config/v1beta1/types.ts';
import type { KubeSchedulerConfiguration } from '../types.ts';
import { convertKubeSchedulerConfiguration, decodeNestedObjects } from '../v1beta1/conversion.ts';
import { groupName } from '../v1beta1/register.ts';
import { type Gate, setDefaultsKubeSchedulerConfiguration, shippedGate } from '../v1beta1/defaults.ts';
import { argsShapes, configurationShape } from '../v1beta1/shapes.ts';
import { StrictDecoder, sortedJSON } from '../v1beta1/strict-decoder.ts';

const version = `${groupName}/v1beta1`;

/** Upstream names a scheme by the line that makes it. */
const schemeName = 'k8s.io/kubernetes/pkg/scheduler/apis/config/scheme/scheme.go:30';

/** The configuration that a document holds, such as one that was read from YAML, with all defaults. */
// Mirrors: pkg/scheduler/apis/config/scheme/scheme.go#Codecs
export function decodeConfiguration(
  document: unknown,
  gate: Gate = shippedGate,
): Result<KubeSchedulerConfiguration> {
  const wrong = wrongKind(document);
  if (wrong) return [undefined, wrong];
  const [decoded, err] = StrictDecoder.decode(document, configurationShape);
  if (err) return [undefined, err];
  const { enableProfiling, enableContentionProfiling, profiles, extenders, ...rest } = decoded as Partial<
    V1beta1Configuration & { enableProfiling: boolean; enableContentionProfiling: boolean }
  >;
  const obj = new V1beta1Configuration();
  copyStruct(obj, rest as V1beta1Configuration);
  copyStruct(obj.debugging, { enableProfiling, enableContentionProfiling });
  obj.extenders = extenders ?? [];
  const [args, wrongArgs] = decodeNestedObjects(profiles ?? []);
  if (wrongArgs) return [undefined, wrongArgs];
  obj.profiles = args;
  setDefaultsKubeSchedulerConfiguration(obj);
  return [convertKubeSchedulerConfiguration(obj, gate), undefined];
}

/** Why the document is not one of a scheduler's configuration. */
function wrongKind(document: unknown): Error | undefined {
  const text = sortedJSON(document);
  const { kind, apiVersion } = (document ?? {}) as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if (typeof kind !== 'string' || kind === '') return new Error(`Object 'Kind' is missing in '${text}'`);
  if (typeof apiVersion !== 'string' || apiVersion === '')
    return new Error(`Object 'apiVersion' is missing in '${text}'`);
  if (apiVersion === version && kind === 'KubeSchedulerConfiguration') return undefined;
  const known =
    (apiVersion === `${groupName}/v1` && kind === 'Policy') ||
    (apiVersion === version && Object.hasOwn(argsShapes, kind.replace(/Args$/, '')));
  if (known)
    return new Error(`couldn't decode as KubeSchedulerConfiguration, got ${apiVersion}, Kind=${kind}: `);
  const what = `no kind ${quote(kind)} is registered for version ${quote(apiVersion)}`;
  return new Error(`${what} in scheme ${quote(schemeName)}`);
}
