import { describe, expect, test } from 'vitest';
import { credentialsKind } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/clientcmd/client_config.ts';
import { newControllerManagerCommand } from '../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { CompletedConfig } from '../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/config/config.ts';
import {
  newDefaultComponentConfig,
  newKubeControllerManagerOptions,
} from '../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/options/options.ts';
import { setupSignalHandler } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/signal.ts';
import { Buffer, OS } from '../../../../../src/runtime/go/os.ts';
import { globalRand } from '../../../../../src/runtime/go/rand.ts';
import { klog } from '../../../../../src/runtime/kubernetes/vendor/k8s.io/klog/v2/klog.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import golden from '../../../../golden/controller-manager-flags.json' with { type: 'json' };
import { controllerManager, controllers, inCluster } from './program.ts';

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Log lines without their heads. */
const said = (text: string): string[] => lines(text).map((line) => line.replace(/^[IWEF]\d{4} .*?\] /, ''));

/** A program that runs, and what its `run` was given. */
function running(line = '', more = {}) {
  const program = controllerManager(line, { ...inCluster, ...more });
  program.sim.runFor(100);
  const [ran] = program.ran;
  if (ran === undefined) throw new Error(`it does not run: ${program.stderr.text}`);
  return { ...program, ...ran, c: ran.config.config };
}

describe('main', () => {
  test('CLI-01: seeds, builds the command, starts to flush the log, executes, and flushes on the way out', () => {
    const { sim, os, stdout } = controllerManager('--version', inCluster);
    expect([globalRand(os).seeded, [...sim.processes.values()].map(({ name }) => name)]).toEqual([
      1,
      ['main'],
    ]);
    sim.runFor(0);
    expect(globalRand(os).seeded).not.toBe(1);
    expect([stdout.text, os.exitCode, sim.processes.size]).toEqual(['Kubernetes v1.20.2\n', 0, 0]);
    const alive = running();
    expect([...alive.sim.processes.values()].map(({ name }) => name)).toEqual([
      'main',
      'klog flush',
      'log flush',
      'events/broadcaster',
      'events/watcher',
    ]);
  });

  test('CLI-01: an error of Execute is not printed again by main, which only exits with 1', () => {
    const { sim, os, stderr, stdout } = controllerManager('--bogus');
    sim.runFor(0);
    expect(os.exitCode).toBe(1);
    expect(stdout.text).toBe('');
    expect(stderr.text.split('unknown flag: --bogus')).toHaveLength(2);
  });

  test('CLI-02: the same seed gives the same random numbers, another gives others', () => {
    const numbers = (seed: number): number[] => {
      const { os, c } = running('', { seed });
      // What ResyncPeriod draws for each informer: a time from 12 to 24 hours.
      return [1, 2, 3].map(() => c.componentConfig.generic.minResyncPeriod * (globalRand(os).float64() + 1));
    };
    expect(numbers(1)).toEqual(numbers(1));
    expect(numbers(1)).not.toEqual(numbers(2));
    for (const ms of numbers(3)) expect(ms / 3_600_000).toBeGreaterThanOrEqual(12);
  });
});

describe('the command', () => {
  const built = () => {
    const stderr = new Buffer();
    const os = new OS(new Sim(), { args: ['kube-controller-manager'], stderr });
    const command = newControllerManagerCommand(os, {
      ...controllers,
      *run() {
        return undefined;
      },
    });
    return { os, stderr, command };
  };

  test('CLI-03: it has a use line, flags, an args check, a hook before all others, and what to run; nothing runs', () => {
    const { os, command } = built();
    expect(command.useLine()).toBe('kube-controller-manager [flags]');
    expect(command.persistentPreRunE).toBeDefined();
    expect(command.run).toBeDefined();
    expect([command.runE, command.preRun, command.postRun]).toEqual([undefined, undefined, undefined]);
    expect(command.args?.(command, ['', 'word'])?.message).toBe(
      '"kube-controller-manager" does not take any arguments, got ["" "word"]',
    );
    expect(command.args?.(command, [''])).toBe(undefined);
    expect(os.sim.processes.size).toBe(0);
  });

  test('CLI-04: an underscore is an unknown flag, but for the one flag that is declared with it', () => {
    const parse = (line: string): string | undefined => built().command.parseFlags(line.split(' '))?.message;
    expect(parse('--leader_elect=false')).toBe('unknown flag: --leader_elect');
    expect(parse('--leader-elect=false')).toBe(undefined);
    expect(parse('--concurrent_rc_syncs=3')).toBe(undefined);
    expect(parse('--concurrent-rc-syncs=3')).toBe('unknown flag: --concurrent-rc-syncs');
  });

  test('CLI-06: a command line that is wrong comes back from Execute; what the run itself finds wrong exits by itself', () => {
    const wrong = controllerManager('--bogus');
    wrong.sim.runFor(0);
    expect(lines(wrong.stderr.text).slice(0, 3)).toEqual([
      'Error: unknown flag: --bogus',
      'Usage:',
      '  kube-controller-manager [flags]',
    ]);
    const failed = controllerManager('', {
      ...inCluster,
      *run() {
        return new Error('no more');
      },
    });
    failed.sim.runFor(0);
    expect(failed.os.exitCode).toBe(1);
    expect(said(failed.stderr.text).at(-1)).toBe('no more');
    expect(failed.stderr.text).not.toContain('Usage:');
  });

  test('CLI-12: asked for its version it prints that and ends, before any configuration is built', () => {
    const { sim, os, stdout, stderr, ran } = controllerManager('--version --controllers=nonsense');
    sim.runFor(0);
    expect([stdout.text, stderr.text, os.exitCode, ran]).toEqual(['Kubernetes v1.20.2\n', '', 0, []]);
  });

  test('CLI-13: at level 1 each flag is logged with its value, and otherwise none', () => {
    const told = (line: string): string[] =>
      said(running(line).stderr.text).filter((each) => each.startsWith('FLAG: '));
    expect(told('')).toEqual([]);
    const flags = told('--v=1 --kube-api-qps=7');
    expect(flags).toContain('FLAG: --kube-api-qps="7"');
    expect(flags).toContain('FLAG: --controllers="[*]"');
    expect(flags.length).toBeGreaterThan(150);
    const names = flags.map((each) => each.replace(/=.*/, ''));
    expect(names).toEqual(names.toSorted());
  });
});

describe('the log', () => {
  test('CLI-05: lines in files wait for the flush, every 5 s; at the end a flush takes the rest', () => {
    const { sim, os } = running('--logtostderr=false --log-dir=/var/log --skip-headers --skip-log-headers');
    const file = (): string[] => lines(os.files.get('/var/log/kube-controller-manager.INFO') ?? '');
    klog(os).info('one');
    expect(file()).not.toContain('one');
    sim.runFor(5_000);
    expect(file()).toContain('one');
    klog(os).info('two');
    expect(file()).not.toContain('two');
    sim.runFor(5_000);
    expect(file()).toContain('two');
  });

  test('CLI-05: to the standard error, as by default, nothing waits', () => {
    const { os, stderr } = running();
    klog(os).info('one');
    expect(said(stderr.text).at(-1)).toBe('one');
  });

  test('CLI-05: a fatal line flushes by itself and ends with 255; what exits otherwise loses what waits', () => {
    const files = '--logtostderr=false --log-dir=/var/log --skip-log-headers';
    const path = '/var/log/kube-controller-manager.INFO';
    const fatal = running(files, {
      *run(config: CompletedConfig) {
        yield* config.config.os.sim.sleep(50);
        klog(config.config.os).info('almost');
        return yield* klog(config.config.os).fatal('leaderelection lost');
      },
    });
    expect(fatal.os.exitCode).toBe(255);
    expect(said(fatal.os.files.get(path) ?? '').slice(-2)).toEqual(['almost', 'leaderelection lost']);
    const exits = running(files, {
      *run(config: CompletedConfig) {
        yield* config.config.os.sim.sleep(50);
        klog(config.config.os).info('almost');
        return new Error('no more');
      },
    });
    expect(exits.os.exitCode).toBe(1);
    expect(exits.os.files.get(path) ?? '').not.toContain('almost');
  });

  test('CLI-05: the flag for how often comes too late: the loop began before flags were read', () => {
    const { sim, os } = running('--log-flush-frequency=1s --logtostderr=false --log-dir=/var/log');
    klog(os).info('one');
    sim.runFor(2_000);
    expect(os.files.get('/var/log/kube-controller-manager.INFO') ?? '').not.toContain('one');
  });
});

describe('options', () => {
  test('CLI-10: the defaults go from the external form by the scheme to the internal one, and from there to the options', () => {
    const os = new OS(new Sim(), { args: ['kube-controller-manager'] });
    const internal = newDefaultComponentConfig(os, 10252);
    expect(internal.generic).toMatchObject({
      port: 10252,
      address: '0.0.0.0',
      minResyncPeriod: 12 * 3_600_000,
      controllers: ['*'],
      clientConnection: { qps: 20, burst: 30, contentType: 'application/vnd.kubernetes.protobuf' },
      leaderElection: { leaderElect: true, resourceLock: 'leases', leaseDuration: 15_000 },
    });
    expect(internal.garbageCollectorController).toMatchObject({
      enableGarbageCollector: true,
      concurrentGCSyncs: 20,
    });
    expect(internal.kubeCloudShared).toMatchObject({ clusterName: 'kubernetes', configureCloudRoutes: true });
    const options = newKubeControllerManagerOptions(os);
    expect(options.generic.config).toMatchObject({
      minResyncPeriod: 12 * 3_600_000,
      leaderElection: { resourceName: 'kube-controller-manager' },
    });
    // What the external form leaves to the options themselves.
    expect(internal.nodeLifecycleController.nodeEvictionRate).toBe(0);
    options.flags([], []);
    expect(options.nodeLifecycleController.config.nodeEvictionRate).toBe(0.1);
  });

  test('CLI-10: a flag changes one cell', () => {
    const cells = (line: string): string[] => {
      const os = new OS(new Sim(), { args: ['kube-controller-manager'] });
      const options = newKubeControllerManagerOptions(os);
      const sets = options.flags(controllers.knownControllers, controllers.controllersDisabledByDefault);
      if (line !== '') sets.flagSet('generic').parse([line]);
      return [...sets.flagSets.values()].flatMap((set) => {
        const values: string[] = [];
        set.visitAll(({ name, value }) => void values.push(`${name}=${value.string()}`));
        return values;
      });
    };
    const before = cells('');
    const after = cells('--kube-api-burst=60');
    expect(after.filter((cell) => !before.includes(cell))).toEqual(['kube-api-burst=60']);
  });

  test('CLI-11: help prints a title for each section that has flags, and the names of all controllers', () => {
    const { sim, os, stdout } = controllerManager('--help');
    sim.runFor(0);
    expect(os.exitCode).toBe(0);
    const titles = lines(stdout.text).filter((line) => /^\w.* flags:$/.test(line));
    expect(titles.slice(0, 4)).toEqual([
      'Debugging flags:',
      'Generic flags:',
      'Service controller flags:',
      'Secure serving flags:',
    ]);
    // Sections without flags, such as that of the DaemonSet controller, are left out.
    expect(titles).toHaveLength(31);
    expect(titles.at(-1)).toBe('Global flags:');
    expect(stdout.text).toContain(`All controllers: ${controllers.knownControllers.join(', ')}\n`);
    expect(stdout.text).toContain(
      'Disabled-by-default controllers: bootstrapsigner, tokencleaner (default [*])\n',
    );
    const narrow = controllerManager('--help', { columns: 100 });
    narrow.sim.runFor(0);
    const usage = narrow.stdout.text.slice(narrow.stdout.text.indexOf('Usage:'));
    expect(
      Math.max(
        ...lines(usage)
          .filter((line) => !/true\|false|TLS_/.test(line))
          .map((line) => line.length),
      ),
    ).toBeLessThan(110);
  });

  test('CLI-15: everything that is wrong is told at once, before anything is built', () => {
    const refused = (line: string): string => {
      const { sim, os, stderr, ran } = controllerManager(line);
      sim.runFor(0);
      expect([os.exitCode, ran, os.listeners()]).toEqual([1, [], []]);
      return stderr.text;
    };
    expect(refused('--controllers=*,-podgc,foo,-bar')).toBe(
      '["foo" is not in the list of known controllers, "bar" is not in the list of known controllers]\n',
    );
    expect(refused('--concurrent-statefulset-syncs=-1')).toBe(
      'concurrent-statefulset-syncs must be greater than 0, but got -1\n',
    );
    expect(
      refused(
        '--controllers=foo --max-endpoints-per-slice=1001 --secure-port=70000 --port=-1 --service-cluster-ip-range=a,b,c --volume-host-cidr-denylist=x --cluster-signing-kubelet-client-key-file=k --logging-format=xml --requestheader-username-headers=,',
      ),
    ).toBe(
      `Flag --port has been deprecated, see --secure-port instead.\n[${[
        '"foo" is not in the list of known controllers',
        '"cluster-signing-kube-apiserver-client": cannot specify key without cert',
        'max-endpoints-per-slice must not be more than 1000, but got 1001',
        '--service-cluster-ip-range can not contain more than two entries',
        'Bad --volume-host-ip-denylist/--volume-host-allow-local-loopback failed to parse cidr value:"x" with error:invalid CIDR address: x',
        '--secure-port 70000 must be between 1 and 65535, inclusive. It cannot be turned off with 0',
        'insecure port -1 must be between 0 and 65535, inclusive. 0 for turning off insecure (HTTP) port',
        'empty value in "requestheader-username-headers"',
        'unsupported log format: xml',
      ].join(', ')}]\n`,
    );
  });

  test('another format of the log takes no flags of the log but its level', () => {
    const { sim, stderr } = controllerManager('--logging-format=json --skip-headers --v=2', inCluster);
    sim.runFor(0);
    expect(lines(stderr.text).at(-1)).toBe("non-default logging format doesn't honor flag: skip_headers");
    const { os, stdout } = running('--logging-format=json');
    klog(os).info('hello');
    expect(lines(stdout.text)).toEqual([`{"ts":${os.sim.epoch + 100},"msg":"hello\\n","v":0}`]);
  });
});

describe('Config, Complete, Run', () => {
  test('CLI-14: options become clients, a certificate, ports, and a recorder; the election asks with a client of its own', () => {
    const { c, stderr, os } = running('--kube-api-qps=7 --kube-api-burst=9 --leader-elect-renew-deadline=4s');
    expect(said(stderr.text)[0]).toBe('Generated self-signed cert in-memory');
    expect(c.kubeconfig).toMatchObject({
      host: 'https://10.0.0.1:443',
      qps: 7,
      burst: 9,
      contentType: 'application/vnd.kubernetes.protobuf',
      disableCompression: true,
    });
    expect(c.kubeconfig.timeoutMs).toBe(undefined);
    expect(c.client).not.toBe(c.leaderElectionClient);
    expect(c.eventRecorder).toBeDefined();
    expect(c.secureServing?.cert).toEqual({
      name: 'Generated self signed cert',
      hosts: ['localhost', '127.0.0.1'],
    });
    expect(os.listeners().map(({ address }) => address)).toEqual(['0.0.0.0:10252', '0.0.0.0:10257']);
  });

  test('two servers cannot have one port, and a port of 0 serves nothing', () => {
    const { sim, os, stderr } = controllerManager('--port=10257', inCluster);
    sim.runFor(0);
    expect(os.exitCode).toBe(1);
    expect(lines(stderr.text).at(-1)).toBe(
      'failed to create listener: failed to listen on 0.0.0.0:10257: listen tcp 0.0.0.0:10257: bind: address already in use',
    );
    const { c } = running('--port=0 --secure-port=0');
    expect([
      c.secureServing,
      c.insecureServing,
      c.loopbackClientConfig,
      c.authentication.authenticator,
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('CLI-16: Complete lets the own client in, sets no default, and gives a type that nothing else can make', () => {
    const os = new OS(new Sim(), { args: ['kube-controller-manager'] });
    const options = newKubeControllerManagerOptions(os);
    options.master = 'https://10.0.0.7';
    const [c] = options.config(controllers.knownControllers);
    if (c === undefined) throw new Error('no config');
    const before = JSON.stringify(c.componentConfig);
    // The client and its token are there once the options were applied; nobody believes the token yet.
    const { bearerToken = '' } = c.loopbackClientConfig ?? {};
    expect(c.loopbackClientConfig).toMatchObject({ host: 'https://127.0.0.1:10257', qps: -1 });
    expect(c.authentication.authenticator?.name).toBe('anonymous');
    expect(c.authentication.authenticator?.authenticateRequest({ bearerToken })[0]?.name).toBe(
      'system:anonymous',
    );
    const completed = c.complete();
    expect(completed).toBeInstanceOf(CompletedConfig);
    expect(completed.config).toBe(c);
    const [user] = c.authentication.authenticator?.authenticateRequest({ bearerToken }) ?? [];
    expect(user).toMatchObject({ name: 'system:apiserver', groups: ['system:masters'] });
    const asks = { verb: 'get', path: '/metrics', isResourceRequest: false };
    expect(c.authorization.authorizer?.authorize({ user, ...asks })[0]).toBe('allow');
    const nobody = { name: 'system:anonymous', groups: [] };
    expect(c.authorization.authorizer?.authorize({ user: nobody, ...asks })[0]).toBe('no opinion');
    expect(c.authorization.authorizer?.authorize({ user: nobody, ...asks, path: '/healthz' })[0]).toBe(
      'allow',
    );
    expect(JSON.stringify(c.componentConfig)).toBe(before);
  });

  test('CLI-17: Run is given a stop channel that never closes, and a signal ends the program as the system does', () => {
    const { sim, os, stop } = running();
    expect(stop).toBe(undefined);
    os.kill('SIGTERM');
    expect([os.exitCode, sim.processes.size]).toEqual([143, 0]);
    // A program that asks for signals is given a channel that closes; a second signal ends it at once.
    const asking = new OS(new Sim(), { args: ['kube-apiserver'] });
    const closes = setupSignalHandler(asking);
    asking.kill('SIGTERM');
    asking.sim.runUntilIdle();
    expect([closes?.closed, asking.exitCode]).toEqual([true, undefined]);
    asking.kill('SIGTERM');
    asking.sim.runUntilIdle();
    expect(asking.exitCode).toBe(1);
  });

  test('CLI-20: each group is copied into the configuration, and the ports that were taken are written back', () => {
    const { c, os } = running(
      '--kube-api-burst=60 --concurrent-gc-syncs=3 --service-cluster-ip-range=10.0.0.0/8,fd00::/8 --port=8080 --address=127.0.0.1 --profiling=false',
    );
    expect(c.componentConfig.generic).toMatchObject({
      clientConnection: { burst: 60 },
      port: 8080,
      address: '127.0.0.1',
      debugging: { enableProfiling: false },
    });
    expect(c.componentConfig.garbageCollectorController).toMatchObject({
      concurrentGCSyncs: 3,
      gcIgnoredResources: [{ group: '', resource: 'events' }],
    });
    expect(c.componentConfig.nodeIPAMController).toMatchObject({
      serviceCIDR: '10.0.0.0/8',
      secondaryServiceCIDR: 'fd00::/8',
    });
    expect(c.insecureServing?.listener).toBe(os.listeners()[0]);
    expect(c.authorization.authorizer?.name).toBe(
      'groups system:masters; paths /healthz; subject access review',
    );
  });
});

describe('the way to the API server', () => {
  const kubeconfig = JSON.stringify({
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'here', user: 'manager' } }],
    clusters: [{ name: 'here', cluster: { server: 'https://10.0.0.9:6443' } }],
    users: [
      {
        name: 'manager',
        user: { 'client-certificate': '/pki/manager.crt', 'client-key': '/pki/manager.key' },
      },
    ],
  });
  const files = { '/etc/kubernetes/controller-manager.conf': kubeconfig };
  const byFile = '--kubeconfig=/etc/kubernetes/controller-manager.conf';

  test('CLI-21: no flag asks as a pod would; a file says where and as whom; an address overrules the file', () => {
    const inside = running();
    expect([inside.c.kubeconfig.host, credentialsKind(inside.c.kubeconfig)]).toEqual([
      'https://10.0.0.1:443',
      'service account token from /var/run/secrets/kubernetes.io/serviceaccount/token',
    ]);
    expect(said(inside.stderr.text)).toContain(
      'Neither --kubeconfig nor --master was specified.  Using the inClusterConfig.  This might not work.',
    );
    const file = running(byFile, { env: {}, files });
    expect([file.c.kubeconfig.host, credentialsKind(file.c.kubeconfig)]).toEqual([
      'https://10.0.0.9:6443',
      'client certificate',
    ]);
    const both = running(`${byFile} --master=https://10.0.0.7`, { env: {}, files });
    expect([both.c.kubeconfig.host, credentialsKind(both.c.kubeconfig)]).toEqual([
      'https://10.0.0.7',
      'client certificate',
    ]);
    const open = running('--master=http://10.0.0.7:8080', { env: {}, files: {} });
    expect([open.c.kubeconfig.host, credentialsKind(open.c.kubeconfig)]).toEqual([
      'http://10.0.0.7:8080',
      'none',
    ]);
    expect(open.c.kubeconfig).toMatchObject({ qps: 20, burst: 30 });
  });

  test('CLI-21: outside a cluster the default rules are tried after a warning, and find nothing', () => {
    const { sim, os, stderr } = controllerManager('');
    sim.runFor(0);
    expect(os.exitCode).toBe(1);
    expect(said(stderr.text)).toEqual([
      'Generated self-signed cert in-memory',
      'Neither --kubeconfig nor --master was specified.  Using the inClusterConfig.  This might not work.',
      'error creating inClusterConfig, falling back to default config: unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
      'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable',
    ]);
    const missing = controllerManager('--kubeconfig=/none');
    missing.sim.runFor(0);
    expect(said(missing.stderr.text).at(-1)).toBe('stat /none: no such file or directory');
  });
});

describe('every flag of a controller', () => {
  /** Another value of the kind that a flag has. */
  const other: Readonly<Record<string, string>> = {
    bool: 'false',
    int32: '7',
    float32: '0.7',
    float64: '0.7',
    duration: '7s',
    string: 'seven',
    stringSlice: '10.7.0.0/16',
  };
  const sections = new Set(['debugging', 'generic', 'service controller']);
  // Applied to something else than the configuration: the features of the program, and a flag that does nothing.
  const elsewhere = new Set(['feature-gates', 'cloud-provider-gce-lb-src-cidrs']);

  /** The cells of a configuration, by their path. */
  function cells(value: unknown, path = ''): string[] {
    if (typeof value !== 'object' || value === null) return [`${path}=${String(value)}`];
    return Object.entries(value).flatMap(([name, inner]) => cells(inner, `${path}.${name}`));
  }

  const apply = (section: string, args: readonly string[]): string[] => {
    const os = new OS(new Sim(), { args: ['kube-controller-manager'] });
    const options = newKubeControllerManagerOptions(os);
    options.master = 'http://10.0.0.1';
    const sets = options.flags(['seven'], []);
    if (args.length > 0) expect(sets.flagSet(section).parse(args)).toBe(undefined);
    const [c, error] = options.config(['seven']);
    expect(error).toBe(undefined);
    return cells(c?.componentConfig);
  };
  const own = golden.flags.filter(
    ([section = '', name = '']) =>
      (sections.has(section as string) || /controller$|^deprecated$/.test(section as string)) &&
      !elsewhere.has(name as string),
  ) as [string, string, string, string][];

  test.each(own)('CLI-20: %s: --%s reaches the configuration', (section, name, type, default_) => {
    let value = type === 'bool' && default_ === 'false' ? 'true' : (other[type] ?? '');
    if (name === 'controllers') value = 'seven';
    // A certificate of one signer and its key are set together or not at all.
    const [, signer] = /^(cluster-signing-.+)-(?:cert|key)-file$/.exec(name) ?? [];
    const paired = signer ? [`--${signer}-cert-file=a`, `--${signer}-key-file=a`] : [];
    const before = apply(section, paired);
    const after = apply(section, [...paired, `--${name}=${value}`]);
    const changed = after
      .filter((cell) => !before.includes(cell))
      .map((cell) => cell.replace(/\.\d+=.*|=.*/, ''));
    expect([...new Set(changed)]).toHaveLength(1);
  });
});
