/**
 * What a function of the map does, by its file and its name, where the comment in our code does not say it in one short sentence.
 * Where another function of its file has its name, that of upstream within which it is stands between the two.
 */
export const says: Readonly<Record<string, string>> = {
  'controller-manager.ts main':
    'The process begins here: it seeds its random numbers, builds its command and executes it.',
  'controllermanager.ts newControllerManagerCommand':
    'Builds the command: default options, a flag for each, and what to do. Nothing runs yet.',
  'controllermanager.ts persistentPreRunE': 'A hook before the command itself.',
  'controllermanager.ts NewControllerManagerCommand run':
    'What the command does: options become a configuration, and that is run.',
  'options.ts newDefaultComponentConfig': 'The configuration as it is if no flag and no file says anything.',
  'options.ts createRecorder': 'Makes what records Events of this program.',
  'configz.ts newConfig': 'Makes a place in which the configuration can be shown.',
  'configz.ts set': 'Keeps the configuration under its name, for requests to `/configz`.',
  'serve.ts buildHandlerChain':
    'What a request passes before it is answered: from panic recovery to authorization.',
  'deprecated_insecure_serving.ts newLoopbackClientConfig':
    'How the program would call itself, on the port without TLS.',
  'secure_serving.ts a function of runServer': 'Answers requests, for as long as the program lives.',
  'leaderelection.ts maybeReportTransition': 'Notes that the leader has changed.',
  'leaderelection.ts isLeader': 'True if the lock names this program.',
  'controllermanager.ts createControllerContext': 'Gathers what all controllers share.',
  'controllermanager.ts resyncPeriod': 'Gives a function that draws a period from 12 to 24 hours.',
  'controllermanager.ts getAvailableResources': 'Asks the API server what it serves, once.',
  'controllermanager.ts isEnabled': 'Whether the flags ask for a controller.',
  'factory.ts newSharedInformerFactory': 'A factory that has no informers yet.',
  'controllermanager.ts serviceAccountTokenControllerStarter':
    'Keeps the root builder for the token controller.',
  'controllermanager.ts a function of serviceAccountTokenControllerStarter':
    'Starts the token controller, before all others.',
  'controllermanager.ts startControllers':
    'Starts the token controller, and then the others, one after another, in the order of chance.',
  'factory.ts start': 'Starts each informer that was asked for and does not run yet.',
  'informer_factory.ts start': 'Starts both factories, that of types and that of metadata.',
  'shared_informer.ts run': 'An informer runs: it lists, watches, and tells its handlers.',
  'shared_informer.ts addEventHandler': 'A controller hands an informer what it is to call.',
  'tokens_controller.ts run': 'Starts the workers that make tokens for service accounts.',
  'endpoints_controller.ts run': 'Starts the workers once the caches are filled.',
  'serviceaccounts_controller.ts run': 'Starts the workers once the caches are filled.',
  'ttl_controller.ts run': 'Starts the workers once the cache is filled.',
  'core.ts startEndpointController': 'Endpoints: which pods stand behind a Service.',
  'core.ts startNamespaceController': 'Namespaces that end. Its client may ask 20 times as often as others.',
  'core.ts startModifiedNamespaceController': 'The same, with the client that may ask more.',
  'core.ts startServiceAccountController': 'A service account `default` in each namespace.',
  'core.ts startTTLController': 'How long a kubelet may keep what it read, by the size of the cluster.',
  'core.ts startReplicationController': 'ReplicationControllers, by way of the ReplicaSet controller.',
  'core.ts startPodGCController': 'Pods that ended, or whose node is gone.',
  'core.ts startResourceQuotaController':
    'How much of each quota is used. The one that draws resync periods of its own.',
  'core.ts startTTLAfterFinishedController': 'Jobs that finished some time ago.',
  'core.ts startPVCProtectionController': 'Claims of volumes that are in use.',
  'core.ts startPVProtectionController': 'Volumes that are bound.',
  'core.ts startEphemeralVolumeController': 'Claims for volumes that live as long as their pod.',
  'core.ts startAttachDetachController': 'Which volume is attached to which node.',
  'core.ts startVolumeExpandController': 'Volumes that are to grow.',
  'core.ts startPersistentVolumeBinderController': 'Which volume a claim gets.',
  'garbagecollector.ts new GarbageCollector': 'The garbage collector, not yet running.',
  'certificates.ts startCSRApprovingController': 'Certificate requests of kubelets, approved.',
  'certificates.ts startCSRCleanerController': 'Certificate requests that are old.',
  'certificates.ts startRootCACertPublisher':
    'A ConfigMap with the certificate of the cluster in each namespace.',
  'certificates.ts anySpecificFilesSet': 'Whether a signer has files of its own.',
  'apps.ts startReplicaSetController':
    'ReplicaSets. The controller is made first, and its goroutine begins after.',
  'apps.ts startStatefulSetController': 'StatefulSets.',
  'apps.ts startDeploymentController': 'Deployments.',
  'apps.ts startDaemonSetController': 'DaemonSets.',
  'core.ts startServiceController': 'Load balancers of a cloud, if there is one.',
  'core.ts startRouteController': 'Routes of a cloud, if there is one.',
  'core.ts startNodeIpamController': 'Addresses for the pods of each node, if the flags ask for that.',
  'core.ts startNodeLifecycleController': 'Nodes that no longer report.',
  'core.ts startCloudNodeLifecycleController': 'Nodes that their cloud has shut down or removed.',
  'batch.ts startJobController': 'Jobs.',
  'batch.ts startCronJobController': 'CronJobs: a poll at this version, unless a gate is on.',
  'discovery.ts startEndpointSliceController': 'The same as endpoints, in slices.',
  'discovery.ts startEndpointSliceMirroringController':
    'Slices for Endpoints that users or other programs write.',
  'autoscaling.ts startHPAController': 'How many pods a workload has, by what they use.',
  'policy.ts startDisruptionController': 'How many pods of a budget may go.',
  'rbac.ts startClusterRoleAggregrationController':
    'Cluster roles that are made of others. Upstream spells the name so.',
};
