import {
  isSystemdStyleName,
  newCgroupName,
  parseCgroupfsToCgroupName,
  parseSystemdToCgroupName,
  toCgroupfs,
  toSystemd,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/cm/cgroup_manager_linux.ts';
import { getPodCgroupNameSuffix } from '../../../../src/runtime/kubernetes/pkg/kubelet/cm/helpers_linux.ts';

interface Question {
  readonly Base: readonly string[];
  readonly Components: readonly string[];
}

/** How both drivers spell the name of a cgroup, and what is read back. */
export function answer(question: unknown): unknown {
  const { Base, Components } = question as Question;
  const name = newCgroupName(Base, ...Components);
  const [cgroupfs, systemd] = [toCgroupfs(name), toSystemd(name)];
  return {
    backFromCgroupfs: parseCgroupfsToCgroupName(cgroupfs),
    backFromSystemd: parseSystemdToCgroupName(systemd),
    cgroupfs,
    isSystemdStyle: isSystemdStyleName(systemd),
    podSuffix: getPodCgroupNameSuffix('u-1'),
    systemd,
  };
}
