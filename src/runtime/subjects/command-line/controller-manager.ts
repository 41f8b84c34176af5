import type { KubeObject } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { PathRecorderMux } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import type { SharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import type { ObjectType } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import type {
  ControllerContext,
  StartSteps,
} from '../../kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { noteLooks } from './looks.ts';
import { pathOf } from './resource-path.ts';
import { observeNotReimplemented, observeStarting } from './observe-starting.ts';
import type { NotReimplemented } from '../../kubernetes/cmd/kube-controller-manager/app/not-reimplemented.ts';
import type { ControllerClientBuilder } from '../../kubernetes/staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.ts';
import type { MetadataSharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/metadata/metadatainformer/informer.ts';
import type { Config as Configz } from '../../kubernetes/staging/src/k8s.io/component-base/configz/configz.ts';
import { formatDuration } from '../../go/duration.ts';
import type { Servers } from '../../go/listen.ts';
import type { Chan } from '../../sim/chan.ts';
import { background } from '../../sim/context.ts';
import { mapGet, mapSet } from '../../sim/pmap.ts';
import { running } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { startup } from '../../stage/startup.ts';
import { addRow, showRow, showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';

const programNow = (): string => running()?.group ?? '';

/** How the parts of a controller-manager are watched: what each holds is a table, and what each does a step of its start. */
export const controllerManagerObservers: Observers = {
  'client-builder': observeClientBuilder,
  configz: observeConfigz,
  context: observeContext,
  'informer-factory': observeInformerFactory,
  'metadata-factory': observeMetadataFactory,
  mux: observeMux,
  'not-reimplemented': observeNotReimplemented,
  servers: observeServers,
  starting: observeStarting,
};

function observeServers(_trace: Trace, _name: string, servers: Servers, sim: Sim): Servers {
  return overriding(servers, {
    serve(listener, handler) {
      servers.serve(listener, handler);
      startup(sim, 'serve', listener.address, 'serves on {0}', listener.address);
    },
  });
}

function observeConfigz(_trace: Trace, name: string, config: Configz, sim: Sim): Configz {
  startup(sim, 'configz', name, 'shows its configuration as {0}', name);
  return config;
}

/** The paths of each mux, in the order in which the muxes are made. */
function observeMux(trace: Trace, _name: string, mux: PathRecorderMux, sim: Sim): PathRecorderMux {
  const program = programNow();
  let number = 1;
  while (mapGet(trace.world.tables, `${program}/mux-${number}`)) number++;
  const table = `mux-${number}`;
  showTable(trace, `${program}/${table}`, {
    title: number === 1 ? 'Paths of the first mux' : 'Paths of the second mux',
    columns: ['Path', 'Serves', 'Told of'],
    rows: [],
  });
  startup(sim, 'mux', table, 'makes a mux');
  const added = (path: string, serves: string, listed: boolean): void => {
    showRow(trace, `${program}/${table}`, { name: path, cells: [serves, listed ? 'yes' : 'no'] });
    const [, check] = /^\/healthz\/(.+)$/.exec(path) ?? [];
    if (check !== undefined)
      addRow(trace, 'health', 'Health checks', ['Check', 'Path'], { name: check, cells: [path] });
    startup(sim, 'path', path, 'serves {0} in {1}', path, table);
  };
  return overriding(mux, {
    handle(path, handler) {
      mux.handle(path, handler);
      added(path, 'this path', true);
    },
    unlistedHandle(path, handler) {
      mux.unlistedHandle(path, handler);
      added(path, 'this path', false);
    },
    handlePrefix(path, handler) {
      mux.handlePrefix(path, handler);
      added(path, 'all below it', true);
    },
    unlistedHandlePrefix(path, handler) {
      mux.unlistedHandlePrefix(path, handler);
      added(path, 'all below it', false);
    },
  });
}

/** Every client that a builder makes, and under whose name it asks. */
function observeClientBuilder(
  trace: Trace,
  name: string,
  builder: ControllerClientBuilder,
  sim: Sim,
): ControllerClientBuilder {
  startup(sim, 'builder', name, 'has a client builder: {0}', name);
  const made = (part: string, userAgent: string, qps: number, burst: number): void => {
    const { user, by } = builder.identityOf(part);
    const rate = `${qps} a second, ${burst} at once`;
    addRow(trace, 'clients', 'Clients', ['Client', 'Builder', 'User agent', 'Asks as', 'Proved by', 'Rate'], {
      name: part,
      cells: [name, userAgent, user, by, rate],
    });
    startup(sim, 'client', part, 'makes the client {0}, which asks as {1}', part, user);
  };
  const { config } = builder;
  // The others are made of this one, and call it on the builder itself.
  builder.config = function* (part) {
    const [made_, err] = yield* config.call(builder, part);
    if (err) return [undefined, err];
    made(part, made_.userAgent, made_.qps ?? 0, made_.burst ?? 0);
    return [made_, undefined];
  };
  return builder;
}

/** Keeps who asks for an informer: the controller that is being started, else the goroutine. */
function noteAsked(trace: Trace, informer: string): void {
  const program = programNow();
  const { rows = [] } = mapGet(trace.world.tables, `${program}/controllers`) ?? {};
  const { name } = rows.find(({ cells: [, fate] }) => fate === 'starting') ?? {};
  const asker = name ?? running()?.name.replace(/\/.*/, '') ?? '';
  const { asked } = trace.world;
  const known = mapGet(asked, program) ?? [];
  if (known.some((ask) => ask.asker === asker && ask.informer === informer)) return;
  trace.change('asked', mapSet(asked, program, [...known, { asker, informer }]));
}

/** The informers that were asked for, and those that were started. */
function observeInformerFactory(
  trace: Trace,
  name: string,
  factory: SharedInformerFactory,
  sim: Sim,
): SharedInformerFactory {
  const asked = new Set<string>();
  const row = (type: string, state: string): void =>
    addRow(trace, 'informers', 'Informers of the shared factory', ['Type', 'State'], {
      name: type,
      cells: [state],
    });
  return overriding(factory, {
    informerFor<T extends KubeObject>(type: ObjectType, newFunc: never) {
      const informer = factory.informerFor<T>(type, newFunc);
      const known = `${type.apiVersion} ${type.kind}`;
      noteAsked(trace, known);
      if (asked.has(known)) return informer;
      asked.add(known);
      row(known, 'asked for');
      startup(sim, 'informer', known, 'asks for an informer of {0}', known);
      return informer;
    },
    start(stop) {
      startup(sim, 'factory', name, 'starts the informers that were asked for');
      factory.start(stop);
      for (const type of asked) row(type, 'started');
    },
  });
}

/** The informers of metadata, beside those of the shared factory. */
function observeMetadataFactory(
  trace: Trace,
  name: string,
  factory: MetadataSharedInformerFactory,
  sim: Sim,
): MetadataSharedInformerFactory {
  const asked = new Set<string>();
  const row = (text: string, state: string): void =>
    addRow(trace, 'metadata', 'Informers of metadata', ['Resource', 'State'], { name: text, cells: [state] });
  return overriding(factory, {
    forResource(gvr) {
      const informer = factory.forResource(gvr);
      const text = pathOf(gvr);
      noteAsked(trace, text);
      if (asked.has(text)) return informer;
      asked.add(text);
      row(text, 'asked for');
      startup(sim, 'informer', text, 'asks for an informer of the metadata of {0}', text);
      return informer;
    },
    start(stop) {
      startup(sim, 'factory', `${name} metadata`, 'starts the informers of metadata that were asked for');
      factory.start(stop);
      for (const text of asked) row(text, 'started');
    },
  });
}

/** `apps/v1/deployments`, or `v1/pods` of the core group. */

/** The fields, in the order of the struct. */
function observeContext(trace: Trace, _name: string, ctx: ControllerContext, sim: Sim): ControllerContext {
  const { generic } = ctx.componentConfig;
  const fields: readonly (readonly [field: string, value: string])[] = [
    ['ClientBuilder', ctx.clientBuilder.kind],
    ['InformerFactory', 'typed informers'],
    ['ObjectOrMetadataInformerFactory', 'typed informers, else informers of metadata'],
    ['ComponentConfig', `controllers ${generic.controllers.join(',')}`],
    ['RESTMapper', 'deferred; reset each 30 s'],
    ['AvailableResources', String(ctx.availableResources.size)],
    ['Cloud', ctx.cloud?.providerName() ?? 'nil'],
    ['LoopMode', ctx.loopMode],
    ['Stop', 'open'],
    ['InformersStarted', 'open'],
    [
      'ResyncPeriod',
      `${formatDuration(generic.minResyncPeriod)} to ${formatDuration(2 * generic.minResyncPeriod)}`,
    ],
  ];
  for (const [field, value] of fields) {
    const cells = [value];
    addRow(trace, 'context', 'ControllerContext', ['Field', 'Value'], { name: field, cells });
    startup(sim, 'context', field, 'fills the field {0} of the context', field);
  }
  const program = programNow();
  noteLooks(trace, program, ctx);
  const { reset } = ctx.restMapper;
  ctx.restMapper.reset = function* () {
    yield* reset.call(ctx.restMapper);
    startup(sim, 'mapper', 'RESTMapper', 'forgets what its REST mapper had learned');
  };
  const closes = (chan: Chan<never>, phase: string, name: string): void => {
    const { close } = chan;
    chan.close = () => {
      close.call(chan);
      showRow(trace, `${program}/context`, { name, cells: ['closed'] });
      startup(sim, phase, name, 'closes {0}', name);
    };
  };
  // That of the background is everybody's, and never closes.
  if (ctx.stop !== background.done) closes(ctx.stop, 'stop', 'Stop');
  closes(ctx.informersStarted, 'informers', 'InformersStarted');
  return ctx;
}

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly 'client-builder': ControllerClientBuilder;
    readonly configz: Configz;
    readonly context: ControllerContext;
    readonly mux: PathRecorderMux;
    readonly 'not-reimplemented': NotReimplemented;
    readonly servers: Servers;
    readonly starting: StartSteps;
  }
}
