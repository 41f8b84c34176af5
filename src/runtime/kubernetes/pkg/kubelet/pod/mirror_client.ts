import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Node, Pod } from '../../api/objects.ts';
import { parsePodFullName } from '../container/runtime.ts';
import { configHashAnnotationKey, configMirrorAnnotationKey } from '../types/pod_update.ts';

/** Shows the API server pods that did not come from it, by pods that stand for them there. */
// Mirrors: pkg/kubelet/pod/mirror_client.go#MirrorClient
export interface MirrorClient {
  createMirrorPod(pod: Pod): Blocking<Error | undefined>;
  /** Whether it was deleted: not where its uid is another one than was asked for. */
  deleteMirrorPod(podFullName: string, uid: string | undefined): Blocking<Result<boolean>>;
}

/** Where the node of this kubelet is looked up. */
// Mirrors: pkg/kubelet/pod/mirror_client.go#nodeGetter
export interface NodeGetter {
  get(name: string): Result<Node>;
}

// Mirrors: pkg/kubelet/pod/mirror_client.go#basicMirrorClient
class BasicMirrorClient implements MirrorClient {
  readonly #apiserverClient: Clientset | undefined;
  readonly #nodeGetter: NodeGetter;
  readonly #nodeName: string;

  constructor(apiserverClient: Clientset | undefined, nodeName: string, nodeGetter: NodeGetter) {
    this.#apiserverClient = apiserverClient;
    this.#nodeName = nodeName;
    this.#nodeGetter = nodeGetter;
  }

  /** It belongs to the node, so that it goes with that. Nothing is done without an API server. */
  // Mirrors: pkg/kubelet/pod/mirror_client.go#basicMirrorClient.CreateMirrorPod
  *createMirrorPod(pod: Pod): Blocking<Error | undefined> {
    if (!this.#apiserverClient) return undefined;
    const annotations = { ...pod.metadata.annotations, [configMirrorAnnotationKey]: getPodHash(pod) };
    const [uid, err] = this.#getNodeUID();
    if (err) return new Error(`failed to get node UID: ${err.message}`);
    const owner = { apiVersion: 'v1', kind: 'Node', name: this.#nodeName, uid, controller: true };
    const copyPod = { ...pod, metadata: { ...pod.metadata, annotations, ownerReferences: [owner] } };
    const pods = this.#apiserverClient.coreV1().pods(pod.metadata.namespace);
    // Upstream looks whether one that is there already has the same hash, but what its client gives with an error is empty.
    const [, refused] = yield* pods.create(copyPod);
    return refused;
  }

  // Mirrors: pkg/kubelet/pod/mirror_client.go#basicMirrorClient.DeleteMirrorPod
  *deleteMirrorPod(podFullName: string, uid: string | undefined): Blocking<Result<boolean>> {
    if (!this.#apiserverClient) return [false, undefined];
    const [found, err] = parsePodFullName(podFullName);
    if (err) return [undefined, err];
    const [name, namespace] = found;
    const pods = this.#apiserverClient.coreV1().pods(namespace);
    const refused = yield* pods.delete(name, { gracePeriodSeconds: 0, preconditions: { uid } });
    return [refused === undefined, undefined];
  }

  // Mirrors: pkg/kubelet/pod/mirror_client.go#basicMirrorClient.getNodeUID
  #getNodeUID(): Result<string> {
    const [node, err] = this.#nodeGetter.get(this.#nodeName);
    if (err) return [undefined, err];
    if (!node.metadata.uid) return [undefined, new Error(`UID unset for node ${this.#nodeName}`)];
    return [node.metadata.uid, undefined];
  }
}

// Mirrors: pkg/kubelet/pod/mirror_client.go#NewBasicMirrorClient
export function newBasicMirrorClient(
  apiserverClient: Clientset | undefined,
  nodeName: string,
  nodeGetter: NodeGetter,
): MirrorClient {
  return new BasicMirrorClient(apiserverClient, nodeName, nodeGetter);
}

/** Of the pod that a mirror pod stands for; undefined for one that is none. */
// Mirrors: pkg/kubelet/pod/mirror_client.go#getHashFromMirrorPod
export function getHashFromMirrorPod({ metadata }: Pod): string | undefined {
  return metadata.annotations?.[configMirrorAnnotationKey];
}

/** Which the source of a static pod made of its manifest. */
// Mirrors: pkg/kubelet/pod/mirror_client.go#getPodHash
export function getPodHash({ metadata }: Pod): string {
  return metadata.annotations?.[configHashAnnotationKey] ?? '';
}
