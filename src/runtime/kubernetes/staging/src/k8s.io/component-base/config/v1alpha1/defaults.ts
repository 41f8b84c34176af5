import { second } from '../../../../../../../go/duration.ts';
import {
  type ClientConnectionConfiguration,
  type DebuggingConfiguration,
  type LeaderElectionConfiguration,
  endpointsResourceLock,
} from './types.ts';

// Mirrors: staging/src/k8s.io/component-base/config/v1alpha1/defaults.go#RecommendedDefaultLeaderElectionConfiguration
export function recommendedDefaultLeaderElectionConfiguration(obj: LeaderElectionConfiguration): void {
  if (obj.leaseDuration === 0) obj.leaseDuration = 15 * second;
  if (obj.renewDeadline === 0) obj.renewDeadline = 10 * second;
  if (obj.retryPeriod === 0) obj.retryPeriod = 2 * second;
  if (obj.resourceLock === '') obj.resourceLock = endpointsResourceLock;
  if (obj.leaderElect === undefined) obj.leaderElect = true;
}

// Mirrors: staging/src/k8s.io/component-base/config/v1alpha1/defaults.go#RecommendedDefaultClientConnectionConfiguration
export function recommendedDefaultClientConnectionConfiguration(obj: ClientConnectionConfiguration): void {
  if (obj.contentType.length === 0) obj.contentType = 'application/vnd.kubernetes.protobuf';
  if (obj.qps === 0) obj.qps = 50;
  if (obj.burst === 0) obj.burst = 100;
}

// Mirrors: staging/src/k8s.io/component-base/config/v1alpha1/defaults.go#RecommendedDebuggingConfiguration
export function recommendedDebuggingConfiguration(obj: DebuggingConfiguration): void {
  if (obj.enableProfiling === undefined) obj.enableProfiling = true;
}
