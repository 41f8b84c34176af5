import {
  buildContainerLogsDirectory,
  buildContainerLogsPath,
  buildPodLogsDirectory,
  parsePodUIDFromLogsDirectory,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/helpers.ts';
import {
  getContainerIDFromLegacyLogSymlink,
  legacyLogSymlink,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/legacy.ts';

interface Question {
  readonly Namespace: string;
  readonly Name: string;
  readonly UID: string;
  readonly Container: string;
  readonly ContainerID: string;
  readonly RestartCount: number;
}

/** Where logs stand, and what can be read from their names. */
export function answer(question: unknown): unknown {
  const { Namespace, Name, UID, Container, ContainerID, RestartCount } = question as Question;
  const podLogs = buildPodLogsDirectory(Namespace, Name, UID);
  const legacySymlink = legacyLogSymlink(ContainerID, Container, Name, Namespace);
  const [id, err] = getContainerIDFromLegacyLogSymlink(legacySymlink);
  return {
    containerLog: buildContainerLogsPath(Container, RestartCount),
    containerLogs: buildContainerLogsDirectory(Namespace, Name, UID, Container),
    podLogs,
    legacySymlink,
    idFromSymlink: id ?? '',
    idFromSymlinkError: err?.message ?? '',
    uidFromLogsDirectory: parsePodUIDFromLogsDirectory(podLogs.slice(podLogs.lastIndexOf('/') + 1)),
  };
}
