import type { PodSpec, PodTemplateSpec } from 'kubernetes-types/core/v1';
import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1';
import { hasStatusCause, isNotFound } from '../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject, Pod } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { isDNS1123Subdomain } from '../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { EventRecorder } from '../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Blocking } from '../../../sim/process.ts';

/** Reasons of the events, and of the conditions, that tell of pods created and deleted. */
// Mirrors: pkg/controller/controller_utils.go#FailedCreatePodReason
export const failedCreatePodReason = 'FailedCreate';
// Mirrors: pkg/controller/controller_utils.go#SuccessfulCreatePodReason
export const successfulCreatePodReason = 'SuccessfulCreate';
// Mirrors: pkg/controller/controller_utils.go#FailedDeletePodReason
export const failedDeletePodReason = 'FailedDelete';
// Mirrors: pkg/controller/controller_utils.go#SuccessfulDeletePodReason
export const successfulDeletePodReason = 'SuccessfulDelete';

/** The cause in a status that refuses to create an object, because its namespace is going away. */
export const namespaceTerminatingCause = 'NamespaceTerminating';

/** How a controller creates, deletes and patches pods. */
// Mirrors: pkg/controller/controller_utils.go#PodControlInterface
export interface PodControlInterface {
  createPods(namespace: string, template: PodTemplateSpec, object: KubeObject): Blocking<Error | undefined>;
  createPodsOnNode(
    nodeName: string,
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined>;
  createPodsWithControllerRef(
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined>;
  deletePod(namespace: string, podID: string, object: KubeObject): Blocking<Error | undefined>;
  patchPod(namespace: string, name: string, data: object): Blocking<Error | undefined>;
}

/** Does it through the API, and records an event about the controller's object each time. */
// Mirrors: pkg/controller/controller_utils.go#RealPodControl
export class RealPodControl implements PodControlInterface {
  readonly kubeClient: Clientset;
  readonly recorder: EventRecorder;

  constructor(kubeClient: Clientset, recorder: EventRecorder) {
    this.kubeClient = kubeClient;
    this.recorder = recorder;
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.CreatePods
  *createPods(namespace: string, template: PodTemplateSpec, object: KubeObject): Blocking<Error | undefined> {
    return yield* this.#createPods('', namespace, template, object, undefined);
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.CreatePodsWithControllerRef
  *createPodsWithControllerRef(
    namespace: string,
    template: PodTemplateSpec,
    controllerObject: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    const err = validateControllerRef(controllerRef);
    if (err) {
      return err;
    }
    return yield* this.#createPods('', namespace, template, controllerObject, controllerRef);
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.CreatePodsOnNode
  *createPodsOnNode(
    nodeName: string,
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    const err = validateControllerRef(controllerRef);
    if (err) {
      return err;
    }
    return yield* this.#createPods(nodeName, namespace, template, object, controllerRef);
  }

  /** `data` is a strategic merge patch. */
  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.PatchPod
  *patchPod(namespace: string, name: string, data: object): Blocking<Error | undefined> {
    const pods = this.kubeClient.coreV1().pods(namespace);
    const [, err] = yield* pods.patch(name, 'application/strategic-merge-patch+json', data);
    return err;
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.DeletePod
  *deletePod(namespace: string, podID: string, object: KubeObject): Blocking<Error | undefined> {
    const err = yield* this.kubeClient.coreV1().pods(namespace).delete(podID);
    if (err) {
      if (isNotFound(err)) {
        return err;
      }
      this.recorder.eventf(object, 'Warning', failedDeletePodReason, 'Error deleting: %v', err.message);
      return new Error(`unable to delete pods: ${err.message}`, { cause: err });
    }
    this.recorder.eventf(object, 'Normal', successfulDeletePodReason, 'Deleted pod: %v', podID);
    return undefined;
  }

  // Mirrors: pkg/controller/controller_utils.go#RealPodControl.createPods
  *#createPods(
    nodeName: string,
    namespace: string,
    template: PodTemplateSpec,
    object: KubeObject,
    controllerRef: OwnerReference | undefined,
  ): Blocking<Error | undefined> {
    const pod = getPodFromTemplate(template, object, controllerRef);
    if (nodeName !== '') {
      pod.spec = { ...(pod.spec as PodSpec), nodeName };
    }
    if (Object.keys(pod.metadata?.labels ?? {}).length === 0) {
      return new Error('unable to create pods, no labels');
    }
    const [newPod, err] = yield* this.kubeClient.coreV1().pods(namespace).create(pod);
    if (err) {
      // Nobody needs to hear of it when the namespace is going away.
      if (!hasStatusCause(err, namespaceTerminatingCause)) {
        this.recorder.eventf(object, 'Warning', failedCreatePodReason, 'Error creating: %v', err.message);
      }
      return err;
    }
    this.recorder.eventf(
      object,
      'Normal',
      successfulCreatePodReason,
      'Created pod: %v',
      newPod.metadata.name,
    );
    return undefined;
  }
}

/**
 * A pod as the template describes it, to be named after `parentObject` and owned by `controllerRef`.
 * Kubernetes copies the template's spec; Loopscope shares it, because objects are never changed in place.
 */
// Mirrors: pkg/controller/controller_utils.go#GetPodFromTemplate
export function getPodFromTemplate(
  template: PodTemplateSpec,
  parentObject: KubeObject,
  controllerRef: OwnerReference | undefined,
): Pod {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  const metadata: ObjectMeta = { generateName: getPodsPrefix(parentObject.metadata.name ?? '') };
  if (labels) metadata.labels = labels;
  if (annotations) metadata.annotations = annotations;
  if (finalizers) metadata.finalizers = finalizers;
  if (controllerRef) metadata.ownerReferences = [controllerRef];
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: template.spec };
}

// Mirrors: pkg/controller/controller_utils.go#getPodsPrefix
function getPodsPrefix(controllerName: string): string {
  const prefix = `${controllerName}-`;
  // The dash makes a pod's name easier to read; a name that is too long goes without. A prefix is checked as if a
  // letter stood for its end, because a name must not end with a dash.
  return isDNS1123Subdomain(`${prefix.slice(0, -2)}a`).length === 0 ? prefix : controllerName;
}

// Mirrors: pkg/controller/controller_utils.go#validateControllerRef
function validateControllerRef(controllerRef: OwnerReference | undefined): Error | undefined {
  if (controllerRef === undefined) {
    return new Error('controllerRef is nil');
  }
  if (controllerRef.apiVersion === '') {
    return new Error('controllerRef has empty APIVersion');
  }
  if (controllerRef.kind === '') {
    return new Error('controllerRef has empty Kind');
  }
  if (controllerRef.controller !== true) {
    return new Error('controllerRef.Controller is not set to true');
  }
  if (controllerRef.blockOwnerDeletion !== true) {
    return new Error('controllerRef.BlockOwnerDeletion is not set');
  }
  return undefined;
}
