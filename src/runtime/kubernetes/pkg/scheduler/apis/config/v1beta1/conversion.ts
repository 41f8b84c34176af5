import type { Result } from '../../../../../../go/result.ts';
import type {
  KubeSchedulerProfile as V1beta1Profile,
  PluginConfig as V1beta1PluginConfig,
  KubeSchedulerConfiguration as V1beta1Configuration,
} from '../../../../../staging/src/k8s.io/kube-scheduler/config/v1beta1/types.ts';
import { copyStruct } from '../../../../../../go/struct.ts';
import { argsShapes } from './shapes.ts';
import { StrictDecoder } from './strict-decoder.ts';
import {
  KubeSchedulerConfiguration,
  type KubeSchedulerProfile,
  type PluginConfig,
  type PluginsConfig,
  schedulerDefaultProviderName,
} from '../types.ts';
import type { Gate } from './defaults.ts';
import { pluginArgsWithDefaults } from './zz_generated.defaults.ts';
import { groupName } from './register.ts';

// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#KubeSchedulerConfiguration.DecodeNestedObjects
export function decodeNestedObjects(profiles: readonly V1beta1Profile[]): Result<V1beta1Profile[]> {
  const decoded: V1beta1Profile[] = [];
  for (const [i, prof] of profiles.entries()) {
    if (!prof.pluginConfig) {
      decoded.push(prof);
      continue;
    }
    const pluginConfig: V1beta1PluginConfig[] = [];
    for (const [j, config] of prof.pluginConfig.entries()) {
      const [args, err] = decodeArgs(config);
      if (err) return [undefined, new Error(`decoding .profiles[${i}].pluginConfig[${j}]: ${err.message}`)];
      pluginConfig.push({ name: config.name, args });
    }
    decoded.push({ ...prof, pluginConfig });
  }
  return [decoded, undefined];
}

/** Arguments of a plugin that is not one of the scheduler's own are left as they are. */
// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#PluginConfig.decodeNestedObjects
function decodeArgs({ name, args }: V1beta1PluginConfig): Result<unknown> {
  const shape = Object.hasOwn(argsShapes, name) ? argsShapes[name] : undefined;
  if (!shape) return [args, undefined];
  const { kind, apiVersion } = (args ?? {}) as { readonly kind?: string; readonly apiVersion?: string };
  const [group = ''] = (apiVersion ?? groupName).split('/');
  const own = `${name}Args`;
  if ((kind ?? own) !== own || group !== groupName) {
    const got = `${kind ?? own}.${group}`;
    return [undefined, new Error(`args for plugin ${name} were not of type ${own}.${groupName}, got ${got}`)];
  }
  const [decoded, err] = StrictDecoder.decode(args, shape);
  if (err) return [undefined, new Error(`decoding args for plugin ${name}: ${err.message}`)];
  const { kind: _kind, apiVersion: _version, ...given } = decoded as Record<string, unknown>;
  return [given, undefined];
}

// Mirrors: pkg/scheduler/apis/config/v1beta1/conversion.go#Convert_v1beta1_KubeSchedulerConfiguration_To_config_KubeSchedulerConfiguration
export function convertKubeSchedulerConfiguration(
  { profiles, extenders, ...rest }: V1beta1Configuration,
  gate: Gate,
): KubeSchedulerConfiguration {
  const out = new KubeSchedulerConfiguration();
  copyStruct(out as object, rest);
  out.algorithmSource = { provider: schedulerDefaultProviderName };
  out.extenders = extenders;
  out.profiles = profiles.map((profile) => convertProfile(profile, gate));
  return out;
}

// Mirrors: pkg/scheduler/apis/config/v1beta1/conversion.go#convertToInternalPluginConfigArgs
function convertProfile(
  { schedulerName = '', plugins, pluginConfig }: V1beta1Profile,
  gate: Gate,
): KubeSchedulerProfile {
  const convert = ({ name, args }: V1beta1PluginConfig): PluginConfig => {
    const given = args as object | undefined;
    const converted = pluginArgsWithDefaults(name, given, gate) ?? given;
    return converted === undefined ? { name } : { name, args: converted };
  };
  return {
    schedulerName,
    ...(plugins && { plugins: plugins as PluginsConfig }),
    ...(pluginConfig && { pluginConfig: pluginConfig.map(convert) }),
  };
}
