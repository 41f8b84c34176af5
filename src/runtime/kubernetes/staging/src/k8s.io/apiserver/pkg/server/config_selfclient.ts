/** The name by which a program's own client asks for its own certificate. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/config_selfclient.go#LoopbackClientServerNameOverride
export const loopbackClientServerNameOverride = 'apiserver-loopback-client';

/** Where to reach a server that listens at that address: one that listens everywhere is at the loopback address. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/config_selfclient.go#LoopbackHostPort
export function loopbackHostPort(bindAddress: string): string {
  const at = bindAddress.lastIndexOf(':');
  const [host, port] = [bindAddress.slice(0, at), bindAddress.slice(at + 1)];
  if (host === '0.0.0.0') return `127.0.0.1:${port}`;
  return host === '[::]' ? `[::1]:${port}` : bindAddress;
}
