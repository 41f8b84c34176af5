import type { EndpointAddress, EndpointPort, EndpointSubset } from 'kubernetes-types/core/v1';

/**
 * Takes subsets apart and puts them together in the one way in which they are written: pods that offer the same ports
 * share a subset, ports that are offered by the same pods too, and everything is sorted. So two lists that mean the
 * same are the same.
 */
// Mirrors: pkg/api/v1/endpoints/util.go#RepackSubsets
export function repackSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  // First, for every port the addresses that offer it.
  const allAddrs = new Map<string, EndpointAddress>();
  const portToAddrReadyMap = new Map<string, PortAddresses>();
  for (const subset of subsets) {
    if (!subset.ports?.length) {
      // Endpoints without ports are kept, too.
      mapAddressesByPort(subset, undefined, allAddrs, portToAddrReadyMap);
      continue;
    }
    for (const port of subset.ports) {
      mapAddressesByPort(subset, port, allAddrs, portToAddrReadyMap);
    }
  }

  // Next, for every set of addresses the ports that they offer. A set cannot be a key, so a text stands for it.
  const keyToAddrReadyMap = new Map<string, AddressSet>();
  const addrReadyMapKeyToPorts = new Map<string, EndpointPort[]>();
  for (const { port, addrs } of portToAddrReadyMap.values()) {
    const key = hashAddresses(addrs);
    keyToAddrReadyMap.set(key, addrs);
    const ports = addrReadyMapKeyToPorts.get(key) ?? [];
    addrReadyMapKeyToPorts.set(key, ports);
    if (port) {
      ports.push(port);
    }
  }

  // Then, the subsets.
  const final: EndpointSubset[] = [];
  for (const [key, ports] of addrReadyMapKeyToPorts) {
    const addrs = [...(keyToAddrReadyMap.get(key) ?? [])];
    const readyAddrs = addrs.filter(([, ready]) => ready).map(([addr]) => addr);
    const notReadyAddrs = addrs.filter(([, ready]) => !ready).map(([addr]) => addr);
    final.push({
      ...(readyAddrs.length > 0 ? { addresses: readyAddrs } : {}),
      ...(notReadyAddrs.length > 0 ? { notReadyAddresses: notReadyAddrs } : {}),
      ...(ports.length > 0 ? { ports } : {}),
    });
  }

  // Finally, their order.
  return sortSubsets(final);
}

/** For each address whether it is ready. */
// Mirrors: pkg/api/v1/endpoints/util.go#addressSet
type AddressSet = Map<EndpointAddress, boolean>;

/** A port, or none, and the addresses that offer it. */
interface PortAddresses {
  readonly port: EndpointPort | undefined;
  readonly addrs: AddressSet;
}

// Mirrors: pkg/api/v1/endpoints/util.go#mapAddressesByPort
function mapAddressesByPort(
  subset: EndpointSubset,
  port: EndpointPort | undefined,
  allAddrs: Map<string, EndpointAddress>,
  portToAddrReadyMap: Map<string, PortAddresses>,
): void {
  for (const addr of subset.addresses ?? []) {
    mapAddressByPort(addr, port, true, allAddrs, portToAddrReadyMap);
  }
  for (const addr of subset.notReadyAddresses ?? []) {
    mapAddressByPort(addr, port, false, allAddrs, portToAddrReadyMap);
  }
}

/** Notes that an address offers a port. Where it is said to be ready and not ready, it is not. */
// Mirrors: pkg/api/v1/endpoints/util.go#mapAddressByPort
function mapAddressByPort(
  addr: EndpointAddress,
  port: EndpointPort | undefined,
  ready: boolean,
  allAddrs: Map<string, EndpointAddress>,
  portToAddrReadyMap: Map<string, PortAddresses>,
): void {
  // Two pods may have the same address, such as that of their node; the uid tells them apart.
  const key = `${addr.ip} ${addr.targetRef?.uid ?? ''}`;
  const existingAddress = allAddrs.get(key) ?? addr;
  allAddrs.set(key, existingAddress);

  const portKey = textOf(port);
  const { addrs } = portToAddrReadyMap.get(portKey) ?? { addrs: new Map<EndpointAddress, boolean>() };
  portToAddrReadyMap.set(portKey, { port, addrs });
  if (addrs.get(existingAddress) ?? true) {
    addrs.set(existingAddress, ready);
  }
}

/** A text that is the same for the same addresses. Kubernetes digests them, with whether each is ready, by MD5. */
// Mirrors: pkg/api/v1/endpoints/util.go#hashAddresses
function hashAddresses(addrs: AddressSet): string {
  const slice = [...addrs].sort(([a], [b]) => compareEndpointAddresses(a, b));
  return textOf(slice);
}

/** True if `a` comes before `b`: by address, as text, and then by the uid of the pod. */
// Mirrors: pkg/api/v1/endpoints/util.go#LessEndpointAddress
export function lessEndpointAddress(a: EndpointAddress, b: EndpointAddress): boolean {
  if (a.ip !== b.ip) {
    return a.ip < b.ip;
  }
  if (b.targetRef === undefined) {
    return false;
  }
  if (a.targetRef === undefined) {
    return true;
  }
  return (a.targetRef.uid ?? '') < (b.targetRef.uid ?? '');
}

function compareEndpointAddresses(a: EndpointAddress, b: EndpointAddress): number {
  return lessEndpointAddress(a, b) ? -1 : lessEndpointAddress(b, a) ? 1 : 0;
}

/**
 * Sorts the addresses and ports of every subset, and the subsets. Kubernetes orders ports and subsets by an MD5 digest of
 * how Go prints them, Loopscope by their text: either order means nothing, it only has to be the same each time.
 */
// Mirrors: pkg/api/v1/endpoints/util.go#SortSubsets
export function sortSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  return subsets
    .map(({ addresses, notReadyAddresses, ports }) => ({
      ...(addresses ? { addresses: [...addresses].sort(compareEndpointAddresses) } : {}),
      ...(notReadyAddresses
        ? { notReadyAddresses: [...notReadyAddresses].sort(compareEndpointAddresses) }
        : {}),
      ...(ports ? { ports: byText(ports, textOf) } : {}),
    }))
    .sort((a, b) => compareTexts(textOf(a.ports), textOf(b.ports)) || compareTexts(textOf(a), textOf(b)));
}

const byText = <T>(items: readonly T[], text: (item: T) => string): T[] =>
  [...items].sort((a, b) => compareTexts(text(a), text(b)));

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A text of plain data that does not depend on the order of members. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const members = value as Record<string, unknown>;
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${name}:${textOf(members[name])}`).join()}}`;
}
