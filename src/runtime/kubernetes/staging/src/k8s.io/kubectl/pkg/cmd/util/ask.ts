import type { APIRequest } from '../../../../../../../../wire.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import type { KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import { buildConfigFromFlags } from '../../../../client-go/tools/clientcmd/client_config.ts';
import type { OS } from '../../../../../../../../go/os.ts';

/** What the flags say that all commands share. */
export class ConfigFlags {
  namespace = 'default';
  server = '';
  kubeconfig = '';
}

const resources: Readonly<Record<string, string>> = {
  po: 'pods',
  pod: 'pods',
  no: 'nodes',
  node: 'nodes',
  rs: 'replicasets',
  replicaset: 'replicasets',
};

/** Resources that no namespace holds. */
const clusterWide = new Set(['nodes', 'namespaces']);

type Request = Omit<APIRequest, 'userAgent'>;
export type Ask = (request: Request) => Blocking<readonly [KubeObject | undefined, Error | undefined]>;

export function newAsk(os: OS, config: ConfigFlags): Ask {
  return function* (request) {
    const [rest, error] = buildConfigFromFlags(os, config.server, config.kubeconfig);
    if (error) return [undefined, error];
    return yield* rest.transport.do({ ...request, userAgent: rest.userAgent });
  };
}

/** The resource that a word of the line means, and the namespace where it has one. */
export function target(word: string, { namespace }: ConfigFlags): { resource: string; namespace?: string } {
  const resource = resources[word] ?? word;
  return clusterWide.has(resource) ? { resource } : { resource, namespace };
}
