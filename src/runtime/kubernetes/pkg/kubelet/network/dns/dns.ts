import type { ObjectReference, PodDNSConfig, PodDNSConfigOption } from 'kubernetes-types/core/v1';
import { type OS, missingFile } from '../../../../../go/os.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import { newAggregate } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { EventRecorder } from '../../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { DNSConfig } from '../../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { isIPv6 } from '../../../../vendor/k8s.io/utils/net/net.ts';
import type { Pod } from '../../../api/objects.ts';
import {
  maxDNSNameservers,
  maxDNSSearchListChars,
  maxDNSSearchPaths,
} from '../../../apis/core/validation/validation.ts';
import { isHostNetworkPod } from '../../container/helpers.ts';
import * as format from '../../util/format/pod.ts';

/** With which a name of few dots is looked for in the cluster first. */
// Mirrors: pkg/kubelet/network/dns/dns.go#defaultDNSOptions
const defaultDNSOptions = ['ndots:5'];

/** Whose name servers a pod asks. */
// Mirrors: pkg/kubelet/network/dns/dns.go#podDNSType
type PodDNSType = 'cluster' | 'host' | 'none';

type Full = Required<DNSConfig>;

/** What a configurer works with. */
export interface DNS {
  readonly os: Pick<OS, 'files'>;
  readonly recorder: EventRecorder;
  readonly nodeRef: ObjectReference;
  readonly nodeIPs: readonly string[];
  readonly clusterDNS: readonly string[];
  readonly clusterDomain: string;
  /** The file of the node that names its servers; empty for none. */
  readonly resolverConfig: string;
}

/** Says which name servers a pod asks, and how. */
// Mirrors: pkg/kubelet/network/dns/dns.go#Configurer
export class Configurer {
  readonly #c: DNS;

  constructor(parts: DNS) {
    this.#c = parts;
  }

  get clusterDomain(): string {
    return this.#c.clusterDomain;
  }

  // Mirrors: pkg/kubelet/network/dns/dns.go#Configurer.formDNSSearchFitsLimits
  #formDNSSearchFitsLimits(composedSearch: readonly string[], pod: Pod): readonly string[] {
    const search = composedSearch.slice(0, maxDNSSearchPaths);
    while (search.join(' ').length > maxDNSSearchListChars) search.pop();
    if (search.length < composedSearch.length) {
      const omitted = 'Search Line limits were exceeded, some search paths have been omitted';
      const log = `${omitted}, the applied search line is: ${search.join(' ')}`;
      this.#c.recorder.event(pod, 'Warning', 'DNSConfigForming', log);
    }
    return search;
  }

  // Mirrors: pkg/kubelet/network/dns/dns.go#Configurer.formDNSNameserversFitsLimits
  #formDNSNameserversFitsLimits(nameservers: readonly string[], pod: Pod): readonly string[] {
    if (nameservers.length <= maxDNSNameservers) return nameservers;
    const applied = nameservers.slice(0, maxDNSNameservers);
    const omitted = 'Nameserver limits were exceeded, some nameservers have been omitted';
    const log = `${omitted}, the applied nameserver line is: ${applied.join(' ')}`;
    this.#c.recorder.event(pod, 'Warning', 'DNSConfigForming', log);
    return applied;
  }

  /** What is too much for a resolver is cut off, with a word. */
  // Mirrors: pkg/kubelet/network/dns/dns.go#Configurer.formDNSConfigFitsLimits
  #formDNSConfigFitsLimits(dnsConfig: Full, pod: Pod): Full {
    const servers = this.#formDNSNameserversFitsLimits(dnsConfig.servers, pod);
    return {
      servers,
      searches: this.#formDNSSearchFitsLimits(dnsConfig.searches, pod),
      options: dnsConfig.options,
    };
  }

  /** Services of the namespace come first, then all others, then all of the cluster, then what the node looks into. */
  // Mirrors: pkg/kubelet/network/dns/dns.go#Configurer.generateSearchesForDNSClusterFirst
  #generateSearchesForDNSClusterFirst(hostSearch: readonly string[], pod: Pod): readonly string[] {
    const { clusterDomain } = this.#c;
    if (clusterDomain === '') return hostSearch;
    const svcDomain = `svc.${clusterDomain}`;
    return omitDuplicates([
      `${pod.metadata.namespace}.${svcDomain}`,
      svcDomain,
      clusterDomain,
      ...hostSearch,
    ]);
  }

  /** Tells on the node when its file leaves too little room for what is added to it. */
  // Mirrors: pkg/kubelet/network/dns/dns.go#Configurer.CheckLimitsForResolvConf
  checkLimitsForResolvConf(): void {
    const { clusterDomain, nodeRef, recorder, resolverConfig } = this.#c;
    const tell = (log: string): void => recorder.event(nodeRef, 'Warning', 'CheckLimitsForResolvConf', log);
    const [host, err] = this.#readResolvConf();
    if (err) return tell(err.message);
    const domainCountLimit = maxDNSSearchPaths - (clusterDomain === '' ? 0 : 3);
    const file = `Resolv.conf file '${resolverConfig}' contains search line`;
    if (host.searches.length > domainCountLimit)
      return tell(`${file} consisting of more than ${domainCountLimit} domains!`);
    if (host.searches.join(' ').length > maxDNSSearchListChars)
      tell(`${file} which length is more than allowed ${maxDNSSearchListChars} chars!`);
  }

  // Part of: pkg/kubelet/network/dns/dns.go#Configurer.getHostDNSConfig
  #readResolvConf(): Result<Full> {
    const { os, resolverConfig } = this.#c;
    const text = os.files.get(resolverConfig);
    return text === undefined ? [undefined, missingFile(resolverConfig)] : parseResolvConf(text);
  }

  // Mirrors: pkg/kubelet/network/dns/dns.go#Configurer.getHostDNSConfig
  #getHostDNSConfig(): Result<Full> {
    if (this.#c.resolverConfig === '') return [{ servers: [], searches: [], options: [] }, undefined];
    return this.#readResolvConf();
  }

  // Mirrors: pkg/kubelet/network/dns/dns.go#Configurer.GetPodDNS
  getPodDNS(pod: Pod): Result<Full> {
    const [host, err] = this.#getHostDNSConfig();
    if (err) return [undefined, err];
    // A policy that is none counts as that of the cluster.
    const [dnsType = 'cluster'] = getPodDNSType(pod);
    let dnsConfig = this.#configOf(dnsType, host, pod);
    const own = pod.spec.dnsConfig;
    if (own) dnsConfig = appendDNSConfig(dnsConfig, own);
    return [this.#formDNSConfigFitsLimits(dnsConfig, pod), undefined];
  }

  // Part of: pkg/kubelet/network/dns/dns.go#Configurer.GetPodDNS
  #configOf(dnsType: PodDNSType, host: Full, pod: Pod): Full {
    const { clusterDNS, nodeIPs, nodeRef, recorder, resolverConfig } = this.#c;
    if (dnsType === 'none') return { servers: [], searches: [], options: [] };
    if (dnsType === 'cluster') {
      if (clusterDNS.length > 0) {
        const searches = this.#generateSearchesForDNSClusterFirst(host.searches, pod);
        return { servers: clusterDNS, searches, options: defaultDNSOptions };
      }
      const missing = 'kubelet does not have ClusterDNS IP configured and cannot create Pod using';
      const nodeErrorMsg = `${missing} "ClusterFirst" policy. Falling back to "Default" policy.`;
      recorder.eventf(nodeRef, 'Warning', 'MissingClusterDNS', nodeErrorMsg);
      const text = `pod: ${quote(format.pod(pod))}. ${nodeErrorMsg}`;
      recorder.eventf(pod, 'Warning', 'MissingClusterDNS', '%s', text);
    }
    if (resolverConfig !== '') return host;
    // Without a file, a resolver asks its own machine.
    const loopback = nodeIPs.map((nodeIP) => (isIPv6(nodeIP) ? '::1' : '127.0.0.1'));
    const servers = loopback.length === 0 ? ['127.0.0.1'] : loopback;
    return { servers, searches: ['.'], options: host.options };
  }
}

// Mirrors: pkg/kubelet/network/dns/dns.go#NewConfigurer
export function newConfigurer(parts: DNS): Configurer {
  return new Configurer(parts);
}

// Mirrors: pkg/kubelet/network/dns/dns.go#omitDuplicates
function omitDuplicates(strs: readonly string[]): string[] {
  return [...new Set(strs)];
}

/** Reads a file as a resolver has it: the last `search` and the last `options` count. */
// Mirrors: pkg/kubelet/network/dns/dns.go#parseResolvConf
function parseResolvConf(text: string): Result<Full> {
  const servers: string[] = [];
  let [searches, options]: [string[], string[]] = [[], []];
  const allErrors: Error[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const [word, ...fields] = trimmed.split(/\s+/);
    if (word === 'nameserver') {
      if (fields[0] === undefined) allErrors.push(new Error('nameserver list is empty '));
      else servers.push(fields[0]);
    }
    if (word === 'search') searches = fields.map((s) => s.replace(/\.$/, ''));
    if (word === 'options') options = fields;
  }
  const err = newAggregate(allErrors);
  return err ? [undefined, err] : [{ servers, searches, options }, undefined];
}

// Mirrors: pkg/kubelet/network/dns/dns.go#getPodDNSType
function getPodDNSType(pod: Pod): Result<PodDNSType> {
  const { dnsPolicy } = pod.spec;
  if (dnsPolicy === 'None') return ['none', undefined];
  if (dnsPolicy === 'ClusterFirstWithHostNet') return ['cluster', undefined];
  if (dnsPolicy === 'ClusterFirst') return [isHostNetworkPod(pod) ? 'host' : 'cluster', undefined];
  if (dnsPolicy === 'Default') return ['host', undefined];
  return [undefined, new Error(`invalid DNSPolicy=${dnsPolicy ?? ''}`)];
}

/** Those of the pod win. In what order they come nobody says. */
// Mirrors: pkg/kubelet/network/dns/dns.go#mergeDNSOptions
function mergeDNSOptions(
  existingDNSConfigOptions: readonly string[],
  dnsConfigOptions: readonly PodDNSConfigOption[],
): string[] {
  const optionsMap = new Map<string, string>();
  for (const op of existingDNSConfigOptions) {
    const index = op.indexOf(':');
    if (index < 0) optionsMap.set(op, '');
    else optionsMap.set(op.slice(0, index), op.slice(index + 1));
  }
  for (const { name = '', value = '' } of dnsConfigOptions) optionsMap.set(name, value);
  return [...optionsMap].map(([op, value]) => (value === '' ? op : `${op}:${value}`));
}

// Mirrors: pkg/kubelet/network/dns/dns.go#appendDNSConfig
function appendDNSConfig(existingDNSConfig: Full, dnsConfig: PodDNSConfig): Full {
  const { nameservers = [], searches = [], options = [] } = dnsConfig;
  return {
    servers: omitDuplicates([...existingDNSConfig.servers, ...nameservers]),
    searches: omitDuplicates([...existingDNSConfig.searches, ...searches]),
    options: mergeDNSOptions(existingDNSConfig.options, options),
  };
}
