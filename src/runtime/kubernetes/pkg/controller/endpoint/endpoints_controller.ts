import type { EndpointAddress, EndpointPort, EndpointSubset, ServicePort } from 'kubernetes-types/core/v1';
import { parseBool } from '../../../../go/strconv.ts';
import type { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import {
  hasStatusCause,
  isForbidden,
  isNotFound,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { everything, selectorFromSet } from '../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Endpoints as AnyEndpoints } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { EndpointsInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/endpoints.ts';
import type { PodInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { ServiceInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/service.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventSinkImpl } from '../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import type { EndpointsLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/endpoints.ts';
import type { PodLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/pod.ts';
import type { ServiceLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/service.ts';
import type { Deleted } from '../../../staging/src/k8s.io/client-go/tools/cache/last-state.ts';
import { ResourceEventHandlerFuncs } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { splitMetaNamespaceKey } from '../../../staging/src/k8s.io/client-go/tools/cache/store.ts';
import {
  type EventRecorder,
  newBroadcaster,
} from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import { defaultControllerRateLimiter } from '../../../staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { Endpoints, Pod, Service } from '../../api/objects.ts';
import { repackSubsets } from '../../api/v1/endpoints/util.ts';
import { findPort, isPodReady } from '../../api/v1/pod/util.ts';
import { keyFunc, namespaceTerminatingCause } from '../controller_utils.ts';
import {
  getPodFromDeleteAction,
  getServicesToUpdateOnPodChange,
  newServiceSelectorCache,
  type ServiceSelectorCache,
  shouldSetHostname,
} from '../util/endpoint/controller_utils.ts';
import { type TriggerTimeTracker, newTriggerTimeTracker } from '../util/endpoint/trigger_time_tracker.ts';
import { isServiceIPSet } from '../../apis/core/v1/helper/helpers.ts';

/** How often a Service that fails is tried again before it is dropped: 5 ms, 10 ms and so on up to 82 s. */
// Mirrors: pkg/controller/endpoint/endpoints_controller.go#maxRetries
const maxRetries = 15;

/** Says that a Service has no address of its own. Nobody sets it on the Service, only on its Endpoints. */
const isHeadlessService = 'service.kubernetes.io/headless';

/** When the change happened that made the last change of the Endpoints. */
const endpointsLastChangeTriggerTime = 'endpoints.kubernetes.io/last-change-trigger-time';

/** The old way to ask for pods that are not ready. It overrules the field that came after it. */
// Mirrors: pkg/controller/endpoint/endpoints_controller.go#TolerateUnreadyEndpointsAnnotation
const tolerateUnreadyEndpointsAnnotation = 'service.alpha.kubernetes.io/tolerate-unready-endpoints';

/** The endpoint controller of kube-controller-manager, not yet running. */
// Mirrors: pkg/controller/endpoint/endpoints_controller.go#NewEndpointController
export function newEndpointController(
  sim: Sim,
  podInformer: PodInformer,
  serviceInformer: ServiceInformer,
  endpointsInformer: EndpointsInformer,
  client: Clientset,
  endpointUpdatesBatchPeriodMs: number,
): EndpointController {
  return new EndpointController(
    sim,
    podInformer,
    serviceInformer,
    endpointsInformer,
    client,
    endpointUpdatesBatchPeriodMs,
  );
}

/** Whoever is elected leader through Endpoints notes it there. Such Endpoints belong to no Service. */
const leaderElectionRecordAnnotationKey = 'control-plane.alpha.kubernetes.io/leader';

/**
 * Writes, for every Service with a selector, Endpoints of the same name: the addresses and ports of the pods that match.
 * A key is that of a Service.
 */
// Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller
export class EndpointController {
  readonly #sim: Sim;
  readonly #client: Clientset;
  readonly #eventRecorder: EventRecorder;
  readonly #serviceLister: ServiceLister;
  readonly #servicesSynced: InformerSynced;
  readonly #podLister: PodLister;
  readonly #podsSynced: InformerSynced;
  readonly #endpointsLister: EndpointsLister;
  readonly #endpointsSynced: InformerSynced;
  readonly #queue: RateLimitingInterface;
  /** How long a worker waits before it begins again, in ms. */
  readonly #workerLoopPeriodMs = 1000;
  readonly #triggerTimeTracker: TriggerTimeTracker;
  /** How long changes of pods are collected before their Services are synced, in ms. */
  readonly #endpointUpdatesBatchPeriodMs: number;
  readonly #serviceSelectorCache: ServiceSelectorCache;

  // Part of: pkg/controller/endpoint/endpoints_controller.go#NewEndpointController
  constructor(
    sim: Sim,
    podInformer: PodInformer,
    serviceInformer: ServiceInformer,
    endpointsInformer: EndpointsInformer,
    client: Clientset,
    endpointUpdatesBatchPeriodMs: number,
  ) {
    this.#sim = sim; // Go: none
    this.#client = client; // Go: client
    // Go: none
    this.#endpointUpdatesBatchPeriodMs = endpointUpdatesBatchPeriodMs;
    // Go: none
    this.#triggerTimeTracker = sim.observe('trigger-times', 'endpoint', newTriggerTimeTracker());
    // Go: none
    this.#serviceSelectorCache = sim.observe('service-selectors', 'endpoint', newServiceSelectorCache());
    const broadcaster = newBroadcaster(sim);
    broadcaster.startRecordingToSink(new EventSinkImpl(client.coreV1().events('')));
    this.#eventRecorder = broadcaster.newRecorder({ component: 'endpoint-controller' });
    this.#queue = newNamedRateLimitingQueue(sim, defaultControllerRateLimiter(sim), 'endpoint');

    serviceInformer.informer().addEventHandler(
      new ResourceEventHandlerFuncs<Service>({
        addFunc: (service) => this.onServiceUpdate(service),
        updateFunc: (_, service) => this.onServiceUpdate(service),
        deleteFunc: (obj) => this.onServiceDelete(obj),
      }),
    );
    this.#serviceLister = serviceInformer.lister();
    this.#servicesSynced = () => serviceInformer.informer().hasSynced();

    podInformer.informer().addEventHandler(
      new ResourceEventHandlerFuncs<Pod>({
        addFunc: (pod) => this.addPod(pod),
        updateFunc: (old, cur) => this.updatePod(old, cur),
        deleteFunc: (obj) => this.deletePod(obj),
      }),
    );
    this.#podLister = podInformer.lister();
    this.#podsSynced = () => podInformer.informer().hasSynced();

    endpointsInformer
      .informer()
      .addEventHandler(
        new ResourceEventHandlerFuncs<Endpoints>({ deleteFunc: (obj) => this.onEndpointsDelete(obj) }),
      );
    this.#endpointsLister = endpointsInformer.lister();
    this.#endpointsSynced = () => endpointsInformer.informer().hasSynced();
  }

  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.Run
  *run(workers: number, stopCh: Chan<never>): Blocking<void> {
    try {
      const synced = [this.#podsSynced, this.#servicesSynced, this.#endpointsSynced];
      if (!(yield* waitForNamedCacheSync(this.#sim, 'endpoint', stopCh, ...synced))) {
        return;
      }

      for (let i = 1; i <= workers; i++) {
        this.#sim.go(
          `endpoint/worker-${i}`,
          until(this.#sim, () => this.worker(), this.#workerLoopPeriodMs, stopCh),
        );
      }

      // Kubernetes does this in a goroutine of its own; it only reads the cache and fills the queue.
      this.checkLeftoverEndpoints();

      yield* stopCh.receive();
    } finally {
      this.#queue.shutDown();
    }
  }

  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.addPod
  addPod(pod: Pod): void {
    const [services, err] = this.#serviceSelectorCache.getPodServiceMemberships(this.#serviceLister, pod);
    if (err) {
      return;
    }
    for (const key of services) {
      this.#queue.addAfter(key, this.#endpointUpdatesBatchPeriodMs);
    }
  }

  /** A pod changed: the Services that it matches or matched are synced, if it is a change that endpoints tell of. */
  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.updatePod
  updatePod(old: Pod, cur: Pod): void {
    const services = getServicesToUpdateOnPodChange(
      this.#serviceLister,
      this.#serviceSelectorCache,
      old,
      cur,
    );
    for (const key of services) {
      this.#queue.addAfter(key, this.#endpointUpdatesBatchPeriodMs);
    }
  }

  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.deletePod
  deletePod(obj: Deleted<Pod>): void {
    const pod = getPodFromDeleteAction(obj);
    if (pod !== undefined) {
      this.addPod(pod);
    }
  }

  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.onServiceUpdate
  onServiceUpdate(service: Service): void {
    const [key, err] = keyFunc(service);
    if (err) {
      return;
    }

    this.#serviceSelectorCache.update(key, service.spec.selector);
    this.#queue.add(key);
  }

  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.onServiceDelete
  onServiceDelete(obj: unknown): void {
    const [key, err] = keyFunc(obj);
    if (err) {
      return;
    }

    this.#serviceSelectorCache.delete(key);
    this.#queue.add(key);
  }

  /** Somebody deleted Endpoints: if their Service is there, they are made again. */
  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.onEndpointsDelete
  onEndpointsDelete(obj: unknown): void {
    const [key, err] = keyFunc(obj);
    if (err) {
      return;
    }
    this.#queue.add(key);
  }

  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.worker
  *worker(): Blocking<void> {
    while (yield* this.processNextWorkItem());
  }

  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.processNextWorkItem
  *processNextWorkItem(): Blocking<boolean> {
    const [eKey, quit] = yield* this.#queue.get();
    if (quit) {
      return false;
    }
    try {
      const err = yield* this.syncService(eKey);
      this.handleErr(err, eKey);

      return true;
    } finally {
      this.#queue.done(eKey);
    }
  }

  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.handleErr
  handleErr(err: Error | undefined, key: string): void {
    if (err === undefined) {
      this.#queue.forget(key);
      return;
    }

    if (this.#queue.numRequeues(key) < maxRetries) {
      this.#queue.addRateLimited(key);
      return;
    }

    this.#queue.forget(key);
  }

  /** Brings the Endpoints of one Service up to date, or deletes them if the Service is gone. */
  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
  *syncService(key: string): Blocking<Error | undefined> {
    const [namespace, name, keyErr] = splitMetaNamespaceKey(key);
    if (keyErr) {
      return keyErr;
    }
    const [service, err] = this.#serviceLister.services(namespace).get(name);
    if (err) {
      if (!isNotFound(err)) {
        return err;
      }

      // If nobody was here when the Service was deleted, its Endpoints are found at the next start.
      const deleteErr = yield* this.#client.coreV1().endpoints(namespace).delete(name);
      if (deleteErr && !isNotFound(deleteErr)) {
        return deleteErr;
      }
      this.#triggerTimeTracker.deleteService(namespace, name);
      return undefined;
    }

    if (service.spec.selector === undefined) {
      // Somebody else writes the Endpoints of such a Service.
      return undefined;
    }

    const selector = selectorFromSet(service.spec.selector);
    const [pods, podsErr] = this.#podLister.pods(service.metadata.namespace).list(selector);
    if (podsErr) {
      return podsErr;
    }

    // Also when there turns out to be nothing to write, so that the tracker knows what was seen.
    const triggerTime = this.#triggerTimeTracker.computeEndpointLastChangeTriggerTime(
      namespace,
      service,
      pods,
    );
    const subsets = repackSubsets(subsetsOf(service, pods));

    const endpointsLister = this.#endpointsLister.endpoints(service.metadata.namespace);
    const [current, getErr] = endpointsLister.get(service.metadata.name);
    if (getErr && !isNotFound(getErr)) {
      return getErr;
    }
    if (current && isUpToDate(current, subsets, service)) {
      return undefined;
    }
    return yield* this.#write(current, newEndpoints(current, subsets, service, triggerTime), service);
  }

  /** Creates the Endpoints, or updates those that there are. */
  // Part of: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
  *#write(
    current: Endpoints | undefined,
    endpoints: AnyEndpoints,
    service: Service,
  ): Blocking<Error | undefined> {
    const { namespace, name } = service.metadata;
    const client = this.#client.coreV1().endpoints(namespace);
    const [, err] = current ? yield* client.update(endpoints) : yield* client.create(endpoints);
    if (err === undefined) {
      return undefined;
    }
    if (current) {
      const text = 'Failed to update endpoint %v/%v: %v';
      // Go: none
      this.#eventRecorder.eventf(
        endpoints,
        'Warning',
        'FailedToUpdateEndpoint',
        text,
        namespace,
        name,
        err.message,
      );
      return err;
    }
    if (isForbidden(err) && hasStatusCause(err, namespaceTerminatingCause)) {
      // Nothing can be created in a namespace that is going away: drop the key.
      return undefined;
    }
    const text = 'Failed to create endpoint for service %v/%v: %v';
    this.#eventRecorder.eventf(
      endpoints,
      'Warning',
      'FailedToCreateEndpoint',
      text,
      namespace,
      name,
      err.message,
    );
    return err;
  }

  /** Puts every Endpoints object into the queue, once at the start: a Service may have been deleted while nobody was here. */
  // Mirrors: pkg/controller/endpoint/endpoints_controller.go#Controller.checkLeftoverEndpoints
  checkLeftoverEndpoints(): void {
    const [list, err] = this.#endpointsLister.list(everything());
    if (err) {
      return;
    }
    for (const ep of list) {
      if (ep.metadata.annotations?.[leaderElectionRecordAnnotationKey] !== undefined) {
        // The lock of an election: without this, it would be deleted, and another leader elected.
        continue;
      }
      const [key, keyErr] = keyFunc(ep);
      if (keyErr) {
        continue;
      }
      this.#queue.add(key);
    }
  }
}

/** Kubernetes chooses among a pod's addresses by family, where the gate for two families is open; at v1.20.2 it is not. */
// Mirrors: pkg/controller/endpoint/endpoints_controller.go#podToEndpointAddressForService
function podToEndpointAddressForService(pod: Pod, endpointIP: string): EndpointAddress {
  const { namespace, name, uid, resourceVersion } = pod.metadata; // Go: none
  return {
    ip: endpointIP,
    nodeName: pod.spec.nodeName,
    targetRef: { kind: 'Pod', namespace, name, uid, resourceVersion },
  };
}

/** A subset for every pod of the Service that has an address, and for every port of it. */
// Part of: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
function subsetsOf(service: Service, pods: readonly Pod[]): EndpointSubset[] {
  const tolerateUnreadyEndpoints = toleratesUnreadyEndpoints(service);
  const subsets: EndpointSubset[] = [];
  for (const pod of pods) {
    if (!pod.status.podIP) {
      continue;
    }
    if (!tolerateUnreadyEndpoints && pod.metadata.deletionTimestamp !== undefined) {
      continue;
    }

    const epa = addressOf(service, pod, pod.status.podIP);
    const { ports = [] } = service.spec;
    if (ports.length === 0) {
      // Only a headless Service may be without ports.
      if (service.spec.clusterIP === 'None') {
        addEndpointSubset(subsets, pod, epa, undefined, tolerateUnreadyEndpoints);
      }
      continue; // Go: none
    }
    for (const servicePort of ports) {
      const [portNum, err] = findPort(pod, servicePort);
      if (err) {
        continue;
      }
      const epp = endpointPortFromServicePort(servicePort, portNum);
      addEndpointSubset(subsets, pod, epa, epp, tolerateUnreadyEndpoints);
    }
  }
  return subsets;
}

/** True if there is nothing to write. */
// Part of: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
function isUpToDate(current: Endpoints, subsets: readonly EndpointSubset[], service: Service): boolean {
  const { [isHeadlessService]: _, ...compareLabels } = current.metadata.labels ?? {};
  return (
    semanticDeepEqual(current.subsets, subsets) && semanticDeepEqual(compareLabels, service.metadata.labels)
  );
}

/** The Endpoints as they should be: the labels are those of the Service. What is empty is left out, as in Go's JSON. */
// Part of: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
function newEndpoints(
  current: Endpoints | undefined,
  subsets: EndpointSubset[],
  service: Service,
  triggerTime: string | undefined,
): AnyEndpoints {
  const { [endpointsLastChangeTriggerTime]: _, ...annotations } = current?.metadata.annotations ?? {};
  if (triggerTime !== undefined) {
    annotations[endpointsLastChangeTriggerTime] = triggerTime;
  }
  const labels = { ...service.metadata.labels };
  delete labels[isHeadlessService];
  if (!isServiceIPSet(service)) {
    labels[isHeadlessService] = '';
  }
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: {
      ...(current?.metadata ?? { name: service.metadata.name }),
      labels: Object.keys(labels).length > 0 ? labels : undefined,
      annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
    },
    subsets: subsets.length > 0 ? subsets : undefined,
  };
}

/** True if pods that are not ready, or that terminate, count as ready ones. */
// Part of: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
function toleratesUnreadyEndpoints(service: Service): boolean {
  const annotation = service.metadata.annotations?.[tolerateUnreadyEndpointsAnnotation];
  if (annotation !== undefined) {
    const [b, err] = parseBool(annotation);
    // What is no truth value is as if it were not there.
    if (err === undefined) {
      return b;
    }
  }
  return service.spec.publishNotReadyAddresses ?? false;
}

/** Where a pod is, with its host name if it has one under the Service's name. */
// Part of: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
function addressOf(service: Service, pod: Pod, endpointIP: string): EndpointAddress {
  const address = podToEndpointAddressForService(pod, endpointIP);
  return shouldSetHostname(pod, service) ? { ...address, hostname: pod.spec.hostname } : address;
}

/** Adds a subset with one address and at most one port to `subsets`. */
// Mirrors: pkg/controller/endpoint/endpoints_controller.go#addEndpointSubset
function addEndpointSubset(
  subsets: EndpointSubset[],
  pod: Pod,
  epa: EndpointAddress,
  epp: EndpointPort | undefined,
  tolerateUnreadyEndpoints: boolean,
): void {
  const ports = epp ? [epp] : [];
  if (tolerateUnreadyEndpoints || isPodReady(pod)) {
    subsets.push({ addresses: [epa], ports });
  } else if (shouldPodBeInEndpoints(pod)) {
    subsets.push({ notReadyAddresses: [epa], ports });
  }
}

/** False if the pod has ended and will not be started again. */
// Mirrors: pkg/controller/endpoint/endpoints_controller.go#shouldPodBeInEndpoints
export function shouldPodBeInEndpoints({ spec, status }: Pod): boolean {
  switch (spec.restartPolicy) {
    case 'Never':
      return status.phase !== 'Failed' && status.phase !== 'Succeeded';
    case 'OnFailure':
      return status.phase !== 'Succeeded';
    default:
      return true;
  }
}

/** A port of the endpoints: named as in the Service, with the number that the pod has. */
// Mirrors: pkg/controller/endpoint/endpoints_controller.go#endpointPortFromServicePort
export function endpointPortFromServicePort(servicePort: ServicePort, portNum: number): EndpointPort {
  const { name, protocol, appProtocol } = servicePort;
  return {
    ...(name ? { name } : {}),
    port: portNum,
    ...(protocol ? { protocol } : {}),
    ...(appProtocol === undefined ? {} : { appProtocol }),
  };
}
