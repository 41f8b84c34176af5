// Mirrors: pkg/controller/daemon/config/types.go#DaemonSetControllerConfiguration
export class DaemonSetControllerConfiguration {
  concurrentDaemonSetSyncs = 0;
}
