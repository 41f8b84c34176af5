import type { Container } from 'kubernetes-types/core/v1';
import type { Pod } from '../../api/objects.ts';

/** What gives processors and devices to containers is told of their lives. */
// Mirrors: pkg/kubelet/cm/internal_container_lifecycle.go#InternalContainerLifecycle
export interface InternalContainerLifecycle {
  preStartContainer(pod: Pod, container: Container, containerID: string): Error | undefined;
  preStopContainer(containerID: string): Error | undefined;
  postStopContainer(containerID: string): Error | undefined;
}
