import {
  ClientConnectionConfiguration,
  DebuggingConfiguration,
  LeaderElectionConfiguration,
} from '../../../component-base/config/v1alpha1/types.ts';

// Mirrors: staging/src/k8s.io/controller-manager/config/v1alpha1/types.go#GenericControllerManagerConfiguration
export class GenericControllerManagerConfiguration {
  port = 0;
  address = '';
  minResyncPeriod = 0;
  readonly clientConnection = new ClientConnectionConfiguration();
  controllerStartInterval = 0;
  readonly leaderElection = new LeaderElectionConfiguration();
  controllers: string[] = [];
  readonly debugging = new DebuggingConfiguration();
}
