import { hour } from '../../../../../../../go/duration.ts';
import {
  recommendedDefaultClientConnectionConfiguration,
  recommendedDefaultLeaderElectionConfiguration,
} from '../../../component-base/config/v1alpha1/defaults.ts';
import type { GenericControllerManagerConfiguration } from './types.ts';

// Mirrors: staging/src/k8s.io/controller-manager/config/v1alpha1/defaults.go#RecommendedDefaultGenericControllerManagerConfiguration
export function recommendedDefaultGenericControllerManagerConfiguration(
  obj: GenericControllerManagerConfiguration,
): void {
  if (obj.address === '') obj.address = '0.0.0.0';
  if (obj.minResyncPeriod === 0) obj.minResyncPeriod = 12 * hour;
  if (obj.controllerStartInterval === 0) obj.controllerStartInterval = 0;
  if (obj.controllers.length === 0) obj.controllers = ['*'];
  if (obj.leaderElection.resourceLock.length === 0) obj.leaderElection.resourceLock = 'leases';
  recommendedDefaultClientConnectionConfiguration(obj.clientConnection);
  recommendedDefaultLeaderElectionConfiguration(obj.leaderElection);
}
