import type { Deployment as AppsDeployment, DeploymentStatus } from 'kubernetes-types/apps/v1';
import type {
  Draft,
  KubeObject,
  ReplicaSet,
} from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newForConfig } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { ResourceClient } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/resource-client.ts';
import { restClientFor } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { Program } from '../../../src/runtime/stage/program.ts';
import { configOf } from '../../../src/runtime/subjects/api/config.ts';
import { follow } from '../../../src/runtime/subjects/nodes/stand-ins/list-and-watch.ts';
import { replicaSets } from '../../../src/runtime/kubernetes/pkg/registry/apps/replicaset/strategy.ts';
import type { Kind } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { Cond } from '../../../src/runtime/sim/sync.ts';

type Deployment = AppsDeployment & KubeObject;

const gvk = { group: 'apps', version: 'v1', kind: 'Deployment' };
const { strategy, statusStrategy } = replicaSets;

/** Deployments, as far as these recordings need them: kept as a ReplicaSet is, with the defaults of their own. */
export const deployments = {
  ...replicaSets,
  resource: { group: 'apps', resource: 'deployments' },
  shortNames: ['deploy'],
  strategy: {
    ...strategy,
    gvk,
    setDefaults(object: Draft<Deployment>) {
      strategy.setDefaults(object as unknown as Draft<ReplicaSet>);
      if (!object.spec) return;
      object.spec.revisionHistoryLimit ??= 10;
      object.spec.progressDeadlineSeconds ??= 600;
      object.spec.strategy ??= {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' },
      };
    },
    prepareForCreate(object: Draft<Deployment>) {
      object.status = {};
      object.metadata.generation = 1;
    },
  },
  statusStrategy: { ...statusStrategy, gvk },
  subresources: {},
} as Kind;

const hash = '5d4b8f7c6';
const annotation = (name: string): string => `deployment.kubernetes.io/${name}`;

/** Makes the one ReplicaSet of each Deployment and keeps its status: what the Deployment controller does here. */
export const deploymentStandIn: Program = {
  name: 'deployment-stand-in',
  *main(host) {
    const { sim } = host;
    const config = configOf(host, 20, 30);
    const clientset = newForConfig(sim, config);
    const rest = restClientFor(sim, config);
    const clientOf = (namespace = ''): ResourceClient<Deployment> =>
      new ResourceClient<Deployment>(rest, 'deployments', namespace);
    const known = new Map<string, Deployment>();
    const sets = new Map<string, ReplicaSet>();
    const changed = new Cond('a change');
    const noted = <T extends KubeObject>(into: Map<string, T>) => ({
      changed: (object: T) => {
        into.set(object.metadata.uid ?? '', object);
        changed.broadcast();
      },
      removed: (object: T) => {
        into.delete(object.metadata.uid ?? '');
        changed.broadcast();
      },
    });
    sim.go('deployments', follow(sim, clientOf(), noted(known)));
    sim.go('replicasets', follow(sim, clientset.appsV1().replicaSets(''), noted(sets)));

    function* sync(deployment: Deployment): Blocking<void> {
      const { namespace = '', uid, deletionTimestamp } = deployment.metadata;
      const own = [...sets.values()].filter(({ metadata }) => metadata.ownerReferences?.[0]?.uid === uid);
      if (own.length === 0 && !deletionTimestamp && !deployment.metadata.annotations) {
        yield* clientset.appsV1().replicaSets(namespace).create(replicaSetOf(deployment));
        const annotations = { [annotation('revision')]: '1' };
        const { name = '' } = deployment.metadata;
        yield* clientOf(namespace).patch(name, 'application/merge-patch+json', { metadata: { annotations } });
        return;
      }
      const status = statusOf(deployment, own[0]);
      if (JSON.stringify(status) === JSON.stringify(deployment.status)) return;
      yield* clientOf(namespace).updateStatus({ ...deployment, status });
    }
    for (;;) {
      yield* changed.wait();
      yield* sim.sleep(5);
      for (const deployment of known.values()) yield* sync(deployment);
    }
  },
};

function replicaSetOf({ metadata, spec }: Deployment): ReplicaSet {
  const { name = '', namespace, uid = '' } = metadata;
  const labels = { ...metadata.labels, 'pod-template-hash': hash };
  const replicas = spec?.replicas ?? 0;
  const annotations = {
    [annotation('desired-replicas')]: String(replicas),
    [annotation('max-replicas')]: String(replicas + 1),
    [annotation('revision')]: '1',
  };
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name, uid };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      annotations,
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { ...spec?.template, metadata: { labels } },
    },
  };
}

function statusOf({ metadata, spec }: Deployment, set: ReplicaSet | undefined): DeploymentStatus {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = set?.status ?? {};
  const wanted = spec?.replicas ?? 0;
  const enough = availableReplicas >= wanted;
  const unavailable = Math.max(0, (set?.spec?.replicas ?? 0) - availableReplicas);
  const name = `ReplicaSet "${set?.metadata.name}"`;
  const conditions = [
    enough
      ? ['Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.']
      : [
          'Available',
          'False',
          'MinimumReplicasUnavailable',
          'Deployment does not have minimum availability.',
        ],
    enough
      ? ['Progressing', 'True', 'NewReplicaSetAvailable', `${name} has successfully progressed.`]
      : ['Progressing', 'True', 'ReplicaSetUpdated', `${name} is progressing.`],
  ].map(([type = '', status = '', reason, message]) => ({ type, status, reason, message }));
  return {
    observedGeneration: metadata.generation,
    ...(replicas > 0 ? { replicas, updatedReplicas: replicas } : {}),
    ...(readyReplicas > 0 ? { readyReplicas } : {}),
    ...(availableReplicas > 0 ? { availableReplicas } : {}),
    ...(unavailable > 0 ? { unavailableReplicas: unavailable } : {}),
    conditions,
  };
}
