import type { Result } from '../../../../go/result.ts';

/** What the kernel of a pod is told that its machine is called: its name, or with the domain if the pod wants that. */
// Mirrors: pkg/kubelet/util/util.go#GetNodenameForKernel
export function getNodenameForKernel(
  hostname: string,
  hostDomainName: string,
  setHostnameAsFQDN: boolean | undefined,
): Result<string> {
  // Linux has room for that many characters.
  const fqdnMaxLen = 64;
  if (hostDomainName.length === 0 || !setHostnameAsFQDN) return [hostname, undefined];
  const fqdn = `${hostname}.${hostDomainName}`;
  if (fqdn.length <= fqdnMaxLen) return [fqdn, undefined];
  const text = `failed to construct FQDN from pod hostname and cluster domain, FQDN ${fqdn} is too long (${fqdnMaxLen} characters is the max, ${fqdn.length} characters requested)`;
  return [undefined, new Error(text)];
}

/** Asks for an object as the API server has it in its cache, which may be a little behind. */
// Mirrors: pkg/kubelet/util/util.go#FromApiserverCache
export function fromApiserverCache<Options extends object>(
  opts: Options,
): Options & { resourceVersion: '0' } {
  return { ...opts, resourceVersion: '0' };
}
