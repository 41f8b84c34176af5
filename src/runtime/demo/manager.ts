import {
  type SharedInformerFactory,
  newSharedInformerFactory,
} from '../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import {
  type Clientset,
  newForConfig,
} from '../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Config } from '../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { Result } from '../go/result.ts';
import { Chan } from '../sim/chan.ts';
import type { Blocking } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import type { Print } from './pod-count.ts';

/** When the informers are started: before the controllers are made, before they run, or at the end. */
export type StartOrder = 'start, make, run' | 'make, start, run' | 'make, run, start';

/** What a manager needs of the program that it is. */
export interface Manager {
  /** What the program is called. */
  readonly name: string;
  readonly sim: Sim;
  readonly print: Print;
  /** What the file at `path` says of the way to the API server, or why it cannot be read. */
  readConfig(path: string): Result<Config>;
  /** Ends the program at once. */
  exit(why: string): Blocking<never>;
  readonly order: StartOrder;
  /** Between two resyncs of an informer; 0 for none, ever. */
  readonly resyncMs: number;
}

/** What every controller is made from. */
export interface ControllerContext {
  readonly sim: Sim;
  readonly client: Clientset;
  readonly config: Config;
  readonly informers: SharedInformerFactory;
  readonly print: Print;
}

/** Makes a controller, and gives what is to run as a process of its own. */
type InitFunc = (ctx: ControllerContext) => (stop: Chan<never>) => Blocking<void>;

/** The controllers of a manager by name. */
export type Initializers = ReadonlyMap<string, InitFunc>;

const kubeconfig = '/etc/kubernetes/demo.kubeconfig';

/** Starts the controllers and waits for ever, as the manager of Kubernetes does. It never comes back. */
// In Go: content/your-own/first-controller/go/client-go/main.go#run
export function* runManager(
  manager: Manager,
  initializers: Initializers,
  stop: Chan<never>,
): Blocking<never> {
  const run = function* (): Blocking<void> {
    const err = startControllers(manager, initializers, stop);
    if (err) yield* manager.exit(`error running controllers: ${err.message}`);
    yield* new Chan<never>('for ever').receive();
  };
  yield* run();
  throw new Error('unreachable');
}

/** Everything from the configuration to running controllers. All of them have the one stop channel. */
// In Go: content/your-own/first-controller/go/client-go/main.go#runManager
function startControllers(
  manager: Manager,
  initializers: Initializers,
  stop: Chan<never>,
): Error | undefined {
  const { sim, name, print, order, resyncMs } = manager;
  const [config, err] = manager.readConfig(kubeconfig);
  if (err) return err;
  const [client, clientErr] = newClientset(sim, config);
  if (clientErr) return clientErr;
  const informers = newSharedInformerFactory(sim, client, { program: name, defaultResyncMs: resyncMs });

  if (order === 'start, make, run') informers.start(stop);
  const made = [...initializers].map(
    ([each, init]) => [each, init({ sim, client, config, informers, print })] as const,
  );
  if (order === 'make, start, run') informers.start(stop);
  for (const [each, run] of made) sim.go(each, run(stop));
  if (order === 'make, run, start') informers.start(stop);
  return undefined;
}

/** A configuration from which no client can be made gives an error, which has to be looked at. */
function newClientset(sim: Sim, config: Config): Result<Clientset> {
  try {
    return [newForConfig(sim, config), undefined];
  } catch (err) {
    return [undefined, err as Error];
  }
}
