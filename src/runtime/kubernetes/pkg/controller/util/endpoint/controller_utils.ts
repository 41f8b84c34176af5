import type { Pod, Service } from '../../../api/objects.ts';
import { isPodReady } from '../../../api/v1/pod/util.ts';
import { semanticDeepEqual } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import {
  type Selector,
  everything,
  selectorFromSet,
} from '../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { ServiceLister } from '../../../../staging/src/k8s.io/client-go/listers/core/v1/service.ts';
import { type Deleted, lastState } from '../../../../staging/src/k8s.io/client-go/tools/cache/last-state.ts';
import type { Result } from '../../../../../go/result.ts';
import { keyFunc } from '../../controller_utils.ts';

/** The selectors of Services, made once and not for every pod. Keys are `namespace/name`. */
// Mirrors: pkg/controller/util/endpoint/controller_utils.go#ServiceSelectorCache
export class ServiceSelectorCache {
  readonly #cache = new Map<string, Selector>();

  // Mirrors: pkg/controller/util/endpoint/controller_utils.go#ServiceSelectorCache.Get
  get(key: string): Selector | undefined {
    return this.#cache.get(key);
  }

  // Mirrors: pkg/controller/util/endpoint/controller_utils.go#ServiceSelectorCache.Update
  update(key: string, rawSelector: Readonly<Record<string, string>> | undefined): Selector {
    const selector = selectorFromSet(rawSelector);
    this.#cache.set(key, selector);
    return selector;
  }

  // Mirrors: pkg/controller/util/endpoint/controller_utils.go#ServiceSelectorCache.Delete
  delete(key: string): void {
    this.#cache.delete(key);
  }

  /** The keys of the Services whose selectors match the pod. */
  // Mirrors: pkg/controller/util/endpoint/controller_utils.go#ServiceSelectorCache.GetPodServiceMemberships
  getPodServiceMemberships(serviceLister: ServiceLister, pod: Pod): Result<Set<string>> {
    const set = new Set<string>();
    const [services, err] = serviceLister.services(pod.metadata.namespace).list(everything());
    if (err) {
      return [undefined, err];
    }

    for (const service of services) {
      if (service.spec.selector === undefined) {
        // No selector matches nothing, not everything.
        continue;
      }
      const [key, keyErr] = keyFunc(service);
      if (keyErr) {
        return [undefined, keyErr];
      }
      const selector = this.get(key) ?? this.update(key, service.spec.selector);
      if (selector.matches(pod.metadata.labels)) {
        set.add(key);
      }
    }
    return [set, undefined];
  }
}

// Mirrors: pkg/controller/util/endpoint/controller_utils.go#NewServiceSelectorCache
export function newServiceSelectorCache(): ServiceSelectorCache {
  return new ServiceSelectorCache();
}

/** True if a pod is to have a name of its own below the name of the Service. */
// Mirrors: pkg/controller/util/endpoint/controller_utils.go#ShouldSetHostname
export function shouldSetHostname(pod: Pod, svc: Service): boolean {
  const { hostname = '', subdomain = '' } = pod.spec;
  return (
    hostname !== '' && subdomain === svc.metadata.name && svc.metadata.namespace === pod.metadata.namespace
  );
}

/** Whether a pod changed in a way that its endpoints tell of, and whether it may match other Services now. */
// Mirrors: pkg/controller/util/endpoint/controller_utils.go#podEndpointsChanged
export function podEndpointsChanged(oldPod: Pod, newPod: Pod): [podChanged: boolean, labelsChanged: boolean] {
  const labelsChanged =
    !semanticDeepEqual(newPod.metadata.labels, oldPod.metadata.labels) ||
    !hostNameAndDomainAreEqual(newPod, oldPod);

  // A pod that begins to terminate leaves the endpoints. Kubernetes compares pointers here, so that every change of a
  // pod that terminates counts; Loopscope does the same.
  const terminates = newPod.metadata.deletionTimestamp !== undefined;
  if (terminates || oldPod.metadata.deletionTimestamp !== undefined) {
    return [true, labelsChanged];
  }
  // Its address goes over to those that are ready, or to those that are not.
  if (isPodReady(oldPod) !== isPodReady(newPod)) {
    return [true, labelsChanged];
  }

  const ips = ({ status }: Pod): string => (status.podIPs ?? []).map(({ ip }) => ip).join();
  // The rest that endpoints tell of a pod never changes once it has an address.
  return [ips(oldPod) !== ips(newPod), labelsChanged];
}

/** The keys of the Services that a change of a pod may concern. */
// Mirrors: pkg/controller/util/endpoint/controller_utils.go#GetServicesToUpdateOnPodChange
export function getServicesToUpdateOnPodChange(
  serviceLister: ServiceLister,
  selectorCache: ServiceSelectorCache,
  oldPod: Pod,
  newPod: Pod,
): ReadonlySet<string> {
  if (newPod.metadata.resourceVersion === oldPod.metadata.resourceVersion) {
    // A resync tells of every pod; two versions of one pod never have the same resourceVersion.
    return new Set();
  }

  const [podChanged, labelsChanged] = podEndpointsChanged(oldPod, newPod);
  if (!podChanged && !labelsChanged) {
    return new Set();
  }

  const [services, err] = selectorCache.getPodServiceMemberships(serviceLister, newPod);
  if (err) {
    return new Set();
  }
  if (!labelsChanged) {
    return services;
  }
  const [oldServices] = selectorCache.getPodServiceMemberships(serviceLister, oldPod);
  return determineNeededServiceUpdates(oldServices ?? new Set(), services, podChanged);
}

/**
 * The pod that a handler of deletions was told of. If the watch missed the deletion, it is the last state known, which
 * may be stale; undefined if none is known.
 */
// Mirrors: pkg/controller/util/endpoint/controller_utils.go#GetPodFromDeleteAction
export function getPodFromDeleteAction(obj: Deleted<Pod>): Pod | undefined {
  return lastState(obj);
}

// Mirrors: pkg/controller/util/endpoint/controller_utils.go#hostNameAndDomainAreEqual
function hostNameAndDomainAreEqual({ spec: a }: Pod, { spec: b }: Pod): boolean {
  return (a.hostname ?? '') === (b.hostname ?? '') && (a.subdomain ?? '') === (b.subdomain ?? '');
}

/** If the pod itself changed, all Services that it matches or matched; otherwise those that it has begun to match or no longer matches. */
// Mirrors: pkg/controller/util/endpoint/controller_utils.go#determineNeededServiceUpdates
export function determineNeededServiceUpdates(
  oldServices: ReadonlySet<string>,
  services: ReadonlySet<string>,
  podChanged: boolean,
): ReadonlySet<string> {
  const union = new Set([...services, ...oldServices]);
  if (podChanged) {
    return union;
  }
  return new Set([...union].filter((key) => services.has(key) !== oldServices.has(key)));
}
