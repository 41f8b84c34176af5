import type { SubjectWords } from '../../recording/subjects.ts';

/** The steps of its programs are described like those of any program. */
export const words: SubjectWords = {
  kinds: {
    certificatesigningrequests: 'CertificateSigningRequest',
    clusterroles: 'ClusterRole',
    controllerrevisions: 'ControllerRevision',
    cronjobs: 'CronJob',
    daemonsets: 'DaemonSet',
    deployments: 'Deployment',
    endpointslices: 'EndpointSlice',
    horizontalpodautoscalers: 'HorizontalPodAutoscaler',
    jobs: 'Job',
    poddisruptionbudgets: 'PodDisruptionBudget',
    statefulsets: 'StatefulSet',
  },
  lanes: [
    { id: 'scheduler', name: 'scheduler', programs: /scheduler/ },
    { id: 'kubelet', name: 'kubelets', programs: /^kubelet/ },
  ],
};
