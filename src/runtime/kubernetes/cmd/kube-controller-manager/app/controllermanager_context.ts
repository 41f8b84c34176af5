import type { GroupVersionResource } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import {
  parseGroupVersion,
  resourceText,
} from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import { newMemCacheClient } from '../../../staging/src/k8s.io/client-go/discovery/cached/memory/memcache.ts';
import {
  type SharedInformerFactory,
  newSharedInformerFactory,
} from '../../../staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig as newMetadataForConfig } from '../../../staging/src/k8s.io/client-go/metadata/metadata.ts';
import { newSharedInformerFactory as newMetadataInformerFactory } from '../../../staging/src/k8s.io/client-go/metadata/metadatainformer/informer.ts';
import {
  type DeferredDiscoveryRESTMapper,
  newDeferredDiscoveryRESTMapper,
} from '../../../staging/src/k8s.io/client-go/restmapper/discovery.ts';
import type { Interface as Cloud } from '../../../staging/src/k8s.io/cloud-provider/cloud.ts';
import {
  isControllerEnabled,
  waitForAPIServer,
} from '../../../staging/src/k8s.io/controller-manager/app/helper.ts';
import type { ControllerClientBuilder } from '../../../staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.ts';
import {
  type InformerFactory,
  newInformerFactory,
} from '../../../staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import type { KubeControllerManagerConfiguration } from '../../../pkg/controller/apis/config/types.ts';
import { second } from '../../../../go/duration.ts';
import type { OS } from '../../../../go/os.ts';
import { globalRand } from '../../../../go/rand.ts';
import type { Result } from '../../../../go/result.ts';
import { klog } from '../../../vendor/k8s.io/klog/v2/klog.ts';
import { Chan } from '../../../../sim/chan.ts';
import { type Blocking, running } from '../../../../sim/process.ts';
import { createCloudProvider } from './cloudproviders.ts';
import type { CompletedConfig } from './config/config.ts';

/**
 * Whether the loops that need a cloud run in this program, or in a cloud-controller-manager.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllerLoopMode
 */
export type ControllerLoopMode = 'IncludeCloudLoops' | 'ExternalLoops';

/**
 * Controllers that run only if they are named.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllersDisabledByDefault
 */
export const controllersDisabledByDefault: ReadonlySet<string> = new Set(['bootstrapsigner', 'tokencleaner']);

/**
 * What all controllers are made with.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllerContext
 */
export interface ControllerContext {
  /** The process, for what Go has in packages. */
  readonly os: OS;
  /** Gives each controller its client. */
  readonly clientBuilder: ControllerClientBuilder;
  /** Informers that controllers share. */
  readonly informerFactory: SharedInformerFactory;
  /** Informers for any resource, of its metadata if its type is not known. */
  readonly objectOrMetadataInformerFactory: InformerFactory;
  readonly componentConfig: KubeControllerManagerConfiguration;
  /** Discovers when it is first asked. */
  readonly restMapper: DeferredDiscoveryRESTMapper;
  /** What the API server served when this program began to lead, by `resourceText`. */
  readonly availableResources: ReadonlySet<string>;
  readonly cloud: Cloud | undefined;
  readonly loopMode: ControllerLoopMode;
  /** Closes when the program is to stop leading. */
  readonly stop: Chan<never>;
  /** Closes when all controllers were told to start and both factories with them; nothing is synced by that. */
  readonly informersStarted: Chan<never>;
  /** A new period at each call, in ms. */
  readonly resyncPeriod: () => number;
}

// Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ControllerContext.IsControllerEnabled
export function isEnabled(ctx: ControllerContext, name: string): boolean {
  return isControllerEnabled(name, controllersDisabledByDefault, ctx.componentConfig.generic.controllers);
}

/** True if the API server served the resource when this program asked. */
export function isAvailable(ctx: ControllerContext, gvr: GroupVersionResource): boolean {
  return ctx.availableResources.has(resourceText(gvr));
}

/**
 * Draws a period from the least one to twice that, so that informers with periods of their own do not resync together.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#ResyncPeriod
 */
export function resyncPeriod({ config: { os, componentConfig } }: CompletedConfig): () => number {
  return () => {
    const factor = globalRand(os).float64() + 1;
    return Math.floor(componentConfig.generic.minResyncPeriod * factor);
  };
}

/**
 * What the API server serves, by `resourceText`. That some of it could not be had is told in the log.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#GetAvailableResources
 */
export function* getAvailableResources(
  os: OS,
  clientBuilder: ControllerClientBuilder,
): Blocking<Result<Set<string>>> {
  const client = yield* clientBuilder.clientOrDie('controller-discovery');
  const [, resourceMap = [], err] = yield* client.discovery().serverGroupsAndResources();
  if (err) klog(os).error(`unable to get all supported resources from server: ${err.message}`);
  if (resourceMap.length === 0)
    return [undefined, new Error('unable to get any supported resources from server')];

  const allResources = new Set<string>();
  for (const { groupVersion, resources } of resourceMap) {
    const [version, versionErr] = parseGroupVersion(groupVersion);
    if (versionErr) return [undefined, versionErr];
    for (const { name } of resources) allResources.add(resourceText({ ...version, resource: name }));
  }
  return [allResources, undefined];
}

/**
 * Gathers what controllers share, observed as `context`. The root builder's clients are for the shared informers and for
 * discovery.
 *
 * Mirrors: cmd/kube-controller-manager/app/controllermanager.go#CreateControllerContext
 */
export function* createControllerContext(
  s: CompletedConfig,
  rootClientBuilder: ControllerClientBuilder,
  clientBuilder: ControllerClientBuilder,
  stop: Chan<never>,
): Blocking<Result<ControllerContext>> {
  const { os, componentConfig } = s.config;
  const { sim, name: program } = os; // Go: none
  const versionedClient = yield* rootClientBuilder.clientOrDie('shared-informers');
  const sharedInformers = newSharedInformerFactory(sim, versionedClient, {
    program,
    defaultResyncMs: resyncPeriod(s)(),
  });

  const metadataConfig = yield* rootClientBuilder.configOrDie('metadata-informers');
  const metadataClient = newMetadataForConfig(sim, metadataConfig);
  const metadataInformers = sim.observe(
    'metadata-factory',
    program,
    newMetadataInformerFactory(sim, metadataClient, { program, defaultResyncMs: resyncPeriod(s)() }),
  );

  // Both may just have been started, so the server is given some time.
  const unwell = yield* waitForAPIServer(os, versionedClient, 10 * second);
  if (unwell) return [undefined, new Error(`failed to wait for apiserver being healthy: ${unwell.message}`)];

  const discoveryClient = yield* rootClientBuilder.clientOrDie('controller-discovery');
  const cachedClient = newMemCacheClient(discoveryClient.discovery());
  const restMapper = newDeferredDiscoveryRESTMapper(cachedClient);
  sim.go(
    `${running()?.group ?? program}/reset of the REST mapper`,
    until(sim, () => restMapper.reset(), 30 * second, stop),
  );

  const [availableResources, err] = yield* getAvailableResources(os, rootClientBuilder);
  if (err) return [undefined, err];

  const { cloudProvider, externalCloudVolumePlugin, allowUntaggedCloud } = componentConfig.kubeCloudShared;
  const [cloud, loopMode, cloudErr] = yield* createCloudProvider(
    os,
    {
      cloudProvider: cloudProvider.name,
      externalCloudVolumePlugin,
      cloudConfigFile: cloudProvider.cloudConfigFile,
      allowUntaggedCloud,
    },
    sharedInformers,
  );
  if (cloudErr) return [undefined, cloudErr];

  const ctx: ControllerContext = {
    os,
    clientBuilder,
    informerFactory: sharedInformers,
    objectOrMetadataInformerFactory: newInformerFactory(sharedInformers, metadataInformers),
    componentConfig,
    restMapper,
    availableResources,
    cloud,
    loopMode,
    stop,
    informersStarted: new Chan<never>('informers started'),
    resyncPeriod: resyncPeriod(s),
  };
  return [sim.observe('context', program, ctx), undefined];
}
