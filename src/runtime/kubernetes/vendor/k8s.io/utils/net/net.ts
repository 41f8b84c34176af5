import { parseIP } from '../../../../../go/net.ts';

// Mirrors: vendor/k8s.io/utils/net/net.go#IsDualStackCIDRs
export const isDualStack = (cidrs: readonly string[]): boolean =>
  cidrs.some(isIPv6) && cidrs.some((cidr) => !isIPv6(cidr));

// Mirrors: vendor/k8s.io/utils/net/net.go#IsIPv6
export const isIPv6 = (cidr: string): boolean => cidr.includes(':');

/** Whether a text is an address of IPv6. */
// Mirrors: vendor/k8s.io/utils/net/net.go#IsIPv6String
export const isIPv6String = (ip: string): boolean => parseIP(ip)?.includes(':') ?? false;
