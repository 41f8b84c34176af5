import type { Container, ContainerPort, LifecycleHandler as Handler } from 'kubernetes-types/core/v1';
import { get, isMap } from '../../../../go/map.ts';
import { atoi } from '../../../../go/strconv.ts';
import { containerPorts, handler } from '../../../staging/src/k8s.io/api/core/v1/container-json.ts';
import type { Pod } from '../../api/objects.ts';
import { hashContainer } from '../container/helpers.ts';
import type { RunContainerOptions } from '../container/runtime.ts';
import {
  kubernetesContainerNameLabel,
  kubernetesPodNameLabel,
  kubernetesPodNamespaceLabel,
  kubernetesPodUIDLabel,
} from '../types/labels.ts';

// What a kubelet must know of a container after it was restarted itself: the runtime keeps it, as labels and annotations.

// Mirrors: pkg/kubelet/kuberuntime/labels.go#podDeletionGracePeriodLabel
const podDeletionGracePeriodLabel = 'io.kubernetes.pod.deletionGracePeriod';
// Mirrors: pkg/kubelet/kuberuntime/labels.go#podTerminationGracePeriodLabel
const podTerminationGracePeriodLabel = 'io.kubernetes.pod.terminationGracePeriod';
// Mirrors: pkg/kubelet/kuberuntime/labels.go#containerHashLabel
export const containerHashLabel = 'io.kubernetes.container.hash';
// Mirrors: pkg/kubelet/kuberuntime/labels.go#containerRestartCountLabel
export const containerRestartCountLabel = 'io.kubernetes.container.restartCount';
// Mirrors: pkg/kubelet/kuberuntime/labels.go#containerTerminationMessagePathLabel
const containerTerminationMessagePathLabel = 'io.kubernetes.container.terminationMessagePath';
// Mirrors: pkg/kubelet/kuberuntime/labels.go#containerTerminationMessagePolicyLabel
const containerTerminationMessagePolicyLabel = 'io.kubernetes.container.terminationMessagePolicy';
// Mirrors: pkg/kubelet/kuberuntime/labels.go#containerPreStopHandlerLabel
const containerPreStopHandlerLabel = 'io.kubernetes.container.preStopHandler';
// Mirrors: pkg/kubelet/kuberuntime/labels.go#containerPortsLabel
const containerPortsLabel = 'io.kubernetes.container.ports';

type Texts = Readonly<Record<string, string>>;

// Mirrors: pkg/kubelet/kuberuntime/labels.go#labeledPodSandboxInfo
interface LabeledPodSandboxInfo {
  /** Those of the pod alone. */
  readonly labels: Texts;
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUID: string;
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#labeledContainerInfo
interface LabeledContainerInfo {
  readonly containerName: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUID: string;
}

/** What is not there, or cannot be read, is zero or undefined. */
// Mirrors: pkg/kubelet/kuberuntime/labels.go#annotatedContainerInfo
interface AnnotatedContainerInfo {
  readonly hash: number;
  readonly restartCount: number;
  readonly podDeletionGracePeriodSeconds?: number;
  readonly podTerminationGracePeriodSeconds?: number;
  readonly terminationMessagePath: string;
  readonly terminationMessagePolicy: string;
  readonly preStopHandler?: Handler;
  readonly containerPorts?: readonly ContainerPort[];
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#newPodLabels
export function newPodLabels({ metadata }: Pod): Texts {
  return {
    ...metadata.labels,
    [kubernetesPodNameLabel]: metadata.name,
    [kubernetesPodNamespaceLabel]: metadata.namespace,
    [kubernetesPodUIDLabel]: metadata.uid,
  };
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#newPodAnnotations
export function newPodAnnotations({ metadata }: Pod): Texts | undefined {
  return metadata.annotations;
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#newContainerLabels
export function newContainerLabels(container: Container, { metadata }: Pod): Texts {
  return {
    [kubernetesPodNameLabel]: metadata.name,
    [kubernetesPodNamespaceLabel]: metadata.namespace,
    [kubernetesPodUIDLabel]: metadata.uid,
    [kubernetesContainerNameLabel]: container.name,
  };
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#newContainerAnnotations
export function newContainerAnnotations(
  container: Container,
  pod: Pod,
  restartCount: number,
  opts: RunContainerOptions,
): Texts {
  const annotations: Record<string, string> = {};
  for (const { name, value } of opts.annotations) annotations[name] = value;
  annotations[containerHashLabel] = hashContainer(container).toString(16);
  annotations[containerRestartCountLabel] = String(restartCount);
  annotations[containerTerminationMessagePathLabel] = container.terminationMessagePath ?? '';
  annotations[containerTerminationMessagePolicyLabel] = container.terminationMessagePolicy ?? '';
  const { deletionGracePeriodSeconds } = pod.metadata;
  const { terminationGracePeriodSeconds } = pod.spec;
  if (deletionGracePeriodSeconds !== undefined)
    annotations[podDeletionGracePeriodLabel] = String(deletionGracePeriodSeconds);
  if (terminationGracePeriodSeconds !== undefined)
    annotations[podTerminationGracePeriodLabel] = String(terminationGracePeriodSeconds);
  if (container.lifecycle?.preStop)
    annotations[containerPreStopHandlerLabel] = handler.write(container.lifecycle.preStop);
  if (container.ports && container.ports.length > 0)
    annotations[containerPortsLabel] = containerPorts.write(container.ports);
  return annotations;
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#getPodSandboxInfoFromLabels
export function getPodSandboxInfoFromLabels(labels: Texts): LabeledPodSandboxInfo {
  const {
    [kubernetesPodNameLabel]: _name,
    [kubernetesPodNamespaceLabel]: _namespace,
    [kubernetesPodUIDLabel]: _uid,
    ...ofPod
  } = labels;
  return {
    labels: ofPod,
    podName: getStringValueFromLabel(labels, kubernetesPodNameLabel),
    podNamespace: getStringValueFromLabel(labels, kubernetesPodNamespaceLabel),
    podUID: getStringValueFromLabel(labels, kubernetesPodUIDLabel),
  };
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#getContainerInfoFromLabels
export function getContainerInfoFromLabels(labels: Texts = {}): LabeledContainerInfo {
  return {
    podName: getStringValueFromLabel(labels, kubernetesPodNameLabel),
    podNamespace: getStringValueFromLabel(labels, kubernetesPodNamespaceLabel),
    podUID: getStringValueFromLabel(labels, kubernetesPodUIDLabel),
    containerName: getStringValueFromLabel(labels, kubernetesContainerNameLabel),
  };
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#getContainerInfoFromAnnotations
export function getContainerInfoFromAnnotations(annotations: Texts = {}): AnnotatedContainerInfo {
  return {
    terminationMessagePath: getStringValueFromLabel(annotations, containerTerminationMessagePathLabel),
    terminationMessagePolicy: getStringValueFromLabel(annotations, containerTerminationMessagePolicyLabel),
    hash: getUint64ValueFromLabel(annotations, containerHashLabel),
    restartCount: getIntValueFromLabel(annotations, containerRestartCountLabel),
    podDeletionGracePeriodSeconds: getInt64PointerFromLabel(annotations, podDeletionGracePeriodLabel),
    podTerminationGracePeriodSeconds: getInt64PointerFromLabel(annotations, podTerminationGracePeriodLabel),
    preStopHandler: getJSONObjectFromLabel(annotations, containerPreStopHandlerLabel, isMap) as
      Handler | undefined,
    containerPorts: getJSONObjectFromLabel(annotations, containerPortsLabel, isListOfMaps) as
      readonly ContainerPort[] | undefined,
  };
}

const isListOfMaps = (value: unknown): boolean => Array.isArray(value) && value.every(isMap);

// Mirrors: pkg/kubelet/kuberuntime/labels.go#getStringValueFromLabel
function getStringValueFromLabel(labels: Texts, label: string): string {
  return get(labels, label) ?? '';
}

/** Zero if it is not there, or no number. */
// Mirrors: pkg/kubelet/kuberuntime/labels.go#getIntValueFromLabel
function getIntValueFromLabel(labels: Texts, label: string): number {
  const [intValue] = atoi(get(labels, label) ?? '0');
  return intValue ?? 0;
}

/** A number in hexadecimal. */
// Mirrors: pkg/kubelet/kuberuntime/labels.go#getUint64ValueFromLabel
function getUint64ValueFromLabel(labels: Texts, label: string): number {
  const text = get(labels, label) ?? '0';
  if (!/^[\da-f]{1,16}$/i.test(text)) return 0;
  return Number.parseInt(text, 16);
}

// Mirrors: pkg/kubelet/kuberuntime/labels.go#getInt64PointerFromLabel
function getInt64PointerFromLabel(labels: Texts, label: string): number | undefined {
  const strValue = get(labels, label);
  if (strValue === undefined) return undefined;
  const [int64Value] = atoi(strValue);
  return int64Value;
}

/** What is written there as JSON, if it is of the kind that is wanted. */
// Mirrors: pkg/kubelet/kuberuntime/labels.go#getJSONObjectFromLabel
function getJSONObjectFromLabel(
  labels: Texts,
  label: string,
  isWanted: (value: unknown) => boolean,
): unknown {
  const strValue = get(labels, label);
  if (strValue === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(strValue);
    return isWanted(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
