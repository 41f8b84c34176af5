import { expect, test } from 'vitest';
import type { Container } from 'kubernetes-types/core/v1';
import { hashContainer } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/helpers.ts';
import {
  getContainerInfoFromAnnotations,
  getContainerInfoFromLabels,
  getPodSandboxInfoFromLabels,
  newContainerAnnotations,
  newContainerLabels,
  newPodAnnotations,
  newPodLabels,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/labels.ts';
import { livePod } from '../../../../../golden/kubelet/runtime-manager.ts';

const preStop = {
  exec: { command: ['action1', 'action2'] },
  httpGet: { path: 'path', host: 'host', port: 8080, scheme: 'scheme' },
  tcpSocket: { port: '80' },
};
const ports = [
  { name: 'http', hostPort: 80, containerPort: 8080, protocol: 'TCP' },
  { name: 'https', hostPort: 443, containerPort: 6443, protocol: 'TCP' },
];
const container: Container = {
  name: 'test_container',
  ports,
  terminationMessagePath: '/somepath',
  lifecycle: { preStop },
};
const metadata = {
  name: 'test_pod',
  namespace: 'test_pod_namespace',
  uid: 'test_pod_uid',
  resourceVersion: '',
};
const opts = {
  annotations: [{ name: 'Foo', value: 'bar' }],
  envs: [],
  mounts: [],
  devices: [],
  podContainerDir: '',
};

test('the labels of a container say whose it is', () => {
  const pod = livePod({ metadata, spec: { containers: [container] } });
  expect(getContainerInfoFromLabels(newContainerLabels(container, pod))).toEqual({
    podName: 'test_pod',
    podNamespace: 'test_pod_namespace',
    podUID: 'test_pod_uid',
    containerName: 'test_container',
  });
});

test.each([
  ['with all that can be', container, 10],
  ['without graces and hooks', { ...container, lifecycle: undefined }, undefined],
])('the annotations of a container %s say what is needed to end it', (_title, of, seconds) => {
  const pod = livePod({
    metadata: { ...metadata, deletionGracePeriodSeconds: seconds },
    spec: { containers: [of], terminationGracePeriodSeconds: seconds },
  });
  const annotations = newContainerAnnotations(of, pod, 5, opts);
  expect(annotations).toHaveProperty('Foo', 'bar');
  expect(getContainerInfoFromAnnotations(annotations)).toEqual({
    containerPorts: ports,
    podDeletionGracePeriodSeconds: seconds,
    podTerminationGracePeriodSeconds: seconds,
    hash: hashContainer(of),
    restartCount: 5,
    terminationMessagePath: '/somepath',
    terminationMessagePolicy: '',
    preStopHandler: of.lifecycle?.preStop,
  });
});

test('annotations that make no sense say nothing', () => {
  const none = getContainerInfoFromAnnotations({});
  const senseless = {
    'io.kubernetes.container.hash': 'no number',
    'io.kubernetes.container.restartCount': 'many',
    'io.kubernetes.pod.deletionGracePeriod': 'long',
    'io.kubernetes.container.preStopHandler': '[',
    'io.kubernetes.container.ports': '{}',
  };
  expect(getContainerInfoFromAnnotations(senseless)).toEqual(none);
});

test('the labels and annotations of a sandbox hold those of its pod', () => {
  const pod = livePod({ metadata: { ...metadata, labels: { foo: 'bar' }, annotations: { of: 'pod' } } });
  expect(getPodSandboxInfoFromLabels(newPodLabels(pod))).toEqual({
    labels: { foo: 'bar' },
    podName: 'test_pod',
    podNamespace: 'test_pod_namespace',
    podUID: 'test_pod_uid',
  });
  expect(newPodAnnotations(pod)).toEqual({ of: 'pod' });
});
