import type { Pod, Service } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { Kubelet } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet.ts';
import { makeEnvironmentVariables } from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_pods.ts';
import { newNotFound } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  ConfigMap,
  KubeObject,
  Node,
  Secret,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../src/runtime/go/result.ts';
import { ended } from '../../kubelet/ended.ts';
import { recorderOf } from '../../kubelet/recorder.ts';

interface Question {
  readonly Pod: Pod;
  readonly Container: number;
  readonly Services: readonly Service[];
  readonly ConfigMaps: readonly ConfigMap[];
  readonly Secrets: readonly Secret[];
  readonly PodIP: string;
  readonly PodIPs: readonly string[];
  readonly Synced: boolean;
  readonly Node: Node;
}

/** The environment of a container by name, and what was said about it. */
export function answer(question: unknown): unknown {
  const {
    Pod: pod,
    Container,
    Services,
    ConfigMaps,
    Secrets,
    PodIP,
    PodIPs,
    Synced,
    Node: node,
  } = question as Question;
  const events: object[] = [];
  const found = <T extends KubeObject>(all: readonly T[], resource: string, name: string): Result<T> => {
    const object = all.find(({ metadata }) => metadata.name === name);
    return object ? [object, undefined] : [undefined, newNotFound({ group: '', resource }, name)];
  };
  const kl = {
    kubeClient: {},
    serviceLister: { list: () => [Services, undefined] },
    serviceHasSynced: () => Synced,
    masterServiceNamespace: 'default',
    configMapManager: {
      *getConfigMap(_: string, name: string) {
        return found(ConfigMaps, 'configmaps', name);
      },
    },
    secretManager: {
      *getSecret(_: string, name: string) {
        return found(Secrets, 'secrets', name);
      },
    },
    recorder: recorderOf(({ name: object, ...event }) => events.push(['event', { ...event, object }])),
    getHostIPsAnyWay: () => [node.status?.addresses?.map(({ address }) => address), undefined],
    getNodeAnyWay: () => [node, undefined],
  } as unknown as Kubelet;
  const container = pod.spec.containers[Container]!;
  const [env, err] = ended(makeEnvironmentVariables(kl, pod, container, PodIP, PodIPs));
  if (err) return { error: err.message, events };
  const sorted = env.map(({ name, value }) => [name, value] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { env: sorted, events };
}
