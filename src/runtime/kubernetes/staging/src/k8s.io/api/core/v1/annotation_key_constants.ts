/** Kinds of volumes that the kubelet of the node leaves to CSI drivers, with commas between. */
// Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#MigratedPluginsAnnotationKey
export const migratedPluginsAnnotationKey = 'storage.alpha.kubernetes.io/migrated-plugins';

/** Which system calls the containers of a pod may make, before there was a field for it. */
// Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#SeccompPodAnnotationKey
export const seccompPodAnnotationKey = 'seccomp.security.alpha.kubernetes.io/pod';
/** The same of one container, whose name follows. */
// Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#SeccompContainerAnnotationKeyPrefix
export const seccompContainerAnnotationKeyPrefix = 'container.seccomp.security.alpha.kubernetes.io/';
// Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#SeccompProfileRuntimeDefault
export const seccompProfileRuntimeDefault = 'runtime/default';
// Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#SeccompProfileNameUnconfined
export const seccompProfileNameUnconfined = 'unconfined';
/** A profile on the disk of the node; its path follows. */
// Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#SeccompLocalhostProfileNamePrefix
export const seccompLocalhostProfileNamePrefix = 'localhost/';
/** A container's profile for AppArmor; the name of the container follows. */
// Mirrors: staging/src/k8s.io/api/core/v1/annotation_key_constants.go#AppArmorBetaContainerAnnotationKeyPrefix
export const appArmorBetaContainerAnnotationKeyPrefix = 'container.apparmor.security.beta.kubernetes.io/';
