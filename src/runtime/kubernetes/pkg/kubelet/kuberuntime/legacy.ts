import { join } from '../../../../go/filepath.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import { buildPodFullName } from '../container/runtime.ts';

/** Where logs stood before runtimes wrote them; links still do, for those who collect logs there. */
// Mirrors: pkg/kubelet/kuberuntime/legacy.go#legacyContainerLogsDir
export const legacyContainerLogsDir = '/var/log/containers';
// Mirrors: pkg/kubelet/kuberuntime/legacy.go#legacyLogSuffix
export const legacyLogSuffix = 'log';
/** No name of a file is longer. */
// Mirrors: pkg/kubelet/kuberuntime/legacy.go#ext4MaxFileNameLen
const ext4MaxFileNameLen = 255;

// Mirrors: pkg/kubelet/kuberuntime/legacy.go#legacyLogSymlink
export function legacyLogSymlink(
  containerID: string,
  containerName: string,
  podName: string,
  podNamespace: string,
): string {
  return logSymlink(
    legacyContainerLogsDir,
    buildPodFullName(podName, podNamespace),
    containerName,
    containerID,
  );
}

/** The id that the name of a link ends with. It may have been cut off. */
// Mirrors: pkg/kubelet/kuberuntime/legacy.go#getContainerIDFromLegacyLogSymlink
export function getContainerIDFromLegacyLogSymlink(link: string): Result<string> {
  const containerIDWithSuffix = link.split('-').at(-1) ?? '';
  const suffix = `.${legacyLogSuffix}`;
  if (!containerIDWithSuffix.endsWith(suffix))
    return [undefined, new Error(`${quote(link)} doesn't end with ${quote(suffix)}`)];
  const containerIDWithoutSuffix = containerIDWithSuffix.slice(0, -suffix.length);
  // Runtimes find a container by as little as that.
  if (containerIDWithoutSuffix.length < 6)
    return [undefined, new Error(`container Id ${quote(containerIDWithoutSuffix)} is too short`)];
  return [containerIDWithoutSuffix, undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/legacy.go#logSymlink
export function logSymlink(
  containerLogsDir: string,
  podFullName: string,
  containerName: string,
  containerID: string,
): string {
  const suffix = `.${legacyLogSuffix}`;
  const logPath = `${podFullName}_${containerName}-${containerID}`.slice(
    0,
    ext4MaxFileNameLen - suffix.length,
  );
  return join(containerLogsDir, logPath + suffix);
}
