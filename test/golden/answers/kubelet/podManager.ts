import type { Node, Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { getPodFullName } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newBasicMirrorClient } from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/mirror_client.ts';
import {
  type Manager,
  newBasicPodManager,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/pod/pod_manager.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { clientOf } from '../../kubelet/client.ts';

interface Question {
  readonly Ops: readonly {
    readonly Op: 'add' | 'update' | 'delete' | 'createMirror' | 'deleteMirror';
    readonly Pod: Pod;
  }[];
}

/** What a pod manager holds after each operation, and what it asked of others. */
export function answer(question: unknown): unknown {
  const { Ops } = question as Question;
  const sim = new Sim();
  let registrations: string[] = [];
  let requests: unknown[] = [];
  const client = clientOf(sim, {
    *do({ verb, name, body }) {
      const { metadata } = body as Pod;
      const { annotations, ownerReferences } = metadata ?? {};
      if (verb === 'create') requests.push({ annotations, create: metadata.name, ownerReferences });
      else requests.push({ [verb]: name });
      return [body as Pod, undefined];
    },
  });
  const node = { metadata: { name: 'n', uid: 'node-uid' } } as Node;
  const mirrors = newBasicMirrorClient(client, 'n', { get: () => [node, undefined] });
  const registry = (kind: string) => ({
    registerPod: ({ metadata }: Pod) => void registrations.push(`register ${kind} ${metadata.uid}`),
    unregisterPod: ({ metadata }: Pod) => void registrations.push(`unregister ${kind} ${metadata.uid}`),
    getSecret: unasked,
    getConfigMap: unasked,
  });
  const manager = newBasicPodManager(mirrors, registry('secrets'), registry('configmaps'));
  const uids = new Set<string>();
  return Ops.map(({ Op, Pod }) => {
    [registrations, requests] = [[], []];
    uids.add(Pod.metadata.uid);
    let deleted: boolean | undefined;
    if (Op === 'add') manager.addPod(Pod);
    else if (Op === 'update') manager.updatePod(Pod);
    else if (Op === 'delete') manager.deletePod(Pod);
    else if (Op === 'createMirror') sim.go('create', manager.createMirrorPod(Pod));
    else {
      const deleting = function* () {
        [deleted] = yield* manager.deleteMirrorPod(getPodFullName(Pod), Pod.metadata.uid);
      };
      sim.go('delete', deleting());
    }
    sim.runUntilIdle();
    return { ...held(manager, uids), registrations, requests, deleted };
  });
}

function unasked(): never {
  throw new Error('expected nothing to be read');
}

function held(manager: Manager, uids: ReadonlySet<string>): object {
  const [pods, mirrors] = manager.getPodsAndMirrorPods();
  const [podToMirror, mirrorToPod] = manager.getUIDTranslations();
  const isMirrorPodOf = mirrors.flatMap((mirror) => {
    const pod = manager.getPodByMirrorPod(mirror);
    return pod ? [[mirror.metadata.uid, manager.isMirrorPodOf(mirror, pod)]] : [];
  });
  const uidsOf = (some: readonly Pod[]): string[] => some.map(({ metadata }) => metadata.uid).sort();
  return {
    isMirrorPodOf: Object.fromEntries(isMirrorPodOf),
    mirrorToPod: Object.fromEntries(mirrorToPod),
    mirrors: uidsOf(mirrors),
    orphanedMirrors: manager.getOrphanedMirrorPodNames().sort(),
    podToMirror: Object.fromEntries(podToMirror),
    pods: uidsOf(pods),
    translate: Object.fromEntries([...uids].map((uid) => [uid, manager.translatePodUID(uid)])),
  };
}
