import { isNotExist } from '../../../../go/fs.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Done, RuntimeService } from '../../../staging/src/k8s.io/cri-api/pkg/apis/services.ts';
import type { OSInterface } from '../container/os.ts';

/** Keeps the logs of containers small. */
// Mirrors: pkg/kubelet/logs/container_log_manager.go#ContainerLogManager
export interface ContainerLogManager {
  /** Takes away all logs of a container, those that were put aside too. */
  clean(containerID: string): Blocking<Done>;
}

/** Takes away logs; what puts those aside that have grown too large is left out. */
// Mirrors: pkg/kubelet/logs/container_log_manager.go#containerLogManager
export class LogCleaner implements ContainerLogManager {
  readonly #runtimeService: Pick<RuntimeService, 'containerStatus'>;
  readonly #osInterface: Pick<OSInterface, 'glob' | 'remove'>;

  constructor(
    runtimeService: Pick<RuntimeService, 'containerStatus'>,
    osInterface: Pick<OSInterface, 'glob' | 'remove'>,
  ) {
    this.#runtimeService = runtimeService;
    this.#osInterface = osInterface;
  }

  // Mirrors: pkg/kubelet/logs/container_log_manager.go#containerLogManager.Clean
  *clean(containerID: string): Blocking<Done> {
    const [status, err] = yield* this.#runtimeService.containerStatus(containerID);
    if (err) return new Error(`failed to get container status ${quote(containerID)}: ${err.message}`);
    const pattern = `${status.logPath ?? ''}*`;
    const [logs, globErr] = this.#osInterface.glob(pattern);
    if (globErr) {
      const text = `failed to list all log files with pattern ${quote(pattern)}: ${globErr.message}`;
      return new Error(text);
    }
    for (const l of logs) {
      const removeErr = this.#osInterface.remove(l);
      if (!removeErr || isNotExist(removeErr)) continue;
      const which = `container ${quote(containerID)} log ${quote(l)}`;
      return new Error(`failed to remove ${which}: ${removeErr.message}`);
    }
    return undefined;
  }
}
