import type { Result } from '../../../../../../../../go/result.ts';

/** The path of a slice: each part of its name, by dashes, is a slice in the one before. */
// Mirrors: vendor/github.com/opencontainers/runc/libcontainer/cgroups/systemd/common.go#ExpandSlice
export function expandSlice(slice: string): Result<string> {
  const suffix = '.slice';
  const invalid = new Error(`invalid slice name: ${slice}`);
  if (!slice.endsWith(suffix) || slice.includes('/')) return [undefined, invalid];
  const sliceName = slice.slice(0, -suffix.length);
  if (sliceName === '-') return ['/', undefined];
  let [path, prefix] = ['', ''];
  for (const component of sliceName.split('-')) {
    if (component === '') return [undefined, invalid];
    path += `/${prefix}${component}${suffix}`;
    prefix += `${component}-`;
  }
  return [path, undefined];
}
