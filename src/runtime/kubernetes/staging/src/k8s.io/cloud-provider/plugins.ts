import { type OS, packageVariable } from '../../../../../go/os.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import { klog } from '../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Interface } from './cloud.ts';

/** Makes a cloud out of the text of its configuration file, if there is one. */
// Mirrors: staging/src/k8s.io/cloud-provider/plugins.go#Factory
export type Factory = (config: string | undefined) => Result<Interface>;

/** The clouds that the program was built with. */
// Mirrors: staging/src/k8s.io/cloud-provider/plugins.go#providers
const providers = packageVariable(() => new Map<string, Factory>());

// Mirrors: staging/src/k8s.io/cloud-provider/plugins.go#deprecatedCloudProviders
const deprecatedCloudProviders = new Map([
  ['aws', 'The AWS provider is deprecated and will be removed in a future release'],
  ['azure', 'The Azure provider is deprecated and will be removed in a future release'],
  ['gce', 'The GCE provider is deprecated and will be removed in a future release'],
  [
    'openstack',
    "Please use 'external' cloud provider for openstack: https://github.com/kubernetes/cloud-provider-openstack",
  ],
  ['vsphere', 'The vSphere provider is deprecated and will be removed in a future release'],
]);

// Mirrors: staging/src/k8s.io/cloud-provider/plugins.go#externalCloudProvider
const externalCloudProvider = 'external';

// Mirrors: staging/src/k8s.io/cloud-provider/plugins.go#RegisterCloudProvider
export function* registerCloudProvider(os: OS, name: string, cloud: Factory): Blocking<void> {
  if (providers(os).has(name))
    return yield* klog(os).fatal(`Cloud provider ${quote(name)} was registered twice`);
  klog(os)
    .v(1)
    ?.info(`Registered cloud provider ${quote(name)}`);
  providers(os).set(name, cloud);
}

/** True if the cloud is another program's business. */
// Mirrors: staging/src/k8s.io/cloud-provider/plugins.go#IsExternal
export const isExternal = (name: string): boolean => name === externalCloudProvider;

// Mirrors: staging/src/k8s.io/cloud-provider/plugins.go#DeprecationWarningForProvider
export function deprecationWarningForProvider(os: OS, name: string): void {
  const detail = deprecatedCloudProviders.get(name);
  if (detail) klog(os).warning(`WARNING: ${name} built-in cloud provider is now deprecated. ${detail}`);
}

/** The cloud of that name; none without a name, or for the external one. */
// Mirrors: staging/src/k8s.io/cloud-provider/plugins.go#InitCloudProvider
export function* initCloudProvider(
  os: OS,
  name: string,
  configFilePath: string,
): Blocking<[Interface | undefined, Error | undefined]> {
  if (name === '') return [undefined, undefined];
  if (isExternal(name)) {
    klog(os).info('External cloud provider specified');
    return [undefined, undefined];
  }
  const config = os.files.get(configFilePath);
  if (configFilePath !== '' && config === undefined)
    return yield* klog(os).fatal(
      `Couldn't open cloud provider configuration ${configFilePath}: no such file or directory`,
    );
  const factory = providers(os).get(name);
  if (!factory) return [undefined, new Error(`unknown cloud provider ${quote(name)}`)];
  const [cloud, err] = factory(config);
  if (err) return [undefined, new Error(`could not init cloud provider ${quote(name)}: ${err.message}`)];
  return [cloud, undefined];
}
