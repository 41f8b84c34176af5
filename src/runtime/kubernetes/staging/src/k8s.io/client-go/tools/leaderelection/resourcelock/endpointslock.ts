import type { Endpoints } from '../../../../apimachinery/pkg/runtime/object.ts';
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
 * A lock that is an annotation of an Endpoints object that lists no endpoints: the first kind of lock there was, and
 * a dear one, since every node watches Endpoints and so heard of every renewal.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/endpointslock.go#EndpointsLock
export class EndpointsLock implements Interface {
  readonly #endpointsMeta: { readonly namespace: string; readonly name: string };
  readonly #client: CoreV1Client;
  readonly #lockConfig: ResourceLockConfig;
  #e: Endpoints | undefined;

  constructor(
    endpointsMeta: { readonly namespace: string; readonly name: string },
    client: CoreV1Client,
    lockConfig: ResourceLockConfig,
  ) {
    this.#endpointsMeta = endpointsMeta;
    this.#client = client;
    this.#lockConfig = lockConfig;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/endpointslock.go#EndpointsLock.Get
  *get(ctx: Context): Blocking<GetResult> {
    const { namespace, name } = this.#endpointsMeta;
    const [e, err] = yield* this.#client.endpoints(namespace).within(ctx).get(name);
    this.#e = e;
    if (err) return [undefined, undefined, err];
    const recordStr = e.metadata.annotations?.[leaderElectionRecordAnnotationKey];
    if (recordStr === undefined) return [noRecord, '', undefined];
    const [record, malformed] = unmarshalRecord(recordStr);
    return malformed ? [undefined, undefined, malformed] : [record, recordStr, undefined];
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/endpointslock.go#EndpointsLock.Create
  *create(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined> {
    const annotations = { [leaderElectionRecordAnnotationKey]: marshalRecord(ler) };
    const [e, err] = yield* this.#client
      .endpoints(this.#endpointsMeta.namespace)
      .within(ctx)
      .create({ kind: 'Endpoints', apiVersion: 'v1', metadata: { ...this.#endpointsMeta, annotations } });
    this.#e = e;
    return err;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/endpointslock.go#EndpointsLock.Update
  *update(ctx: Context, ler: LeaderElectionRecord): Blocking<Error | undefined> {
    if (this.#e === undefined) return new Error('endpoint not initialized, call get or create first');
    const { metadata } = this.#e;
    const annotations = { ...metadata.annotations, [leaderElectionRecordAnnotationKey]: marshalRecord(ler) };
    this.#e = { ...this.#e, metadata: { ...metadata, annotations } };
    const [e, err] = yield* this.#client.endpoints(this.#endpointsMeta.namespace).within(ctx).update(this.#e);
    if (err) return err;
    this.#e = e;
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/endpointslock.go#EndpointsLock.RecordEvent
  recordEvent(s: string): void {
    const { eventRecorder, identity } = this.#lockConfig;
    if (eventRecorder === undefined || this.#e === undefined) return;
    eventRecorder.eventf(this.#e, 'Normal', 'LeaderElection', `${identity} ${s}`);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/endpointslock.go#EndpointsLock.Describe
  describe(): string {
    return `${this.#endpointsMeta.namespace}/${this.#endpointsMeta.name}`;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/endpointslock.go#EndpointsLock.Identity
  identity(): string {
    return this.#lockConfig.identity;
  }
}
