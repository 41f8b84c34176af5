import type { PluginFactory } from '../../../staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';
import { newInterPodAntiAffinity } from '../../../plugin/pkg/admission/antiaffinity/admission.ts';
import { newDefaultTolerationSeconds } from '../../../plugin/pkg/admission/defaulttolerationseconds/admission.ts';
import { newPriority } from '../../../plugin/pkg/admission/priority/admission.ts';

/**
 * The plugins in the order in which they are asked. Upstream has three dozen; Loopscope has those of which scheduling hears,
 * and NamespaceLifecycle, which is always on and comes before them.
 */
// Mirrors: pkg/kubeapiserver/options/plugins.go#AllOrderedPlugins
const allOrderedPlugins: readonly (readonly [name: string, newPlugin: PluginFactory])[] = [
  ['LimitPodHardAntiAffinityTopology', newInterPodAntiAffinity],
  ['Priority', newPriority],
  ['DefaultTolerationSeconds', newDefaultTolerationSeconds],
];

// Mirrors: pkg/kubeapiserver/options/plugins.go#DefaultOffAdmissionPlugins
const defaultOffAdmissionPlugins: readonly string[] = ['LimitPodHardAntiAffinityTopology'];

/** Plugins by name, as `--enable-admission-plugins` and `--disable-admission-plugins` say them. */
export interface AdmissionSettings {
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
}

/** The plugins that are on: those that are by default, those that are asked for, and none that is refused. */
// Part of: pkg/kubeapiserver/options/plugins.go#AllOrderedPlugins
export function enabledPlugins({
  enableAdmissionPlugins: enable,
  disableAdmissionPlugins: disable,
}: AdmissionSettings): readonly PluginFactory[] {
  const known = allOrderedPlugins.map(([name]) => name);
  const unknown = [...enable, ...disable].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const found = unknown.join(', ');
    throw new Error(`enabledPlugins: expected some of ${known.join(', ')}; found ${found}: correct the name`);
  }
  const on = (name: string): boolean =>
    enable.includes(name) || (!disable.includes(name) && !defaultOffAdmissionPlugins.includes(name));
  return allOrderedPlugins.filter(([name]) => on(name)).map(([, newPlugin]) => newPlugin);
}
