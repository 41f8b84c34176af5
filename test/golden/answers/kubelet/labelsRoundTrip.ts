import {
  getContainerInfoFromAnnotations,
  getContainerInfoFromLabels,
  getPodSandboxInfoFromLabels,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/labels.ts';

type Texts = Readonly<Record<string, string>>;

/** What is read back from labels and annotations. */
export function answer(question: unknown): unknown {
  const { Labels, Annotations } = question as { readonly Labels: Texts; readonly Annotations: Texts };
  const ofContainer = getContainerInfoFromLabels(Labels);
  const ofSandbox = getPodSandboxInfoFromLabels(Labels);
  const annotated = getContainerInfoFromAnnotations(Annotations);
  return {
    containerFromLabels: {
      ContainerName: ofContainer.containerName,
      PodName: ofContainer.podName,
      PodNamespace: ofContainer.podNamespace,
      PodUID: ofContainer.podUID,
    },
    sandboxFromLabels: {
      Labels: ofSandbox.labels,
      PodName: ofSandbox.podName,
      PodNamespace: ofSandbox.podNamespace,
      PodUID: ofSandbox.podUID,
    },
    containerFromAnnotations: {
      Hash: annotated.hash,
      RestartCount: annotated.restartCount,
      PodDeletionGracePeriod: annotated.podDeletionGracePeriodSeconds ?? null,
      PodTerminationGracePeriod: annotated.podTerminationGracePeriodSeconds ?? null,
      TerminationMessagePath: annotated.terminationMessagePath,
      TerminationMessagePolicy: annotated.terminationMessagePolicy,
      PreStopHandler: annotated.preStopHandler ?? null,
      ContainerPorts: annotated.containerPorts ?? null,
    },
  };
}
