import { coreKinds } from '../../kubernetes/pkg/registry/kinds.ts';
import type { PluginFactory } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';
import type { Kind } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { APIServer, type KubeObject } from '../../kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { Settings } from '../../stage/settings.ts';
import type { Stage } from '../../stage/stage.ts';
import type { Part } from '../../stage/subject.ts';
import type { StoredObject } from './world.ts';
import { Network } from './network.ts';

/** An API server, and the way to it. */
export class API implements Part {
  readonly server: APIServer;
  readonly network: Network;

  constructor({ sim, settings, plane }: Stage) {
    this.server = new APIServer(sim, {
      kinds: [...coreKinds, ...(plane.kinds ?? [])],
      admission: plane.admissionOf?.(settings),
    });
    this.network = new Network(sim, this.server, settings.latencyMs);
    for (const [watch, delayMs] of Object.entries(settings.watchDelayMs)) {
      const [, program = '', resource = ''] = /^(.*)\/([^/]+)$/.exec(watch) ?? [];
      this.network.delayWatch(program, resource, delayMs);
    }
  }

  /** Objects of a resource as the store holds them, by name. */
  list(resource: string, namespace: string): readonly StoredObject[] {
    const [list, error] = this.server.do({ verb: 'list', resource, namespace, userAgent: 'kubectl' });
    if (error) throw error;
    return (list as KubeObject & { items: readonly StoredObject[] }).items;
  }

  disconnect(program: string): void {
    this.network.disconnect(program);
  }

  state(): number {
    return this.server.storage.revision;
  }
}

declare module '../../stage/subject.ts' {
  interface PartMap {
    readonly api: API;
  }
}

declare module '../../stage/program.ts' {
  interface Plane {
    /** Kinds that the API server serves besides the core ones. */
    readonly kinds?: readonly Kind[];
    /** What the API server asks before it stores an object, besides whether its namespace takes it. */
    admissionOf?(settings: Settings): readonly PluginFactory[];
  }
}
