import {
  ClientConnectionConfiguration,
  DebuggingConfiguration,
  LeaderElectionConfiguration,
} from '../../../component-base/config/v1alpha1/types.ts';

// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#SchedulerDefaultLockObjectNamespace
export const schedulerDefaultLockObjectNamespace = 'kube-system';

// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#SchedulerDefaultLockObjectName
export const schedulerDefaultLockObjectName = 'kube-scheduler';

/** The configuration as a file has it: what is undefined gets a default. */
// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#KubeSchedulerConfiguration
export class KubeSchedulerConfiguration {
  parallelism: number | undefined = undefined;
  leaderElection = new LeaderElectionConfiguration();
  clientConnection = new ClientConnectionConfiguration();
  healthzBindAddress: string | undefined = undefined;
  metricsBindAddress: string | undefined = undefined;
  debugging = new DebuggingConfiguration();
  percentageOfNodesToScore: number | undefined = undefined;
  podInitialBackoffSeconds: number | undefined = undefined;
  podMaxBackoffSeconds: number | undefined = undefined;
  profiles: KubeSchedulerProfile[] = [];
  extenders: Extender[] = [];
}

// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#KubeSchedulerProfile
export interface KubeSchedulerProfile {
  readonly schedulerName?: string | undefined;
  readonly plugins?: Plugins;
  readonly pluginConfig?: readonly PluginConfig[];
}

// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#Plugins
export type Plugins = Readonly<Partial<Record<string, PluginSet>>>;

// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#PluginSet
export interface PluginSet {
  readonly enabled?: readonly Plugin[];
  readonly disabled?: readonly Plugin[];
}

// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#Plugin
export interface Plugin {
  readonly name: string;
  readonly weight?: number;
}

// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#PluginConfig
export interface PluginConfig {
  readonly name: string;
  readonly args?: unknown;
}

/** As the internal one, but for the timeout, which is a text such as `5s` in a file. It is read to ms with the rest. */
// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go#Extender
export interface Extender {
  readonly urlPrefix: string;
  readonly filterVerb?: string;
  readonly preemptVerb?: string;
  readonly prioritizeVerb?: string;
  readonly weight?: number;
  readonly bindVerb?: string;
  readonly enableHTTPS?: boolean;
  readonly tlsConfig?: object;
  readonly httpTimeout?: number;
  readonly nodeCacheCapable?: boolean;
  readonly managedResources?: readonly { readonly name: string; readonly ignoredByScheduler?: boolean }[];
  readonly ignorable?: boolean;
}
