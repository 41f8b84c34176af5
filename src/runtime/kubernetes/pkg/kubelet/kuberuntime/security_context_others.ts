import type { Container } from 'kubernetes-types/core/v1';
import { quote } from '../../../../go/strconv.ts';
import type { Pod } from '../../api/objects.ts';
import { determineEffectiveSecurityContext } from '../../securitycontext/util.ts';
import { pod as formatPod } from '../util/format/pod.ts';

/** An error if a container that must not run as root would, or if that cannot be told since its user is a name. */
// Mirrors: pkg/kubelet/kuberuntime/security_context_others.go#verifyRunAsNonRoot
export function verifyRunAsNonRoot(
  pod: Pod,
  container: Container,
  uid: number | undefined,
  username: string,
): Error | undefined {
  const effectiveSc = determineEffectiveSecurityContext(pod, container);
  if (!effectiveSc.runAsNonRoot) return undefined;
  const which = `(pod: ${quote(formatPod(pod))}, container: ${container.name})`;
  if (effectiveSc.runAsUser !== undefined) {
    if (effectiveSc.runAsUser !== 0) return undefined;
    return new Error(`container's runAsUser breaks non-root policy ${which}`);
  }
  if (uid === 0) return new Error(`container has runAsNonRoot and image will run as root ${which}`);
  if (uid === undefined && username.length > 0) {
    const text = `container has runAsNonRoot and image has non-numeric user (${username}), cannot verify user is non-root ${which}`;
    return new Error(text);
  }
  return undefined;
}
