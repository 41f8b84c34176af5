import type { FeatureSpec } from '../../../component-base/featuregate/feature_gate.ts';

/** Features of servers; programs of Kubernetes know some with another default. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/features/kube_features.go#defaultKubernetesFeatureGates
export const defaultKubernetesFeatureGates: Readonly<Record<string, FeatureSpec>> = {
  StreamingProxyRedirects: { default: true, preRelease: 'DEPRECATED' },
  ValidateProxyRedirects: { default: true, preRelease: 'BETA' },
  AdvancedAuditing: { default: true, preRelease: '' },
  APIResponseCompression: { default: true, preRelease: 'BETA' },
  APIListChunking: { default: true, preRelease: 'BETA' },
  DryRun: { default: true, preRelease: '' },
  RemainingItemCount: { default: true, preRelease: 'BETA' },
  ServerSideApply: { default: true, preRelease: 'BETA' },
  StorageVersionHash: { default: true, preRelease: 'BETA' },
  StorageVersionAPI: { default: false, preRelease: 'ALPHA' },
  WatchBookmark: { default: true, preRelease: '', lockToDefault: true },
  APIPriorityAndFairness: { default: true, preRelease: 'BETA' },
  RemoveSelfLink: { default: true, preRelease: 'BETA' },
  SelectorIndex: { default: true, preRelease: '', lockToDefault: true },
  WarningHeaders: { default: true, preRelease: 'BETA' },
  EfficientWatchResumption: { default: false, preRelease: 'ALPHA' },
  APIServerIdentity: { default: false, preRelease: 'ALPHA' },
};
