import type { APIRequest } from '../wire.ts';
import type { KubeObject } from '../kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { Trace } from './world.ts';
import { mapRemove, mapSet } from '../sim/pmap.ts';
import { withCause, noCause } from '../sim/process.ts';
import { groupVersion } from '../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import type { Kind } from '../kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import type { Act } from './acts.ts';
import type { Cluster } from './stage.ts';
import type { MoreActs } from './program.ts';

const userAgent = 'kubectl';

type ProgramAct = Extract<
  Act,
  {
    kind:
      | 'crash'
      | 'terminate'
      | 'send-usr2'
      | 'pause'
      | 'start'
      | 'partition'
      | 'skew-clock'
      | 'profile'
      | 'request';
  }
>;

type FurtherAct = Extract<Act, { kind: keyof MoreActs }>;

/** Carries out acts. Requests reach the API server at once: whoever acts here sits beside it. */
export class Actor {
  readonly #cluster: Cluster;
  /** Until when each fault lasts. */
  readonly #faultUntil = new Map<string, number>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** The entry of the act is the cause of all that it brings about. */
  act(act: Act, by: 'story' | 'reader'): Error | undefined {
    const trace = this.#cluster.sim.trace as Trace | undefined;
    const index = trace?.record({ kind: 'act', act, by }) ?? noCause;
    const error = withCause(index, () => this.#carryOut(act));
    if (error && trace) trace.amend(index, { kind: 'act', act, by, error: error.message });
    return error;
  }

  #carryOut(act: Act): Error | undefined {
    const { network } = this.#cluster;
    switch (act.kind) {
      case 'scale':
        return this.#patch(act, 'replicasets', { spec: { replicas: act.replicas } });
      case 'relabel':
        return this.#patch(act, act.resource, { metadata: { labels: act.labels } });
      case 'delete': {
        const { resource, namespace, name, gracePeriodSeconds } = act;
        const body = gracePeriodSeconds === undefined ? undefined : { gracePeriodSeconds };
        return this.#do({ verb: 'delete', resource, namespace, name, body });
      }
      case 'fail':
        return this.#fail(act.namespace, act.name);
      case 'apply':
        return this.#apply(act.object);
      case 'cut-watch':
        network.cutWatch(act.program, act.resource, act.forMs);
        this.#fault(`cut ${act.program}/${act.resource}`, `the watch of ${act.resource} is cut`, act.forMs);
        return undefined;
      case 'delay-watch':
        network.delayWatch(act.program, act.resource, act.delayMs);
        this.#fault(
          `delay ${act.program}/${act.resource}`,
          act.delayMs > 0 ? `events about ${act.resource} arrive ${act.delayMs} ms late` : undefined,
        );
        return undefined;
      case 'lose-event':
        network.loseEvents(act.program, act.resource, act.times);
        return undefined;
      case 'refuse':
        network.refuse(act.path, act.forMs);
        this.#fault(`refuse ${act.path}`, `the API server answers 503 to ${act.path}`, act.forMs);
        return undefined;
      case 'conflict':
        network.failWrites(act.resource, act.times);
        return undefined;
      case 'label-node':
      case 'taint':
      case 'cordon':
      case 'add-node':
      case 'node-pool':
        return this.#further(act);
      default:
        return this.#toProgram(act);
    }
  }

  /** Does what only some planes know. */
  #further(act: FurtherAct): Error | undefined {
    const carryOut = this.#cluster.acts[act.kind] as
      ((act: FurtherAct, cluster: Cluster) => Error | undefined) | undefined;
    if (carryOut) return carryOut(act, this.#cluster);
    return new Error(`expected an act that this cluster knows, found "${act.kind}"; choose another scenario`);
  }

  /** Acts upon a program as a whole. */
  #toProgram(act: ProgramAct): Error | undefined {
    const { network, programs } = this.#cluster;
    const { program } = act;
    if (!programs.get(program)) {
      const known = programs.names.join(', ');
      return new Error(`expected the name of a program, found "${program}"; there are ${known}`);
    }
    const running = programs.isRunning(program);
    switch (act.kind) {
      case 'crash':
      case 'terminate':
      case 'send-usr2':
      case 'pause':
        if (!running) return new Error(`${program} is not running: start it first`);
        if (act.kind === 'crash') programs.crash(program);
        else if (act.kind === 'terminate') programs.signal(program, 'SIGTERM');
        else if (act.kind === 'send-usr2') programs.signal(program, 'SIGUSR2');
        else programs.pause(program, act.forMs);
        return undefined;
      case 'start':
        if (running) return new Error(`${program} is running already: crash it first`);
        programs.start(program, act.args);
        return undefined;
      case 'partition':
        network.partition(program, act.forMs);
        this.#fault(`partition ${program}`, `${program} cannot reach the API server`, act.forMs);
        return undefined;
      case 'skew-clock':
        return this.#skewClock(act);
      case 'profile':
        return this.#startWithProfile(act);
      case 'request':
        return programs.request(program, act);
    }
  }

  #startWithProfile(act: Extract<Act, { kind: 'profile' }>): Error | undefined {
    const { programs } = this.#cluster;
    const { program } = act;
    const [other, err] = programs.get(program)?.withProfile?.(act) ?? [];
    if (err) return err;
    if (!other) return new Error(`${program} has no profiles: choose a scheduler`);
    if (programs.isRunning(program)) programs.crash(program);
    programs.add({ ...other, name: program });
    programs.start(program);
    return undefined;
  }

  #skewClock({ program, percent, aheadMs }: Extract<Act, { kind: 'skew-clock' }>): Error | undefined {
    if (percent < 1)
      return new Error(`expected a clock that goes on, at 1 percent or more, found ${percent}`);
    const clock = this.#cluster.programs.clockOf(program);
    clock.rate = percent / 100;
    clock.offsetMs = aheadMs;
    const right = percent === 100 && aheadMs === 0;
    const text = `the clock of ${program} counts ${percent} ms in 100 and is ${aheadMs} ms ahead`;
    this.#fault(`clock ${program}`, right ? undefined : text);
    return undefined;
  }

  #fail(namespace: string, name: string): Error | undefined {
    const [pod, error] = this.#cluster.server.do({
      verb: 'get',
      resource: 'pods',
      namespace,
      name,
      userAgent,
    });
    if (error) return error;
    const node = (pod as KubeObject & { spec?: { nodeName?: string } }).spec?.nodeName;
    const kubelet = node === undefined ? undefined : this.#cluster.programs.get(`kubelet-stand-in/${node}`);
    if (!kubelet?.fail)
      return new Error(`pod ${namespace}/${name} is on no node yet, so nothing of it can fail`);
    return kubelet.fail(namespace, name);
  }

  #apply(object: Readonly<Record<string, unknown>>): Error | undefined {
    const { kinds } = this.#cluster.server;
    const kind = kinds.find(
      ({ strategy: { gvk } }) => gvk.kind === object['kind'] && groupVersion(gvk) === object['apiVersion'],
    );
    if (!kind) return unknownKind(object, kinds);
    const { name, namespace = 'default' } = (object['metadata'] ?? {}) as {
      name?: string;
      namespace?: string;
    };
    const { resource } = kind.resource;
    const target = kind.strategy.namespaceScoped ? { resource, namespace, name } : { resource, name };
    const [existing] =
      name === undefined ? [undefined] : this.#cluster.server.do({ ...target, verb: 'get', userAgent });
    if (!existing) return this.#do({ ...target, verb: 'create', body: object });
    return this.#do({
      ...target,
      verb: 'patch',
      patchType: 'application/strategic-merge-patch+json',
      body: object,
    });
  }

  #patch(target: { namespace: string; name: string }, resource: string, body: object): Error | undefined {
    const { namespace, name } = target;
    return this.#do({
      verb: 'patch',
      resource,
      namespace,
      name,
      patchType: 'application/merge-patch+json',
      body,
    });
  }

  #do(request: Omit<APIRequest, 'userAgent'>): Error | undefined {
    return this.#cluster.server.do({ ...request, userAgent })[1];
  }

  /** Shows a fault in the world until it is mended, or for a time. */
  #fault(name: string, text: string | undefined, forMs?: number): void {
    const { sim } = this.#cluster;
    const trace = sim.trace as Trace | undefined;
    if (!trace) return;
    const { faults } = trace.world;
    trace.change('faults', text === undefined ? mapRemove(faults, name) : mapSet(faults, name, text));
    if (forMs === undefined) return;
    const until = Math.max(sim.now + forMs, this.#faultUntil.get(name) ?? 0);
    this.#faultUntil.set(name, until);
    sim.after(forMs, () => {
      if (sim.now >= (this.#faultUntil.get(name) ?? 0)) this.#fault(name, undefined);
    });
  }
}

function unknownKind(object: Readonly<Record<string, unknown>>, kinds: readonly Kind[]): Error {
  const known = kinds.map(({ strategy: { gvk } }) => `${gvk.kind} (${groupVersion(gvk)})`).join(', ');
  const found = `kind ${String(object['kind'])} of ${String(object['apiVersion'])}`;
  return new Error(`expected an object of one of ${known}; found ${found}`);
}
