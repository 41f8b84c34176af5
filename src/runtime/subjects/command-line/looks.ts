import type { ControllerContext } from '../../kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import type { Interface as Cloud } from '../../kubernetes/staging/src/k8s.io/cloud-provider/cloud.ts';
import { defaultMutableFeatureGate } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import type { Said } from '../../sim/because.ts';
import { around } from '../../stage/methods.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Trace } from '../../stage/world.ts';

/** What the start of a controller looks at before it goes on or does not: resources, gates, the cloud, its configuration. */
export class Looks {
  /** Of `--controllers`. */
  readonly controllers: readonly string[];
  /** The first look of the start that runs which found what keeps a controller from running. */
  #refused: Said | undefined;
  /** The last duration that it read. */
  #duration: { readonly name: string; readonly ms: number } | undefined;

  constructor(controllers: readonly string[]) {
    this.controllers = controllers;
  }

  begin(): void {
    this.#refused = undefined;
    this.#duration = undefined;
  }

  saw(text: string, ...values: NonNullable<Said['values']>): void {
    this.#refused ??= { text, values };
  }

  read(name: string, value: unknown): void {
    if (value === false) this.saw('{0} is false in its configuration', name);
    if (value === '') this.saw('{0} is empty in its configuration', name);
    if (typeof value === 'number' && /(Period|Interval|Duration)$/.test(name))
      this.#duration = { name, ms: value };
  }

  /** Why a controller was skipped; undefined where nothing was seen that would say it. */
  get whySkipped(): Said | undefined {
    return this.#refused;
  }

  /** Why a start failed with this error. */
  whyFailed({ message }: Error): Said {
    if (!this.#duration) return { text: 'its start ended with this error: {0}', values: [message] };
    const { name, ms } = this.#duration;
    return { text: '{0} is {1}, and {2}', values: [name, { ms }, message] };
  }

  /** Why a controller is not started at all. */
  whyDisabled(name: string): Said {
    if (this.controllers.includes(`-${name}`))
      return { text: '--controllers has {0}, which takes it out', values: [`-${name}`] };
    return this.controllers.includes('*')
      ? { text: 'it is off by default, and --controllers does not name it' }
      : { text: '--controllers names others only: {0}', values: [this.controllers.join(', ')] };
  }
}

const known = new WeakMap<Trace, Map<string, Looks>>();

/** What a program looks at while it starts its controllers; undefined before it has a context for them. */
export function looksOf(trace: Trace, program: string): Looks | undefined {
  return known.get(trace)?.get(program);
}

/** From now on each look of the program at its context is noted. */
export function noteLooks(trace: Trace, program: string, ctx: ControllerContext): void {
  const looks = new Looks(ctx.componentConfig.generic.controllers);
  const programs = known.get(trace) ?? new Map<string, Looks>();
  known.set(trace, programs.set(program, looks));
  const { availableResources, componentConfig, cloud } = ctx;
  const resources = overriding(availableResources, {
    has(resource) {
      const served = availableResources.has(resource);
      if (!served) looks.saw('the API server does not serve {0}', resource.replace(', Resource=', '/'));
      return served;
    },
  });
  Object.assign(ctx, { availableResources: resources, componentConfig: read(componentConfig, looks) });
  const seen = cloud && lookedInto(cloud, looks);
  Object.defineProperty(ctx, 'cloud', {
    get() {
      if (!seen) looks.saw('no cloud is configured');
      return seen;
    },
  });
  around(defaultMutableFeatureGate(ctx.os), {
    enabled: (own) => (feature) => {
      const on = own(feature);
      if (!on) looks.saw('the feature gate {0} is off', feature);
      return on;
    },
  });
}

/** A configuration whose values are noted as they are read. */
function read<T extends object>(config: T, looks: Looks): T {
  return new Proxy(config, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return read(value, looks);
      if (typeof name === 'string') looks.read(name, value);
      return value;
    },
  });
}

function lookedInto(cloud: Cloud, looks: Looks): Cloud {
  const noted = (own: () => object | undefined, text: string) => (): object | undefined => {
    const found = own();
    if (!found) looks.saw(text, cloud.providerName());
    return found;
  };
  return overriding(cloud, {
    loadBalancer: noted(() => cloud.loadBalancer(), 'its cloud, {0}, has no load balancers'),
    instances: noted(() => cloud.instances(), 'its cloud, {0}, knows no machines'),
    routes: noted(() => cloud.routes(), 'its cloud, {0}, has no routes'),
  });
}
