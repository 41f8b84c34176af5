/** What a kubelet writes on each container and sandbox. */
type Labels = Readonly<Record<string, string>>;

// Mirrors: pkg/kubelet/types/labels.go#KubernetesPodNameLabel
export const kubernetesPodNameLabel = 'io.kubernetes.pod.name';
// Mirrors: pkg/kubelet/types/labels.go#KubernetesPodNamespaceLabel
export const kubernetesPodNamespaceLabel = 'io.kubernetes.pod.namespace';
// Mirrors: pkg/kubelet/types/labels.go#KubernetesPodUIDLabel
export const kubernetesPodUIDLabel = 'io.kubernetes.pod.uid';
// Mirrors: pkg/kubelet/types/labels.go#KubernetesContainerNameLabel
export const kubernetesContainerNameLabel = 'io.kubernetes.container.name';

// Mirrors: pkg/kubelet/types/labels.go#GetContainerName
export const getContainerName = (labels: Labels): string => labels[kubernetesContainerNameLabel] ?? '';
// Mirrors: pkg/kubelet/types/labels.go#GetPodName
export const getPodName = (labels: Labels): string => labels[kubernetesPodNameLabel] ?? '';
// Mirrors: pkg/kubelet/types/labels.go#GetPodUID
export const getPodUID = (labels: Labels): string => labels[kubernetesPodUIDLabel] ?? '';
// Mirrors: pkg/kubelet/types/labels.go#GetPodNamespace
export const getPodNamespace = (labels: Labels): string => labels[kubernetesPodNamespaceLabel] ?? '';
