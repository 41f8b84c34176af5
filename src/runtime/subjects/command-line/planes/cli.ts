import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { newAggregate } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { Stop } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Command } from '../../../kubernetes/vendor/github.com/spf13/cobra/command.ts';
import type { Config } from '../../../kubernetes/cmd/kube-controller-manager/app/config/config.ts';
import { formatDuration } from '../../../go/duration.ts';
import { globalRand } from '../../../go/rand.ts';
import { flushLogs, initLogs } from '../../../kubernetes/staging/src/k8s.io/component-base/logs/logs.ts';
import { get } from '../../../kubernetes/staging/src/k8s.io/component-base/version/version.ts';
import type { ControllerManager } from '../../../kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { main } from '../../../kubernetes/cmd/kube-controller-manager/controller-manager.ts';
import type { OS } from '../../../go/os.ts';
import { klog } from '../../../kubernetes/vendor/k8s.io/klog/v2/klog.ts';
import { newAPIServerCommand } from '../../../kubernetes/cmd/kube-apiserver/app/server.ts';
import { main as schedulerMain } from '../../../kubernetes/cmd/kube-scheduler/scheduler.ts';
import { newKubeletCommand } from '../../../kubernetes/cmd/kubelet/app/server.ts';
import { newKubectlCommand } from '../../../kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/cmd.ts';
import { commandLine } from '../subject.ts';
import { startup } from '../../../stage/startup.ts';
import { replicaSets } from '../../../kubernetes/pkg/registry/apps/replicaset/strategy.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Host } from '../../../stage/host.ts';
import { HostOS } from '../host-os.ts';
import type { Plane, Program } from '../../../stage/program.ts';

const account = '/var/run/secrets/kubernetes.io/serviceaccount';

/** What a container of a pod finds. */
const inPod = {
  env: { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' },
  files: { [`${account}/token`]: 'a token', [`${account}/ca.crt`]: 'a certificate' },
};

/** Names that `--controllers` takes. Their code would come with their registry, and nothing of it runs here. */
export const controllers: readonly string[] =
  'attachdetach bootstrapsigner cloud-node-lifecycle clusterrole-aggregation cronjob csrapproving csrcleaner csrsigning daemonset deployment disruption endpoint endpointslice endpointslicemirroring ephemeral-volume garbagecollector horizontalpodautoscaling job namespace nodeipam nodelifecycle persistentvolume-binder persistentvolume-expander podgc pv-protection pvc-protection replicaset replicationcontroller resourcequota root-ca-cert-publisher route service serviceaccount serviceaccount-token statefulset tokencleaner ttl ttl-after-finished'.split(
    ' ',
  );

/** A configuration for the kubelet, so that there is a file for its flags to overrule. */
const kubeletFiles = { files: { '/var/lib/kubelet/config.json': '{"maxPods": 50}' } };

/**
 * Programs that do no more than to read their command lines, and what comes of it: the controller-manager on a machine and in
 * a pod, and beside it the API server, the kubelet, the scheduler and kubectl, each with its own way to the same.
 */
export const plane: Plane = {
  subjects: [api, controlLoop, commandLine],
  kinds: [replicaSets],
  programsOf: () => [
    controllerManager('kube-controller-manager', ['--kubeconfig=/etc/kubernetes/controller-manager.conf']),
    controllerManager('kube-controller-manager-in-pod', [], inPod),
    {
      name: 'kube-apiserver',
      args: [
        '--etcd-servers=http://127.0.0.1:2379',
        '--service-account-issuer=https://kubernetes.default.svc',
        '--service-account-signing-key-file=/etc/kubernetes/pki/sa.key',
      ],
      *main(host) {
        const os = new HostOS(host, 'kube-apiserver');
        yield* execute(os, () =>
          newAPIServerCommand(os, function* ({ servers, stop }) {
            startup(host.sim, 'run', 'run', 'serves through {0}', servers.join(', '));
            yield* untilStopped(host, stop);
          }),
        );
      },
    },
    {
      name: 'kubelet',
      args: ['--config=/var/lib/kubelet/config.json', '--max-pods=20'],
      *main(host) {
        const os = new HostOS(host, 'kubelet', kubeletFiles);
        yield* execute(os, () =>
          newKubeletCommand(os, function* ({ maxPods }, stop) {
            startup(host.sim, 'run', 'run', 'runs at most {0} pods', maxPods);
            yield* untilStopped(host, stop);
            return undefined;
          }),
        );
      },
    },
    {
      name: 'kube-scheduler',
      *main(host) {
        yield* schedulerMain(new HostOS(host, 'kube-scheduler'), {
          *setup(_ctx, opts) {
            const wrong = newAggregate(opts.validate());
            return wrong ? [undefined, wrong] : opts.config();
          },
          *run() {
            startup(host.sim, 'run', 'run', 'would begin to assign pods to nodes');
            yield* untilStopped(host, undefined);
            return undefined;
          },
        });
      },
    },
    {
      name: 'kubectl',
      args: ['get', 'pods', '--server=https://10.0.0.1:6443'],
      *main(host) {
        const os = new HostOS(host, 'kubectl');
        yield* execute(os, () => newKubectlCommand(os));
      },
    },
  ],
};

function controllerManager(
  name: string,
  args: readonly string[],
  more: ConstructorParameters<typeof HostOS>[2] = {},
): Program {
  return {
    name,
    args,
    *main(host) {
      const os = new HostOS(host, 'kube-controller-manager', more);
      yield* main(os, {
        knownControllers: controllers,
        controllersDisabledByDefault: ['bootstrapsigner', 'tokencleaner'],
        run: ({ config }, stop) => standInForRun(host, config, stop),
      });
    },
  };
}

/** For so long the lease of another, which is gone, has yet to run. */
const leaseLeftMs = 17_000;

/**
 * What Run says first, the random numbers that it would draw first, and what it logs when its turn to lead has come. What it
 * does beside that is the matter of other planes.
 */
function* standInForRun(host: Host, config: Config, stop: Stop): ReturnType<ControllerManager['run']> {
  const { os } = config;
  startup(host.sim, 'run', 'run', 'runs, with a completed configuration and a channel that nothing closes');
  klog(os).info(`Version: ${get().gitVersion}`);
  const { minResyncPeriod, leaderElection } = config.componentConfig.generic;
  const periods = [1, 2, 3].map(() =>
    formatDuration(Math.round(minResyncPeriod * (globalRand(os).float64() + 1))),
  );
  startup(host.sim, 'run', 'resync', 'would resync its first informers every {0}', periods.join(', '));
  if (leaderElection.leaderElect) {
    const lock = `${leaderElection.resourceNamespace}/${leaderElection.resourceName}`;
    klog(os).info(`attempting to acquire leader lease ${lock}...`);
    yield* host.sim.sleep(leaseLeftMs);
    klog(os).info(`successfully acquired lease ${lock}`);
  }
  yield* untilStopped(host, stop);
  return undefined;
}

/** Stays until the channel closes; without one, until the program is ended. */
function* untilStopped({ sim }: Host, stop: Stop): Blocking<void> {
  if (stop) yield* stop.receive();
  else for (;;) yield* sim.sleep(3_600_000);
  startup(sim, 'run', 'stop', 'sees its stop channel close');
}

/** The main of these programs: the same as the controller-manager's. */
function* execute(os: OS, build: () => Command): Blocking<never> {
  globalRand(os).seed(os.sim.random.uint32());
  const command = build();
  initLogs(os);
  const error = yield* command.execute();
  flushLogs(os);
  return yield* os.exit(error ? 1 : 0, error?.message);
}
