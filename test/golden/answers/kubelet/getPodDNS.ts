import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newConfigurer } from '../../../../src/runtime/kubernetes/pkg/kubelet/network/dns/dns.ts';
import { recorderOf } from '../../kubelet/recorder.ts';

interface Question {
  readonly Pod: Pod;
  readonly NodeIPs: readonly string[];
  readonly ClusterDNS: readonly string[];
  readonly ClusterDomain: string;
  /** The file of the node; none if it is not there. */
  readonly ResolvConf?: string;
}

/** Which name servers a pod asks, and what is told of it. */
export function answer(question: unknown): unknown {
  const { Pod: pod, NodeIPs, ClusterDNS, ClusterDomain, ResolvConf } = question as Question;
  let events: string[] = [];
  const file = '<resolv.conf>';
  const configurer = newConfigurer({
    os: { files: new Map(ResolvConf === undefined ? [] : [[file, ResolvConf]]) },
    recorder: recorderOf(({ name, type, reason, message }) =>
      events.push(`${name} ${type} ${reason}: ${message}`),
    ),
    nodeRef: { kind: 'Node', name: 'node' },
    nodeIPs: NodeIPs,
    clusterDNS: ClusterDNS,
    clusterDomain: ClusterDomain,
    resolverConfig: ResolvConf === undefined ? '' : file,
  });
  configurer.checkLimitsForResolvConf();
  const checkLimits = events;
  events = [];
  const [dnsConfig, err] = configurer.getPodDNS(pod);
  if (err) return { checkLimits, error: err.message, events };
  const { servers, searches, options } = dnsConfig;
  const isMerged = pod.spec.dnsConfig !== undefined;
  return { checkLimits, events, options: isMerged ? options.toSorted() : options, searches, servers };
}
