import { expect, test } from 'vitest';
import {
  newCgroupName,
  parseCgroupfsToCgroupName,
  parseSystemdToCgroupName,
  toCgroupfs,
  toSystemd,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/cm/cgroup_manager_linux.ts';

test('TestNewCgroupName: what a name was made from stays as it was', () => {
  const ab = newCgroupName(parseCgroupfsToCgroupName('/a/'), 'b');
  expect(ab).toEqual(['a', '', 'b']);
  const abc = newCgroupName(ab, 'c');
  newCgroupName(ab, 'd');
  expect([ab, abc]).toEqual([
    ['a', '', 'b'],
    ['a', '', 'b', 'c'],
  ]);
});

test.each(['a/b', 'a_b'])('no component is %j', (component) => {
  expect(() => newCgroupName([], component)).toThrow(
    `invalid character in component ["${component}"] of CgroupName`,
  );
});

const uid = '6c1a4e95-6bb6-11e6-bc26-28d2444e470d';

test.each([
  [[], '/', '/'],
  [['system'], '/system.slice', '/system'],
  [['system', 'Burstable'], '/system.slice/system-Burstable.slice', '/system/Burstable'],
  [['Burstable', 'pod-123'], '/Burstable.slice/Burstable-pod_123.slice', '/Burstable/pod-123'],
  [['test', 'a', 'b'], '/test.slice/test-a.slice/test-a-b.slice', '/test/a/b'],
  [
    ['BestEffort', `pod-${uid}`],
    `/BestEffort.slice/BestEffort-pod_${uid.replaceAll('-', '_')}.slice`,
    `/BestEffort/pod-${uid}`,
  ],
])('%j is %s of systemd, and %s of cgroupfs', (components, systemd, cgroupfs) => {
  const name = newCgroupName([], ...components);
  expect([toSystemd(name), toCgroupfs(name)]).toEqual([systemd, cgroupfs]);
  if (components.length > 0) {
    expect(parseSystemdToCgroupName(systemd)).toEqual(components);
    expect(parseCgroupfsToCgroupName(cgroupfs)).toEqual(components);
  }
});

test.each(['/test', '/test.slice', 'test'])('%s is the name of systemd of one component', (name) => {
  expect(parseSystemdToCgroupName(name)).toEqual(['test']);
});
