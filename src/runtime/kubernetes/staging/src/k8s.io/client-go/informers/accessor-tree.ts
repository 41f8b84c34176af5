/** An accessor of upstream's factory of informers: a group of the API, its versions, and what each has informers for. */
interface GroupOfInformers {
  /** What upstream's factory calls it. */
  readonly accessor: string;
  /** '' for the core group. */
  readonly group: string;
  /** By version, the names of the accessors, with spaces between. */
  readonly versions: Readonly<Record<string, string>>;
}

/** All that upstream's factory has informers for. Loopscope has those that its controllers ask for. */
export const accessorTree: readonly GroupOfInformers[] = [
  {
    accessor: 'Admissionregistration',
    group: 'admissionregistration.k8s.io',
    versions: {
      v1: 'MutatingWebhookConfigurations ValidatingWebhookConfigurations',
      v1beta1: 'MutatingWebhookConfigurations ValidatingWebhookConfigurations',
    },
  },
  {
    accessor: 'Internal',
    group: 'internal.apiserver.k8s.io',
    versions: {
      v1alpha1: 'StorageVersions',
    },
  },
  {
    accessor: 'Apps',
    group: 'apps',
    versions: {
      v1: 'ControllerRevisions DaemonSets Deployments ReplicaSets StatefulSets',
      v1beta1: 'ControllerRevisions Deployments StatefulSets',
      v1beta2: 'ControllerRevisions DaemonSets Deployments ReplicaSets StatefulSets',
    },
  },
  {
    accessor: 'Autoscaling',
    group: 'autoscaling',
    versions: {
      v1: 'HorizontalPodAutoscalers',
      v2beta1: 'HorizontalPodAutoscalers',
      v2beta2: 'HorizontalPodAutoscalers',
    },
  },
  {
    accessor: 'Batch',
    group: 'batch',
    versions: {
      v1: 'Jobs',
      v1beta1: 'CronJobs',
      v2alpha1: 'CronJobs',
    },
  },
  {
    accessor: 'Certificates',
    group: 'certificates.k8s.io',
    versions: {
      v1: 'CertificateSigningRequests',
      v1beta1: 'CertificateSigningRequests',
    },
  },
  {
    accessor: 'Coordination',
    group: 'coordination.k8s.io',
    versions: {
      v1: 'Leases',
      v1beta1: 'Leases',
    },
  },
  {
    accessor: 'Core',
    group: '',
    versions: {
      v1: 'ComponentStatuses ConfigMaps Endpoints Events LimitRanges Namespaces Nodes PersistentVolumes PersistentVolumeClaims Pods PodTemplates ReplicationControllers ResourceQuotas Secrets Services ServiceAccounts',
    },
  },
  {
    accessor: 'Discovery',
    group: 'discovery.k8s.io',
    versions: {
      v1alpha1: 'EndpointSlices',
      v1beta1: 'EndpointSlices',
    },
  },
  {
    accessor: 'Events',
    group: 'events.k8s.io',
    versions: {
      v1: 'Events',
      v1beta1: 'Events',
    },
  },
  {
    accessor: 'Extensions',
    group: 'extensions',
    versions: {
      v1beta1: 'DaemonSets Deployments Ingresses NetworkPolicies PodSecurityPolicies ReplicaSets',
    },
  },
  {
    accessor: 'Flowcontrol',
    group: 'flowcontrol.apiserver.k8s.io',
    versions: {
      v1alpha1: 'FlowSchemas PriorityLevelConfigurations',
      v1beta1: 'FlowSchemas PriorityLevelConfigurations',
    },
  },
  {
    accessor: 'Networking',
    group: 'networking.k8s.io',
    versions: {
      v1: 'Ingresses IngressClasses NetworkPolicies',
      v1beta1: 'Ingresses IngressClasses',
    },
  },
  {
    accessor: 'Node',
    group: 'node.k8s.io',
    versions: {
      v1: 'RuntimeClasses',
      v1alpha1: 'RuntimeClasses',
      v1beta1: 'RuntimeClasses',
    },
  },
  {
    accessor: 'Policy',
    group: 'policy',
    versions: {
      v1beta1: 'PodDisruptionBudgets PodSecurityPolicies',
    },
  },
  {
    accessor: 'Rbac',
    group: 'rbac.authorization.k8s.io',
    versions: {
      v1: 'ClusterRoles ClusterRoleBindings Roles RoleBindings',
      v1alpha1: 'ClusterRoles ClusterRoleBindings Roles RoleBindings',
      v1beta1: 'ClusterRoles ClusterRoleBindings Roles RoleBindings',
    },
  },
  {
    accessor: 'Scheduling',
    group: 'scheduling.k8s.io',
    versions: {
      v1: 'PriorityClasses',
      v1alpha1: 'PriorityClasses',
      v1beta1: 'PriorityClasses',
    },
  },
  {
    accessor: 'Storage',
    group: 'storage.k8s.io',
    versions: {
      v1: 'CSIDrivers CSINodes StorageClasses VolumeAttachments',
      v1alpha1: 'CSIStorageCapacities VolumeAttachments',
      v1beta1: 'CSIDrivers CSINodes StorageClasses VolumeAttachments',
    },
  },
];

/** Where an informer lists and watches: the version that is chosen is part of the path. */
export function endpointOf(group: string, version: string, accessor: string): string {
  const root = group === '' ? '/api' : `/apis/${group}`;
  return `${root}/${version}/${accessor.toLowerCase()}`;
}

/** The type of the lister behind an accessor: that of one object of the kind. */
export function listerOf(accessor: string): string {
  const kind = accessor
    .replace(/ies$/, 'ys')
    .replace(/(ss|us)es$/, '$1s')
    .replace(/s$/, '');
  return `${accessor === 'Endpoints' ? accessor : kind}Lister`;
}
