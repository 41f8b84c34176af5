import type {
  CSIDriver,
  Draft,
  StorageClass,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

// Mirrors: pkg/apis/storage/v1/defaults.go#SetDefaults_CSIDriver
export function setDefaultsCSIDriver(driver: Draft<CSIDriver>): void {
  const spec = (driver.spec ??= {});
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ['Persistent'];
}

// Mirrors: pkg/apis/storage/v1/defaults.go#SetDefaults_StorageClass
export function setDefaultsStorageClass(storageClass: Draft<StorageClass>): void {
  storageClass.reclaimPolicy ??= 'Delete';
  storageClass.volumeBindingMode ??= 'Immediate';
}
