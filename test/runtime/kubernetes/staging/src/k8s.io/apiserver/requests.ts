import type {
  KubeList,
  KubeObject,
  Pod,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type {
  Interface,
  WatchEvent,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type { APIRequest } from '../../../../../../../src/runtime/wire.ts';
import {
  APIServer,
  type APIServerOptions,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { plane } from '../../../../../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import type { Result } from '../../../../../../../src/runtime/go/result.ts';
import { coreKinds } from '../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';
import type { StatusError } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';

/** A server of the kinds that the ReplicaSet controller needs, and requests to it in the namespace `default`. */
export class Requests {
  readonly sim = new Sim();
  readonly server: APIServer;

  constructor(options?: Partial<APIServerOptions>) {
    this.server = new APIServer(this.sim, { kinds: [...coreKinds, ...(plane.kinds ?? [])], ...options });
  }

  try(
    verb: APIRequest['verb'],
    resource: string,
    more: Partial<APIRequest> = {},
  ): Result<KubeObject, StatusError> {
    return this.server.do({ verb, resource, namespace: 'default', userAgent: 'test', ...more });
  }

  do<T extends KubeObject = Pod>(
    verb: APIRequest['verb'],
    resource: string,
    more: Partial<APIRequest> = {},
  ): T {
    const [object, err] = this.try(verb, resource, more);
    if (err) throw err;
    return object as T;
  }

  /** The message of the refusal; throws if there was none. */
  refusal(verb: APIRequest['verb'], resource: string, more: Partial<APIRequest> = {}): string {
    const [object, err] = this.try(verb, resource, more);
    if (!err) throw new Error(`not refused: ${JSON.stringify(object)}`);
    return `${err.status.code} ${err.status.reason}: ${err.message}`;
  }

  list(resource: string, more: Partial<APIRequest> = {}): KubeList<Pod> {
    return this.do('list', resource, more) as unknown as KubeList<Pod>;
  }

  pod(name: string, more: { labels?: Record<string, string>; finalizers?: string[] } = {}): Pod {
    return this.do('create', 'pods', { body: podNamed(name, more) });
  }

  bind(name: string, node: string): void {
    const body = {
      kind: 'Binding',
      apiVersion: 'v1',
      metadata: { name },
      target: { kind: 'Node', name: node },
    };
    this.do('create', 'pods', { subresource: 'binding', name, body });
  }

  phase(name: string, phase: string): Pod {
    return this.do('patch', 'pods', { name, subresource: 'status', body: { status: { phase } } });
  }

  watch(resource: string, options: APIRequest['options'] = {}, namespace = 'default'): Interface {
    const [watch, err] = this.server.watch({
      verb: 'watch',
      resource,
      namespace,
      options,
      userAgent: 'test',
    });
    if (err) throw err;
    return watch;
  }
}

export function podNamed(name: string, metadata: object = {}): object {
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, ...metadata },
    spec: { containers: [container] },
  };
}

export const container = { name: 'app', image: 'app:1' };

export function replicaSetNamed(name: string, spec: object = {}): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [container] } };
  const metadata = { name };
  return {
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    metadata,
    spec: { selector: { matchLabels: labels }, template, ...spec },
  };
}

/** What a watch has for its client, one text an event: type, name and resourceVersion. `closed` at its end. */
export function events(watch: Interface, tell: (event: WatchEvent) => string = told): string[] {
  const lines: string[] = [];
  for (;;) {
    const received = watch.resultChan().tryReceive();
    if (!received) return lines;
    if (!received[1]) return [...lines, 'closed'];
    lines.push(tell(received[0]));
  }
}

function told({ type, object }: WatchEvent): string {
  const { name, resourceVersion } = object.metadata;
  if (type === 'ERROR') {
    const status = object as unknown as { code: number; reason: string; message: string };
    return `ERROR ${status.code} ${status.reason}: ${status.message}`;
  }
  return [type, name, resourceVersion].filter((part) => part !== undefined).join(' ');
}

export type { Pod };
