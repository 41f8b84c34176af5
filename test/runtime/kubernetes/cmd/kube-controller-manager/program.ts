import type { CompletedConfig } from '../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/config/config.ts';
import type { ControllerManager } from '../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { main } from '../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/controller-manager.ts';
import { Buffer, OS, type OSSettings } from '../../../../../src/runtime/go/os.ts';
import type { Stop } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import names from '../../../../golden/controller-names.json' with { type: 'json' };

/** What `run` was given. */
interface Ran {
  readonly config: CompletedConfig;
  readonly stop: Stop;
}

export interface Settings extends Partial<OSSettings> {
  readonly seed?: number;
  /** Width of the terminal that both streams are. */
  readonly columns?: number;
  readonly run?: ControllerManager['run'];
}

export const inCluster = {
  env: { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' },
  files: { '/var/run/secrets/kubernetes.io/serviceaccount/token': 'secret' },
};

/** The names that the help lists, as recorded, with that of the controller which starts before them; two are off by default. */
export const controllers = {
  knownControllers: [...names, 'serviceaccount-token'].sort(),
  controllersDisabledByDefault: ['bootstrapsigner', 'tokencleaner'],
};

/** kube-controller-manager as its command line starts it. What it would run only notes what it was given. */
export function controllerManager(line: string | readonly string[] = '', settings: Settings = {}) {
  const { columns, seed, run: given, ...os } = settings;
  const sim = new Sim({ seed });
  const stdout = new Buffer(columns);
  const stderr = new Buffer(columns);
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const host = new OS(sim, { ...os, args: ['kube-controller-manager', ...words], stdout, stderr });
  const ran: Ran[] = [];
  const manager: ControllerManager = {
    ...controllers,
    *run(config, stop) {
      ran.push({ config, stop });
      if (given) return yield* given(config, stop);
      for (;;) yield* sim.sleep(60_000);
    },
  };
  sim.go('main', main(host, manager), 'kube-controller-manager');
  return { sim, os: host, stdout, stderr, ran, manager };
}
