import type { EndpointAddress, EndpointPort, EndpointSubset, ServicePort } from 'kubernetes-types/core/v1';
import type { Pod, Service } from '../../api/objects.ts';
import { isPodReady } from '../../api/v1/pod/util.ts';
import { parseBool } from '../../../../go/strconv.ts';
import { shouldSetHostname } from '../util/endpoint/controller_utils.ts';

/**
 * The old way to ask for pods that are not ready. It overrules the field that came after it.
 *
 * Mirrors: pkg/controller/endpoint/endpoints_controller.go#TolerateUnreadyEndpointsAnnotation
 */
const tolerateUnreadyEndpointsAnnotation = 'service.alpha.kubernetes.io/tolerate-unready-endpoints';

/**
 * True if pods that are not ready, or that terminate, count as ready ones.
 *
 * Part of: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
 */
export function toleratesUnreadyEndpoints(service: Service): boolean {
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

/**
 * Where a pod is, with its host name if it has one under the Service's name.
 *
 * Part of: pkg/controller/endpoint/endpoints_controller.go#Controller.syncService
 */
export function addressOf(service: Service, pod: Pod, endpointIP: string): EndpointAddress {
  const address = podToEndpointAddressForService(pod, endpointIP);
  return shouldSetHostname(pod, service) ? { ...address, hostname: pod.spec.hostname } : address;
}

/**
 * Kubernetes chooses among a pod's addresses by family, where the gate for two families is open; at v1.20.2 it is not.
 *
 * Mirrors: pkg/controller/endpoint/endpoints_controller.go#podToEndpointAddressForService
 */
function podToEndpointAddressForService(pod: Pod, endpointIP: string): EndpointAddress {
  const { namespace, name, uid, resourceVersion } = pod.metadata;
  return {
    ip: endpointIP,
    nodeName: pod.spec.nodeName,
    targetRef: { kind: 'Pod', namespace, name, uid, resourceVersion },
  };
}

/**
 * Adds a subset with one address and at most one port to `subsets`.
 *
 * Mirrors: pkg/controller/endpoint/endpoints_controller.go#addEndpointSubset
 */
export function addEndpointSubset(
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

/**
 * False if the pod has ended and will not be started again.
 *
 * Mirrors: pkg/controller/endpoint/endpoints_controller.go#shouldPodBeInEndpoints
 */
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

/**
 * A port of the endpoints: named as in the Service, with the number that the pod has.
 *
 * Mirrors: pkg/controller/endpoint/endpoints_controller.go#endpointPortFromServicePort
 */
export function endpointPortFromServicePort(servicePort: ServicePort, portNum: number): EndpointPort {
  const { name, protocol, appProtocol } = servicePort;
  return {
    ...(name ? { name } : {}),
    port: portNum,
    ...(protocol ? { protocol } : {}),
    ...(appProtocol === undefined ? {} : { appProtocol }),
  };
}

/**
 * True if a Service has an address of its own.
 *
 * Mirrors: pkg/apis/core/v1/helper/helpers.go#IsServiceIPSet
 */
export function isServiceIPSet(service: Service): boolean {
  return service.spec.clusterIP !== 'None' && (service.spec.clusterIP ?? '') !== '';
}
