// Mirrors: vendor/k8s.io/utils/net/net.go#IsDualStackCIDRs
export const isDualStack = (cidrs: readonly string[]): boolean =>
  cidrs.some(isIPv6) && cidrs.some((cidr) => !isIPv6(cidr));

// Mirrors: vendor/k8s.io/utils/net/net.go#IsIPv6
export const isIPv6 = (cidr: string): boolean => cidr.includes(':');
