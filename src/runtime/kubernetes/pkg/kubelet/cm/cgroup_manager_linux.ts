import { join } from '../../../../go/filepath.ts';
import { list } from '../../../../go/fmt.ts';
import { quote } from '../../../../go/strconv.ts';
import { expandSlice } from '../../../vendor/github.com/opencontainers/runc/libcontainer/cgroups/systemd/common.ts';
import type { CgroupName } from './types.ts';

// Names alone: what writes to the kernel belongs to the model of a host.

/** Who makes cgroups: the kubelet itself in the file system of the kernel, or systemd on its behalf. */
// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#libcontainerCgroupManagerType
export type CgroupDriver = 'cgroupfs' | 'systemd';

// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#systemdSuffix
const systemdSuffix = '.slice';

// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#NewCgroupName
export function newCgroupName(base: CgroupName, ...components: readonly string[]): CgroupName {
  for (const component of components)
    if (/[/_]/.test(component))
      throw new Error(`invalid character in component [${quote(component)}] of CgroupName`);
  return [...base, ...components];
}

/** A dash has a meaning in the names of systemd. */
// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#escapeSystemdCgroupName
const escapeSystemdCgroupName = (part: string): string => part.replaceAll('-', '_');

// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#unescapeSystemdCgroupName
const unescapeSystemdCgroupName = (part: string): string => part.replaceAll('_', '-');

// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#CgroupName.ToSystemd
export function toSystemd(cgroupName: CgroupName): string {
  if (cgroupName.length === 0 || (cgroupName.length === 1 && cgroupName[0] === '')) return '/';
  const slice = cgroupName.map(escapeSystemdCgroupName).join('-') + systemdSuffix;
  const [result, err] = expandSlice(slice);
  if (!err) return result;
  throw new Error(`error converting cgroup name [${list(cgroupName)}] to systemd format: ${err.message}`);
}

// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#ParseSystemdToCgroupName
export function parseSystemdToCgroupName(name: string): CgroupName {
  const driverName = name.slice(name.lastIndexOf('/') + 1);
  const parts = driverName.endsWith(systemdSuffix) ? driverName.slice(0, -systemdSuffix.length) : driverName;
  return parts.split('-').map(unescapeSystemdCgroupName);
}

// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#CgroupName.ToCgroupfs
export function toCgroupfs(cgroupName: CgroupName): string {
  return `/${join(...cgroupName)}`;
}

// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#ParseCgroupfsToCgroupName
export function parseCgroupfsToCgroupName(name: string): CgroupName {
  const components = name.replace(/^\//, '').split('/');
  return components.length === 1 && components[0] === '' ? [] : components;
}

// Mirrors: pkg/kubelet/cm/cgroup_manager_linux.go#IsSystemdStyleName
export function isSystemdStyleName(name: string): boolean {
  return name.endsWith(systemdSuffix);
}
