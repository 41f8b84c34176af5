import { plane as collectorPlane } from '../../../src/runtime/subjects/collector/planes/collector.ts';
import { plane as controllersPlane } from '../../../src/runtime/subjects/control-loop/planes/controllers.ts';
import type { Plane } from '../../../src/runtime/stage/program.ts';
import type { StatusError } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { deploymentStandIn, deployments } from './deployments.ts';
import type { Stage, Story } from './stories.ts';

/** The plane with Deployments, which the recordings have and Loopscope has not. */
const withDeployments = ({ subjects, kinds = [], programsOf }: Plane): Plane => ({
  subjects,
  kinds: [...kinds, deployments],
  programsOf: (settings) => [...programsOf(settings), deploymentStandIn],
});

/** A kubelet that lets one pod change at a time, every 250 ms. */
const settings = { serialGapMs: 250 };

function createDeployment(stage: Stage, namespace: string, spec: object = {}): void {
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'app:v1' }], ...spec } };
  const body = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels },
    spec: { replicas: 2, selector: { matchLabels: labels }, template },
  };
  stage.request({ verb: 'create', resource: 'deployments', namespace, body });
}

function deletion(policy: 'Background' | 'Foreground' | 'Orphan'): Story {
  return {
    plane: withDeployments(collectorPlane),
    settings,
    kinds: ['Deployment', 'ReplicaSet', 'Pod'],
    withoutEvents: true,
    play(stage) {
      createDeployment(stage, 'default');
      stage.quiet();
      stage.action(`delete ${policy}`);
      remove(stage, 'deployments', 'web', policy);
      if (policy !== 'Orphan') return;
      const [set] = stage.cluster.part('api').list('replicasets', 'default');
      stage.action('delete ReplicaSet Orphan');
      remove(stage, 'replicasets', set?.metadata.name ?? '', policy);
    },
  };
}

function remove(stage: Stage, resource: string, name: string, propagationPolicy: string): void {
  const body = { propagationPolicy };
  stage.request({ verb: 'delete', resource, namespace: 'default', name, body });
  stage.quiet(4000);
}

/** A namespace with objects of many kinds, one of which a finalizer holds. Its pods were never scheduled. */
const nsDelete: Story = {
  plane: withDeployments(controllersPlane),
  settings: { ...settings, nodes: [] },
  kinds: [
    'Namespace', 'Deployment', 'ReplicaSet', 'Pod', 'Service', 'Endpoints', 'ConfigMap', 'Secret', 'ServiceAccount',
  ], // prettier-ignore
  // What the controller of the root CA makes, which Loopscope has not.
  without: ['ConfigMap/kube-root-ca.crt'],
  namespace: 'shop',
  play(stage) {
    const namespace = 'shop';
    const body = { metadata: { name: namespace } };
    stage.request({ verb: 'create', resource: 'namespaces', body });
    stage.quiet();
    stage.action('(start)');
    createDeployment(stage, namespace);
    const ports = [{ port: 80 }];
    const service = { metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports } };
    stage.request({ verb: 'create', resource: 'services', namespace, body: service });
    const configMap = (metadata: object): void =>
      void stage.request({ verb: 'create', resource: 'configmaps', namespace, body: { metadata } });
    configMap({ name: 'plain' });
    configMap({ name: 'held', finalizers: ['example.com/hold'] });
    stage.quiet();

    stage.action('delete namespace');
    stage.request({ verb: 'delete', resource: 'namespaces', name: namespace });
    stage.wait(300);
    stage.action('try to create a ConfigMap in the terminating namespace');
    try {
      configMap({ name: 'late' });
    } catch (error) {
      stage.refusals.push(error as StatusError);
    }
    stage.wait(14_000);
    stage.action('release the held ConfigMap');
    stage.request({
      verb: 'patch',
      resource: 'configmaps',
      namespace,
      name: 'held',
      patchType: 'application/merge-patch+json',
      body: { metadata: { finalizers: null } },
    });
    stage.wait(90_000);
  },
};

/** The recorded deletions of owners and of a namespace. */
export const collected: Readonly<Record<string, Story>> = {
  'gc-background': deletion('Background'),
  'gc-foreground': deletion('Foreground'),
  'gc-orphan': deletion('Orphan'),
  'ns-delete': nsDelete,
};
