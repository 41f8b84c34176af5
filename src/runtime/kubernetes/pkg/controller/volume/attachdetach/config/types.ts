// Mirrors: pkg/controller/volume/attachdetach/config/types.go#AttachDetachControllerConfiguration
export class AttachDetachControllerConfiguration {
  disableAttachDetachReconcilerSync = false;
  reconcilerSyncLoopPeriod = 0;
}
