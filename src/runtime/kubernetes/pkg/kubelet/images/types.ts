import type { Container, Secret } from 'kubernetes-types/core/v1';
import type { Blocking } from '../../../../sim/process.ts';
import type { PodSandboxConfig } from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { Pod } from '../../api/objects.ts';

// Mirrors: pkg/kubelet/images/types.go#ErrImagePullBackOff
export const errImagePullBackOff: Error = new Error('ImagePullBackOff');
// Mirrors: pkg/kubelet/images/types.go#ErrImageInspect
export const errImageInspect: Error = new Error('ImageInspectError');
// Mirrors: pkg/kubelet/images/types.go#ErrImagePull
export const errImagePull: Error = new Error('ErrImagePull');
// Mirrors: pkg/kubelet/images/types.go#ErrImageNeverPull
export const errImageNeverPull: Error = new Error('ErrImageNeverPull');
// Mirrors: pkg/kubelet/images/types.go#ErrRegistryUnavailable
export const errRegistryUnavailable: Error = new Error('RegistryUnavailable');
// Mirrors: pkg/kubelet/images/types.go#ErrInvalidImageName
export const errInvalidImageName: Error = new Error('InvalidImageName');

// Mirrors: pkg/kubelet/images/types.go#ImageManager
export interface ImageManager {
  /** Sees to it that the image of a container is there. Gives what it is called, else a message for people and an error in a word. */
  ensureImageExists(
    pod: Pod,
    container: Container,
    pullSecrets: readonly Secret[],
    podSandboxConfig: PodSandboxConfig | undefined,
  ): Blocking<[imageRef: string, msg: string, err: Error | undefined]>;
}
