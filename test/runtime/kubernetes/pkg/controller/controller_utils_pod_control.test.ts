import { describe, expect, test } from 'vitest';
import type { PodTemplateSpec } from 'kubernetes-types/core/v1';
import {
  type StatusError,
  newForbidden,
  newNotFound,
  withCause,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { newControllerRef } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import type { Pod } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { APIRequest } from '../../../../../src/runtime/wire.ts';
import { newForConfig } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { newFakeRecorder } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/fake.ts';
import {
  RealPodControl,
  getPodFromTemplate,
} from '../../../../../src/runtime/kubernetes/pkg/controller/controller_utils_pod_control.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import { now } from './fake_pod_control.ts';
import { newReplicaSet, replicaSetKind } from './objects.ts';

const rs = newReplicaSet(1, { name: 'foo' }, { name: 'web' });
const { template } = rs.spec;
const ref = newControllerRef(rs, replicaSetKind);
const pods = { group: '', resource: 'pods' };

/** A pod control over a server that names each pod `web-x`, or refuses everything. */
function newPodControl(refusal?: StatusError) {
  const sim = new Sim();
  const requests: Omit<APIRequest, 'userAgent'>[] = [];
  const transport = directTransport({
    do: ({ userAgent: _, ...request }) => {
      requests.push(request);
      if (refusal) return [undefined, refusal];
      const pod = request.body as Pod;
      return [{ ...pod, metadata: { ...pod?.metadata, name: 'web-x' } }, undefined];
    },
    watch: () => [undefined, newNotFound(pods, '')],
  });
  const recorder = newFakeRecorder(10);
  const clientset = newForConfig(sim, { transport, userAgent: 'kube-controller-manager', qps: -1 });
  return {
    requests,
    podControl: new RealPodControl(clientset, recorder),
    events: () => Array.from({ length: recorder.events.length }, () => recorder.events.tryReceive()?.[0]),
  };
}

describe('RealPodControl', () => {
  test('RS-10: creates a pod from the template, owned by the controller, and records an event', () => {
    const { podControl, requests, events } = newPodControl();
    expect(now(podControl.createPodsWithControllerRef('default', template, rs, ref))).toBeUndefined();
    const metadata = {
      generateName: 'web-',
      labels: { name: 'foo', type: 'production' },
      ownerReferences: [ref],
    };
    const body = { apiVersion: 'v1', kind: 'Pod', metadata, spec: template.spec };
    expect(requests).toEqual([{ verb: 'create', resource: 'pods', namespace: 'default', body }]);
    expect(events()).toEqual(['Normal SuccessfulCreate Created pod: web-x']);
  });

  test('creates one without an owner, and one on a node', () => {
    const { podControl, requests } = newPodControl();
    now(podControl.createPods('default', template, rs));
    expect(requests[0]?.body).not.toHaveProperty('metadata.ownerReferences');
    now(podControl.createPodsOnNode('node-a', 'default', template, rs, ref));
    expect(requests[1]?.body).toMatchObject({ spec: { ...template.spec, nodeName: 'node-a' } });
  });

  test('a creation that is refused is recorded', () => {
    const refusal = newForbidden(pods, '', new Error('exceeded quota'));
    const { podControl, events } = newPodControl(refusal);
    expect(now(podControl.createPodsWithControllerRef('default', template, rs, ref))).toBe(refusal);
    expect(events()).toEqual(['Warning FailedCreate Error creating: pods is forbidden: exceeded quota']);
  });

  test('RS-10: one that is refused because the namespace is ending is not', () => {
    const refusal = withCause(newForbidden(pods, '', new Error('it ends')), {
      reason: 'NamespaceTerminating',
    });
    const { podControl, events } = newPodControl(refusal);
    expect(now(podControl.createPodsWithControllerRef('default', template, rs, ref))).toBe(refusal);
    expect(events()).toEqual([]);
  });

  test.each([
    [undefined, 'controllerRef is nil'],
    [{ ...ref, apiVersion: '' }, 'controllerRef has empty APIVersion'],
    [{ ...ref, kind: '' }, 'controllerRef has empty Kind'],
    [{ ...ref, controller: false }, 'controllerRef.Controller is not set to true'],
    [{ ...ref, blockOwnerDeletion: undefined }, 'controllerRef.BlockOwnerDeletion is not set'],
  ])('asks for nothing if the owner is not one: %#', (wrong, message) => {
    const { podControl, requests } = newPodControl();
    expect(now(podControl.createPodsWithControllerRef('default', template, rs, wrong))?.message).toBe(
      message,
    );
    expect(now(podControl.createPodsOnNode('node-a', 'default', template, rs, wrong))?.message).toBe(message);
    expect(requests).toEqual([]);
  });

  test('nor if the pod would have no labels, since no selector could find it', () => {
    const { podControl, requests } = newPodControl();
    const bare: PodTemplateSpec = { spec: template.spec };
    expect(now(podControl.createPods('default', bare, rs))?.message).toBe('unable to create pods, no labels');
    expect(requests).toEqual([]);
  });

  test('deletes a pod and records an event', () => {
    const { podControl, requests, events } = newPodControl();
    expect(now(podControl.deletePod('default', 'web-x', rs))).toBeUndefined();
    expect(requests).toMatchObject([
      { verb: 'delete', resource: 'pods', namespace: 'default', name: 'web-x' },
    ]);
    expect(events()).toEqual(['Normal SuccessfulDelete Deleted pod: web-x']);
  });

  test('RS-07: a pod that is gone cannot be deleted, which is told and not recorded', () => {
    const refusal = newNotFound(pods, 'web-x');
    const { podControl, events } = newPodControl(refusal);
    expect(now(podControl.deletePod('default', 'web-x', rs))).toBe(refusal);
    expect(events()).toEqual([]);
  });

  test('another refusal is told in other words, and recorded', () => {
    const { podControl, events } = newPodControl(newForbidden(pods, 'web-x', new Error('no')));
    const err = now(podControl.deletePod('default', 'web-x', rs));
    expect(err?.message).toBe('unable to delete pods: pods "web-x" is forbidden: no');
    expect(events()).toEqual(['Warning FailedDelete Error deleting: pods "web-x" is forbidden: no']);
  });

  test('patches a pod by a strategic merge patch', () => {
    const { podControl, requests } = newPodControl();
    expect(now(podControl.patchPod('default', 'web-x', { metadata: { uid: '1' } }))).toBeUndefined();
    const patchType = 'application/strategic-merge-patch+json';
    expect(requests).toMatchObject([
      { verb: 'patch', name: 'web-x', patchType, body: { metadata: { uid: '1' } } },
    ]);
  });
});

describe('getPodFromTemplate', () => {
  test('takes labels, annotations and finalizers from the template', () => {
    const metadata = { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['e/f'] };
    const pod = getPodFromTemplate({ metadata, spec: template.spec }, rs, undefined);
    expect(pod.metadata).toEqual({ generateName: 'web-', ...metadata });
  });

  test('leaves the dash out where the name is too long for it', () => {
    const long = newReplicaSet(1, {}, { name: 'a'.repeat(254) });
    expect(getPodFromTemplate(template, long, undefined).metadata.generateName).toBe('a'.repeat(254));
    const fits = newReplicaSet(1, {}, { name: 'a'.repeat(253) });
    expect(getPodFromTemplate(template, fits, undefined).metadata.generateName).toBe(`${'a'.repeat(253)}-`);
  });
});
