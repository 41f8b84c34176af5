import { expect, test } from 'vitest';
import { verifyRunAsNonRoot } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/security_context_others.ts';
import { livePod } from '../../../../../golden/kubelet/runtime-manager.ts';

const which = '(pod: "bar_new(12345678)", container: foo)';

test.each([
  ['nothing is said', undefined, 0, '', undefined],
  ['only the user is said', { runAsUser: 0 }, 0, '', undefined],
  ['root is allowed, and the image is of root', { runAsNonRoot: false }, 0, '', undefined],
  ['root is allowed, and wanted', { runAsNonRoot: false, runAsUser: 0 }, 0, '', undefined],
  [
    'root is wanted and forbidden',
    { runAsNonRoot: true, runAsUser: 0 },
    0,
    '',
    `container's runAsUser breaks non-root policy ${which}`,
  ],
  [
    'root is forbidden, and the image is of root',
    { runAsNonRoot: true },
    0,
    '',
    `container has runAsNonRoot and image will run as root ${which}`,
  ],
  [
    'root is forbidden, and the image has a name',
    { runAsNonRoot: true },
    undefined,
    'test',
    `container has runAsNonRoot and image has non-numeric user (test), cannot verify user is non-root ${which}`,
  ],
  ['the image is of somebody else', { runAsNonRoot: true }, 1000, '', undefined],
  ['nobody says who it is', { runAsNonRoot: true }, undefined, '', undefined],
])('where %s', (_title, securityContext, uid, username, message) => {
  const container = { name: 'foo', image: 'busybox', securityContext };
  const pod = livePod({
    metadata: { name: 'bar', namespace: 'new', uid: '12345678', resourceVersion: '' },
    spec: { containers: [container] },
  });
  expect(verifyRunAsNonRoot(pod, container, uid, username)?.message).toBe(message);
});
