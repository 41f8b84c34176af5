import { expect, test } from 'vitest';
import {
  getContainerIDFromLegacyLogSymlink,
  legacyLogSymlink,
  logSymlink,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/legacy.ts';

const [pod, container, id] = ['p'.repeat(128), 'c'.repeat(70), 'd'.repeat(80)];

test('the name of a link to a log is cut where no file system takes more', () => {
  const name = `${pod}_${container}-${id}`.slice(0, 251);
  expect(logSymlink('/foo/bar', pod, container, id)).toBe(`/foo/bar/${name}.log`);
});

test('one in the old place says the namespace too', () => {
  const name = `${pod}_ns_${container}-${id}`.slice(0, 251);
  expect(legacyLogSymlink(id, container, pod, 'ns')).toBe(`/var/log/containers/${name}.log`);
});

test.each([
  ['pod_ns_name-with-dashes-0123456789.log', '0123456789', undefined],
  ['pod_ns_name-0123456789', undefined, `"pod_ns_name-0123456789" doesn't end with ".log"`],
  ['pod_ns_name-01234.log', undefined, 'container Id "01234" is too short'],
])('%s is a link to the log of %s', (link, expected, message) => {
  const [found, err] = getContainerIDFromLegacyLogSymlink(link);
  expect([found, err?.message]).toEqual([expected, message]);
});
