import { newWatchBasedManager } from '../../../../src/runtime/kubernetes/pkg/kubelet/util/manager/watch_based_manager.ts';
import type { Secret } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type {
  Interface,
  WatchEvent,
} from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import { Chan } from '../../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import {
  type ManagerOp,
  namespace,
  readOf,
  refsOf,
  register,
  secrets,
  serve,
} from '../../kubelet/object-manager.ts';

interface Question {
  readonly Ops: readonly ManagerOp[];
}

/** The watch of one secret. */
class Watch implements Interface {
  readonly name: string;
  readonly #events = new Chan<WatchEvent>('events', 100);

  constructor(name: string) {
    this.name = name;
  }

  get stopped(): boolean {
    return this.#events.closed;
  }

  stop(): void {
    if (!this.stopped) this.#events.close();
  }

  resultChan(): Chan<WatchEvent> {
    return this.#events;
  }
}

/** Which secrets are listed and watched, and for how long. */
export function answer(question: unknown): unknown {
  const { Ops } = question as Question;
  const sim = new Sim();
  const server = new Map<string, Secret>();
  const watches: Watch[] = [];
  let requests: string[] = [];
  const asked = (verb: string, options: { fieldSelector?: string; resourceVersion?: string }): string => {
    const name = options.fieldSelector!.replace('metadata.name=', '');
    requests.push(`${verb} ${name} resourceVersion="${options.resourceVersion ?? ''}"`);
    return name;
  };
  const manager = newWatchBasedManager<Secret>(
    {
      sim,
      gates: { enabled: () => true },
      *listObject(_, options) {
        const secret = server.get(asked('list', options));
        return [{ metadata: { resourceVersion: '100' }, items: secret ? [secret] : [] }, undefined];
      },
      *watchObject(_, options) {
        const watch = new Watch(asked('watch', options));
        watches.push(watch);
        return [watch, undefined];
      },
      objectType: { apiVersion: 'v1', kind: 'Secret' },
      isImmutable: ({ immutable }) => immutable === true,
      groupResource: secrets,
    },
    refsOf,
  );
  return Ops.map((op) => {
    sim.runFor((op.AdvanceS ?? 0) * 1000);
    requests = [];
    const { Name = '' } = op;
    const before = server.get(Name);
    serve(server, op);
    const after = server.get(Name);
    const type = !before ? 'ADDED' : after ? 'MODIFIED' : 'DELETED';
    const object = after ?? before;
    if (object && before !== after)
      for (const watch of watches)
        if (watch.name === Name && !watch.stopped) watch.resultChan().trySend({ type, object });
    register(manager, op);
    let read = {};
    if (op.Op === 'get')
      sim.go(
        'reader',
        (function* (): Blocking<void> {
          read = readOf(yield* manager.getObject(namespace, Name));
        })(),
      );
    sim.runFor(1000);
    const stopped = watches.filter((watch) => watch.stopped).length;
    return {
      ...read,
      requests: requests.toSorted(),
      watchesOpen: watches.length - stopped,
      watchesStopped: stopped,
    };
  });
}
