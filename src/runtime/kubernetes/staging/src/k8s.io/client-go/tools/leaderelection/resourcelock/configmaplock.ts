import type { ConfigMap } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { Context } from '../../../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import type { CoreV1Client } from '../../../kubernetes/typed/core/v1/core_client.ts';
import {
  type GetResult,
  type Interface,
  type LeaderElectionRecord,
  type ResourceLockConfig,
  leaderElectionRecordAnnotationKey,
  marshalRecord,
  noRecord,
  unmarshalRecord,
} from './interface.ts';

/**
 * A lock that is an annotation of a ConfigMap: how it was done before there were Leases. Whoever watches ConfigMaps
 * hears of every renewal.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/configmaplock.go#ConfigMapLock
export class ConfigMapLock implements Interface {
  readonly #configMapMeta: { readonly namespace: string; readonly name: string };
  readonly #client: CoreV1Client;
  readonly #lockConfig: ResourceLockConfig;
  #cm: ConfigMap | undefined;

  constructor(
    configMapMeta: { readonly namespace: string; readonly name: string },
    client: CoreV1Client,
    lockConfig: ResourceLockConfig,
  ) {
    this.#configMapMeta = configMapMeta;
    this.#client = client;
    this.#lockConfig = lockConfig;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/configmaplock.go#ConfigMapLock.Get
  *get(ctx: Context): Blocking<GetResult> {
    const { namespace, name } = this.#configMapMeta;
    const [cm, err] = yield* this.#client.configMaps(namespace).within(ctx).get(name);
    this.#cm = cm;
    if (err) return [undefined, undefined, err];
    const recordStr = cm.metadata.annotations?.[leaderElectionRecordAnnotationKey];
    if (recordStr === undefined) return [noRecord, '', undefined];
    const [record, malformed] = unmarshalRecord(recordStr);
    return malformed ? [undefined, undefined, malformed] : [record, recordStr, undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/configmaplock.go#ConfigMapLock.Create
  *create(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined> {
    const annotations = { [leaderElectionRecordAnnotationKey]: marshalRecord(ler) };
    const [cm, err] = yield* this.#client
      .configMaps(this.#configMapMeta.namespace)
      .within(ctx)
      .create({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { ...this.#configMapMeta, annotations } });
    this.#cm = cm;
    return err;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/configmaplock.go#ConfigMapLock.Update
  *update(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined> {
    if (this.#cm === undefined) return new Error('configmap not initialized, call get or create first');
    const { metadata } = this.#cm;
    const annotations = { ...metadata.annotations, [leaderElectionRecordAnnotationKey]: marshalRecord(ler) };
    this.#cm = { ...this.#cm, metadata: { ...metadata, annotations } };
    const [cm, err] = yield* this.#client
      .configMaps(this.#configMapMeta.namespace)
      .within(ctx)
      .update(this.#cm);
    if (err) return err;
    this.#cm = cm;
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/configmaplock.go#ConfigMapLock.RecordEvent
  recordEvent(s: string): void {
    const { eventRecorder, identity } = this.#lockConfig;
    if (eventRecorder === undefined || this.#cm === undefined) return;
    eventRecorder.eventf(this.#cm, 'Normal', 'LeaderElection', `${identity} ${s}`);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/configmaplock.go#ConfigMapLock.Describe
  describe(): string {
    return `${this.#configMapMeta.namespace}/${this.#configMapMeta.name}`;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/configmaplock.go#ConfigMapLock.Identity
  identity(): string {
    return this.#lockConfig.identity;
  }
}
