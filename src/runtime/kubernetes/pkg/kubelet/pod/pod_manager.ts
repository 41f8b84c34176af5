import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Pod } from '../../api/objects.ts';
import type { Manager as ConfigMapManager } from '../configmap/configmap_manager.ts';
import { buildPodFullName, getPodFullName } from '../container/runtime.ts';
import type { Manager as SecretManager } from '../secret/secret_manager.ts';
import { isMirrorPod, isStaticPod } from '../types/pod_update.ts';
import { type MirrorClient, getHashFromMirrorPod, getPodHash } from './mirror_client.ts';

/**
 * What this node is to run, as its sources say, and the mirror pods of what the API server did not say. A static pod and its
 * mirror pod have one name and two uids.
 */
// Mirrors: pkg/kubelet/pod/pod_manager.go#Manager
export interface Manager extends MirrorClient {
  /** All but mirror pods. */
  getPods(): Pod[];
  getPodByFullName(podFullName: string): Pod | undefined;
  getPodByName(namespace: string, name: string): Pod | undefined;
  /** Of a mirror pod, none. */
  getPodByUID(uid: string): Pod | undefined;
  getPodByMirrorPod(mirrorPod: Pod): Pod | undefined;
  getMirrorPodByPod(pod: Pod): Pod | undefined;
  getPodsAndMirrorPods(): [pods: Pod[], mirrorPods: Pod[]];
  /** Replaces all. */
  setPods(pods: readonly Pod[]): void;
  addPod(pod: Pod): void;
  updatePod(pod: Pod): void;
  deletePod(pod: Pod): void;
  /** Mirror pods that mirror nothing. */
  getOrphanedMirrorPodNames(): string[];
  /** The uid of the pod that runs: that of a mirror pod is replaced by that of what it mirrors. */
  translatePodUID(uid: string): string;
  /** Both ways; a static pod without a mirror has an empty one. */
  getUIDTranslations(): [podToMirror: Map<string, string>, mirrorToPod: Map<string, string>];
  /** Whether it mirrors the pod as it is now. */
  isMirrorPodOf(mirrorPod: Pod, pod: Pod): boolean;
}

// Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager
class BasicManager implements Manager {
  readonly #podByUID = new Map<string, Pod>();
  readonly #mirrorPodByUID = new Map<string, Pod>();
  readonly #podByFullName = new Map<string, Pod>();
  readonly #mirrorPodByFullName = new Map<string, Pod>();
  /** From the uid of a mirror pod. */
  readonly #translationByUID = new Map<string, string>();
  readonly #secretManager: SecretManager | undefined;
  readonly #configMapManager: ConfigMapManager | undefined;
  readonly #mirrorClient: MirrorClient;

  constructor(
    client: MirrorClient,
    secretManager: SecretManager | undefined,
    configMapManager: ConfigMapManager | undefined,
  ) {
    this.#mirrorClient = client;
    this.#secretManager = secretManager;
    this.#configMapManager = configMapManager;
  }

  // Mirrors: pkg/kubelet/pod/mirror_client.go#MirrorClient.CreateMirrorPod
  *createMirrorPod(pod: Pod): Blocking<Error | undefined> {
    return yield* this.#mirrorClient.createMirrorPod(pod);
  }

  // Mirrors: pkg/kubelet/pod/mirror_client.go#MirrorClient.DeleteMirrorPod
  *deleteMirrorPod(podFullName: string, uid: string | undefined): Blocking<Result<boolean>> {
    return yield* this.#mirrorClient.deleteMirrorPod(podFullName, uid);
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.SetPods
  setPods(newPods: readonly Pod[]): void {
    this.#podByUID.clear();
    this.#podByFullName.clear();
    this.#mirrorPodByUID.clear();
    this.#mirrorPodByFullName.clear();
    this.#translationByUID.clear();
    this.#updatePodsInternal(...newPods);
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.AddPod
  addPod(pod: Pod): void {
    this.updatePod(pod);
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.UpdatePod
  updatePod(pod: Pod): void {
    this.#updatePodsInternal(pod);
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.updatePodsInternal
  #updatePodsInternal(...pods: readonly Pod[]): void {
    for (const pod of pods) {
      for (const manager of [this.#secretManager, this.#configMapManager]) {
        if (isPodInTerminatedState(pod)) manager?.unregisterPod(pod);
        else manager?.registerPod(pod);
      }
      const [podFullName, { uid }] = [getPodFullName(pod), pod.metadata];
      if (isMirrorPod(pod)) {
        this.#mirrorPodByUID.set(uid, pod);
        this.#mirrorPodByFullName.set(podFullName, pod);
        const p = this.#podByFullName.get(podFullName);
        if (p) this.#translationByUID.set(uid, p.metadata.uid);
      } else {
        this.#podByUID.set(uid, pod);
        this.#podByFullName.set(podFullName, pod);
        const mirror = this.#mirrorPodByFullName.get(podFullName);
        if (mirror) this.#translationByUID.set(mirror.metadata.uid, uid);
      }
    }
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.DeletePod
  deletePod(pod: Pod): void {
    this.#secretManager?.unregisterPod(pod);
    this.#configMapManager?.unregisterPod(pod);
    const [podFullName, { uid }] = [getPodFullName(pod), pod.metadata];
    if (isMirrorPod(pod)) {
      this.#mirrorPodByUID.delete(uid);
      this.#mirrorPodByFullName.delete(podFullName);
      this.#translationByUID.delete(uid);
    } else {
      this.#podByUID.delete(uid);
      this.#podByFullName.delete(podFullName);
    }
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetPods
  getPods(): Pod[] {
    return [...this.#podByUID.values()];
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetPodsAndMirrorPods
  getPodsAndMirrorPods(): [Pod[], Pod[]] {
    return [[...this.#podByUID.values()], [...this.#mirrorPodByUID.values()]];
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetPodByUID
  getPodByUID(uid: string): Pod | undefined {
    return this.#podByUID.get(uid);
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetPodByName
  getPodByName(namespace: string, name: string): Pod | undefined {
    return this.getPodByFullName(buildPodFullName(name, namespace));
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetPodByFullName
  getPodByFullName(podFullName: string): Pod | undefined {
    return this.#podByFullName.get(podFullName);
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.TranslatePodUID
  translatePodUID(uid: string): string {
    return this.#translationByUID.get(uid) ?? uid;
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetUIDTranslations
  getUIDTranslations(): [Map<string, string>, Map<string, string>] {
    const podToMirror = new Map<string, string>();
    const mirrorToPod = new Map<string, string>();
    for (const [uid, pod] of this.#podByUID) if (isStaticPod(pod)) podToMirror.set(uid, '');
    for (const [k, v] of this.#translationByUID) {
      mirrorToPod.set(k, v);
      podToMirror.set(v, k);
    }
    return [podToMirror, mirrorToPod];
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetOrphanedMirrorPodNames
  getOrphanedMirrorPodNames(): string[] {
    return [...this.#mirrorPodByFullName.keys()].filter((name) => !this.#podByFullName.has(name));
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.IsMirrorPodOf
  isMirrorPodOf(mirrorPod: Pod, pod: Pod): boolean {
    const [of, own] = [mirrorPod.metadata, pod.metadata];
    if (own.name !== of.name || own.namespace !== of.namespace) return false;
    return getHashFromMirrorPod(mirrorPod) === getPodHash(pod);
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetMirrorPodByPod
  getMirrorPodByPod(pod: Pod): Pod | undefined {
    return this.#mirrorPodByFullName.get(getPodFullName(pod));
  }

  // Mirrors: pkg/kubelet/pod/pod_manager.go#basicManager.GetPodByMirrorPod
  getPodByMirrorPod(mirrorPod: Pod): Pod | undefined {
    return this.#podByFullName.get(getPodFullName(mirrorPod));
  }
}

// Mirrors: pkg/kubelet/pod/pod_manager.go#NewBasicPodManager
export function newBasicPodManager(
  client: MirrorClient,
  secretManager: SecretManager | undefined,
  configMapManager: ConfigMapManager | undefined,
): Manager {
  return new BasicManager(client, secretManager, configMapManager);
}

// Mirrors: pkg/kubelet/pod/pod_manager.go#isPodInTerminatedState
function isPodInTerminatedState({ status }: Pod): boolean {
  return status?.phase === 'Failed' || status?.phase === 'Succeeded';
}
