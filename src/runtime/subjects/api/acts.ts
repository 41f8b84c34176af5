import { groupVersion } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import type { Kind } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import type { APIRequest } from '../../wire.ts';
import type { ActOf, Acts } from '../../stage/acts.ts';
import type { Stage } from '../../stage/stage.ts';

/** What somebody does through the API server, and to what lies between it and programs. */
export type APIAct =
  | {
      readonly kind: 'delete';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly gracePeriodSeconds?: number;
    }
  /** `null` takes a label away. */
  | {
      readonly kind: 'relabel';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly labels: Readonly<Record<string, string | null>>;
    }
  /** Creates the object, or updates the one of that name. */
  | { readonly kind: 'apply'; readonly object: Readonly<Record<string, unknown>> }
  /** Ends a program's watch; it stays cut for `forMs`, and its reflector lists and watches again after. */
  | {
      readonly kind: 'cut-watch';
      readonly program: string;
      readonly resource: string;
      readonly forMs: number;
    }
  /** Every event of a program's watch arrives this much later; 0 mends it. */
  | {
      readonly kind: 'delay-watch';
      readonly program: string;
      readonly resource: string;
      readonly delayMs: number;
    }
  /** The next `times` events of a program's watch never arrive, and nobody notices. Bookmarks do not count, and arrive. */
  | {
      readonly kind: 'lose-event';
      readonly program: string;
      readonly resource: string;
      readonly times: number;
    }
  /** The next `times` updates of that resource by programs get 409 Conflict. */
  | { readonly kind: 'conflict'; readonly resource: string; readonly times: number }
  /** The API server answers 503 to every GET of a path for `forMs`: to `/apis/apps/v1`, where a group is told, or to `/healthz`. */
  | { readonly kind: 'refuse'; readonly path: string; readonly forMs: number }
  /** Nothing passes between a program and the API server for `forMs`; what was sent arrives after. */
  | { readonly kind: 'partition'; readonly program: string; readonly forMs: number };

declare module '../../stage/acts.ts' {
  interface ActMap {
    readonly api: APIAct;
  }
}

const userAgent = 'kubectl';

/** Requests reach the API server at once: whoever acts here sits beside it. */
export const apiActs: Acts = {
  relabel: (act, stage) => patch(stage, act.resource, act, { metadata: { labels: act.labels } }),
  delete({ resource, namespace, name, gracePeriodSeconds }, stage) {
    const body = gracePeriodSeconds === undefined ? undefined : { gracePeriodSeconds };
    return request(stage, { verb: 'delete', resource, namespace, name, body });
  },
  apply: ({ object }, stage) => apply(stage, object),
  'cut-watch'({ program, resource, forMs }, stage) {
    stage.part('api').network.cutWatch(program, resource, forMs);
    stage.showFault(`cut ${program}/${resource}`, `the watch of ${resource} is cut`, forMs);
    return undefined;
  },
  'delay-watch'({ program, resource, delayMs }, stage) {
    stage.part('api').network.delayWatch(program, resource, delayMs);
    const text = delayMs > 0 ? `events about ${resource} arrive ${delayMs} ms late` : undefined;
    stage.showFault(`delay ${program}/${resource}`, text);
    return undefined;
  },
  'lose-event'({ program, resource, times }, stage) {
    stage.part('api').network.loseEvents(program, resource, times);
    return undefined;
  },
  refuse({ path, forMs }, stage) {
    stage.part('api').network.refuse(path, forMs);
    stage.showFault(`refuse ${path}`, `the API server answers 503 to ${path}`, forMs);
    return undefined;
  },
  conflict({ resource, times }, stage) {
    stage.part('api').network.failWrites(resource, times);
    return undefined;
  },
  partition({ program, forMs }, stage) {
    const unknown = stage.unknownProgram(program);
    if (unknown) return unknown;
    stage.part('api').network.partition(program, forMs);
    stage.showFault(`partition ${program}`, `${program} cannot reach the API server`, forMs);
    return undefined;
  },
};

function apply(stage: Stage, object: ActOf<'apply'>['object']): Error | undefined {
  const { server } = stage.part('api');
  const { kinds } = server;
  const kind = kinds.find(
    ({ strategy: { gvk } }) => gvk.kind === object['kind'] && groupVersion(gvk) === object['apiVersion'],
  );
  if (!kind) return unknownKind(object, kinds);
  const { name, namespace = 'default' } = (object['metadata'] ?? {}) as { name?: string; namespace?: string };
  const { resource } = kind.resource;
  const target = kind.strategy.namespaceScoped ? { resource, namespace, name } : { resource, name };
  const [existing] = name === undefined ? [undefined] : server.do({ ...target, verb: 'get', userAgent });
  if (!existing) return request(stage, { ...target, verb: 'create', body: object });
  const patchType = 'application/strategic-merge-patch+json';
  return request(stage, { ...target, verb: 'patch', patchType, body: object });
}

/** Patches an object, as whoever sits beside the API server. */
export function patch(
  stage: Stage,
  resource: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  body: object,
): Error | undefined {
  const patchType = 'application/merge-patch+json';
  return request(stage, { verb: 'patch', resource, namespace, name, patchType, body });
}

function request(stage: Stage, made: Omit<APIRequest, 'userAgent'>): Error | undefined {
  return stage.part('api').server.do({ ...made, userAgent })[1];
}

function unknownKind(object: Readonly<Record<string, unknown>>, kinds: readonly Kind[]): Error {
  const known = kinds.map(({ strategy: { gvk } }) => `${gvk.kind} (${groupVersion(gvk)})`).join(', ');
  const found = `kind ${String(object['kind'])} of ${String(object['apiVersion'])}`;
  return new Error(`expected an object of one of ${known}; found ${found}`);
}
