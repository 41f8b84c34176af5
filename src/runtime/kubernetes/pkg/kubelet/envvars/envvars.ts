import { joinHostPort } from '../../../../go/net.ts';
import type { Service } from '../../api/objects.ts';
import { isServiceIPSet } from '../../apis/core/v1/helper/helpers.ts';
import type { EnvVar } from '../container/runtime.ts';

/** What the environment of a container says of services that have an address. */
// Mirrors: pkg/kubelet/envvars/envvars.go#FromServices
export function fromServices(services: readonly Service[]): EnvVar[] {
  return services.filter(isServiceIPSet).flatMap((service) => {
    const { clusterIP = '', ports = [] } = service.spec;
    const prefix = makeEnvVariableName(service.metadata.name);
    const port = `${prefix}_SERVICE_PORT`;
    return [
      { name: `${prefix}_SERVICE_HOST`, value: clusterIP },
      { name: port, value: String(ports[0]!.port) },
      ...ports.flatMap((sp) =>
        sp.name ? [{ name: `${port}_${makeEnvVariableName(sp.name)}`, value: String(sp.port) }] : [],
      ),
      ...makeLinkVariables(service),
    ];
  });
}

// Mirrors: pkg/kubelet/envvars/envvars.go#makeEnvVariableName
function makeEnvVariableName(str: string): string {
  return str.replaceAll('-', '_').toUpperCase();
}

/** As Docker has them for linked containers. */
// Mirrors: pkg/kubelet/envvars/envvars.go#makeLinkVariables
function makeLinkVariables({ metadata, spec }: Service): EnvVar[] {
  const prefix = makeEnvVariableName(metadata.name);
  const { clusterIP = '', ports = [] } = spec;
  return ports.flatMap(({ port, protocol: given }, i) => {
    const protocol = (given || 'TCP').toLowerCase();
    const url = `${protocol}://${joinHostPort(clusterIP, String(port))}`;
    const portPrefix = `${prefix}_PORT_${port}_${protocol.toUpperCase()}`;
    return [
      ...(i === 0 ? [{ name: `${prefix}_PORT`, value: url }] : []),
      { name: portPrefix, value: url },
      { name: `${portPrefix}_PROTO`, value: protocol },
      { name: `${portPrefix}_PORT`, value: String(port) },
      { name: `${portPrefix}_ADDR`, value: clusterIP },
    ];
  });
}
