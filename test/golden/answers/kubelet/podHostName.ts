import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  generatePodHostNameAndDomain,
  managedHostsFileContent,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/kubelet_pods.ts';

interface Question {
  readonly Pod: Pod;
  readonly ClusterDomain: string;
  readonly PodIPs: readonly string[];
}

/** How a pod is named, and the file that says so. */
export function answer(question: unknown): unknown {
  const { Pod: pod, ClusterDomain: clusterDomain, PodIPs } = question as Question;
  const [names, err] = generatePodHostNameAndDomain({ dnsConfigurer: { clusterDomain } }, pod);
  if (err) throw err;
  const { hostname, hostDomain: domain } = names;
  const { hostAliases } = pod.spec;
  return { domain, hostname, hostsFile: managedHostsFileContent(PodIPs, hostname, domain, hostAliases) };
}
