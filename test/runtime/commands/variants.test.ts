import { describe, expect, test } from 'vitest';
import { APIServer } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { Command } from '../../../src/runtime/kubernetes/vendor/github.com/spf13/cobra/command.ts';
import { directTransport } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { pod } from '../../../src/runtime/subjects/api/objects.ts';
import { Buffer, OS } from '../../../src/runtime/go/os.ts';
import { newAggregate } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { newAPIServerCommand } from '../../../src/runtime/kubernetes/cmd/kube-apiserver/app/server.ts';
import type { ServerChain } from '../../../src/runtime/kubernetes/cmd/kube-apiserver/app/options/options.ts';
import { main as schedulerMain } from '../../../src/runtime/kubernetes/cmd/kube-scheduler/scheduler.ts';
import { newKubeletCommand } from '../../../src/runtime/kubernetes/cmd/kubelet/app/server.ts';
import type { KubeletConfiguration } from '../../../src/runtime/kubernetes/cmd/kubelet/app/options/options.ts';
import { newKubectlCommand } from '../../../src/runtime/kubernetes/staging/src/k8s.io/kubectl/pkg/cmd/cmd.ts';
import { coreKinds } from '../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { controllerManager } from '../kubernetes/cmd/kube-controller-manager/program.ts';

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const said = (text: string): string[] => lines(text).map((line) => line.replace(/^[IWEF]\d{4} .*?\] /, ''));

/** Runs a command line in a process of its own. */
function host(name: string, line: string, files: Record<string, string> = {}, sim = new Sim()) {
  const stdout = new Buffer();
  const stderr = new Buffer();
  const words = line.split(' ').filter((word) => word !== '');
  const os = new OS(sim, { args: [name, ...words], stdout, stderr, files });
  const execute = (command: Command): void => {
    sim.go(
      'main',
      (function* () {
        const error = yield* command.execute();
        yield* os.exit(error ? 1 : 0);
      })(),
      name,
    );
    sim.runFor(0);
  };
  return { sim, os, stdout, stderr, execute };
}

function* forever() {
  for (;;) yield { kind: 'wait-group', on: 'nothing', enlist() {} } as const;
}

function apiServer(line: string) {
  const { execute, ...rest } = host('kube-apiserver', line);
  const chains: ServerChain[] = [];
  execute(
    newAPIServerCommand(rest.os, function* (chain) {
      chains.push(chain);
      yield* chain.stop!.receive();
    }),
  );
  return { ...rest, chains };
}

const needed =
  '--etcd-servers=http://127.0.0.1:2379 --service-account-issuer=i --service-account-signing-key-file=k';

describe('kube-apiserver', () => {
  test('CLI-18: completes first, so that what it validates is whole; all errors come as one, without the usage', () => {
    const wrong = apiServer(
      '--apiserver-count=0 --secure-port=0 --service-cluster-ip-range=10.0.0.0/8,fd00::/8,fd01::/8',
    );
    expect(wrong.os.exitCode).toBe(1);
    // Complete was there before Validate found anything: it made a certificate and chose a host.
    expect(said(wrong.stderr.text)).toEqual([
      'external host was not specified, using 10.0.0.2',
      `Error: [${[
        "--apiserver-count should be a positive number, but value '0' provided",
        '--etcd-servers must be specified',
        '--service-cluster-ip-range must not contain more than two entries',
        '--secure-port 0 must be between 1 and 65535, inclusive. It cannot be turned off with 0',
        '--service-account-signing-key-file and --service-account-issuer are required flags',
      ].join(', ')}]`,
    ]);
    // The controller-manager validates before it makes anything.
    const manager = controllerManager('--controllers=foo');
    manager.sim.runFor(0);
    expect(said(manager.stderr.text)).toEqual(['"foo" is not in the list of known controllers']);
  });

  test('CLI-18: Run builds a chain of three servers and ends when a signal comes', () => {
    const { sim, os, chains, stderr } = apiServer(needed);
    expect(said(stderr.text)).toEqual([
      'Generated self-signed cert (/var/run/kubernetes/apiserver.crt, /var/run/kubernetes/apiserver.key)',
      'external host was not specified, using 10.0.0.2',
      'Version: v1.20.2',
    ]);
    expect(chains[0]?.servers).toEqual(['kube-aggregator', 'kube-apiserver', 'apiextensions-apiserver']);
    expect([chains[0]?.stop?.closed, os.exitCode]).toEqual([false, undefined]);
    os.kill('SIGTERM');
    sim.runFor(0);
    expect([chains[0]?.stop?.closed, os.exitCode]).toEqual([true, 0]);
  });
});

describe('the others', () => {
  const kubelet = (line: string, files?: Record<string, string>) => {
    const { execute, ...rest } = host('kubelet', line, files);
    const ran: KubeletConfiguration[] = [];
    const command = newKubeletCommand(rest.os, function* (config, stop) {
      ran.push(config);
      yield* stop!.receive();
      return undefined;
    });
    execute(command);
    return { ...rest, ran, command };
  };
  const scheduler = (line: string) => {
    const { sim, os, stderr } = host('kube-scheduler', line);
    let ran = 0;
    sim.go(
      'main',
      schedulerMain(os, {
        *setup(_ctx, opts) {
          const wrong = newAggregate(opts.validate());
          return wrong ? [undefined, wrong] : opts.config();
        },
        *run() {
          ran++;
          yield* forever();
          return undefined;
        },
      }),
      'kube-scheduler',
    );
    sim.runFor(0);
    return { sim, os, stderr, ran: () => ran };
  };

  test('CLI-19: the kubelet reads its flags itself, and again over its file: flags overrule it, gates of both hold', () => {
    const files = { '/etc/kubelet': '{"maxPods": 50, "featureGates": {"CPUManager": false}}' };
    expect(kubelet('').command.disableFlagParsing).toBe(true);
    expect(kubelet('').ran[0]?.maxPods).toBe(110);
    expect(kubelet('--config=/etc/kubelet', files).ran[0]?.maxPods).toBe(50);
    const both = kubelet('--max_pods=20 --config=/etc/kubelet --feature-gates=AppArmor=false', files).ran[0];
    expect(both).toMatchObject({ maxPods: 20, featureGates: { CPUManager: false, AppArmor: false } });
    const wrong = kubelet('--max-pods=-1');
    expect([said(wrong.stderr.text), wrong.os.exitCode]).toEqual([
      ['invalid configuration: maxPods (--max-pods) -1 must not be a negative number'],
      255,
    ]);
    expect(said(kubelet('word').stderr.text).at(-1)).toBe('unknown command: word');
  });

  test('CLI-19: a signal closes what kubelet and API server were given; scheduler and controller-manager it simply ends', () => {
    const asks = kubelet('');
    asks.os.kill('SIGTERM');
    asks.sim.runFor(0);
    expect(asks.os.exitCode).toBe(0);
    const server = apiServer(needed);
    server.os.kill('SIGTERM');
    server.sim.runFor(0);
    expect(server.os.exitCode).toBe(0);
    const ends = scheduler('');
    expect(ends.ran()).toBe(1);
    ends.os.kill('SIGTERM');
    expect(ends.os.exitCode).toBe(143);
  });

  test('CLI-19: the scheduler validates and completes in a helper, before it runs', () => {
    const { os, stderr, ran } = scheduler('--secure-port=-1');
    expect([os.exitCode, ran()]).toEqual([1, 0]);
    expect(said(stderr.text)).toEqual([
      '--secure-port -1 must be between 0 and 65535, inclusive. 0 for turning off secure port',
    ]);
  });

  test('CLI-04: the scheduler knows no underscore either: its normaliser is on flags that are not its own', () => {
    const { os, stderr, ran } = scheduler('--leader_elect=false');
    expect([os.exitCode, ran(), lines(stderr.text)[0]]).toEqual([
      1,
      0,
      'Error: unknown flag: --leader_elect',
    ]);
  });
});

describe('kubectl', () => {
  const cluster = () => {
    const sim = new Sim();
    const server = new APIServer(sim, { kinds: coreKinds });
    for (const name of ['a', 'b'])
      server.do({
        verb: 'create',
        resource: 'pods',
        namespace: 'default',
        body: pod(name, {}),
        userAgent: 'test',
      });
    return (line: string) => {
      const stdout = new Buffer();
      const stderr = new Buffer();
      const args = ['kubectl', ...line.split(' ')];
      const os = new OS(sim, { args, stdout, stderr, dial: () => directTransport(server) });
      const command = newKubectlCommand(os);
      sim.go(
        'main',
        (function* () {
          const error = yield* command.execute();
          yield* os.exit(error ? 1 : 0);
        })(),
        'kubectl',
      );
      sim.runFor(0);
      return [stdout.text, said(stderr.text), os.exitCode];
    };
  };
  const server = '-s=http://10.0.0.1';

  test('CLI-07: verb, kind, name: the tree is walked, flags are read wherever they stand, arguments are checked', () => {
    const kubectl = cluster();
    expect(kubectl(`${server} get pods -o name`)).toEqual(['pods/a\npods/b\n', [], 0]);
    expect(kubectl(`get -n default ${server} po b`)).toEqual(['NAME\nb\n', [], 0]);
    expect(kubectl(`delete pod a ${server}`)).toEqual(['pod "a" deleted\n', [], 0]);
    expect(kubectl('get')).toEqual(['', ['Error: accepts between 1 and 2 arg(s), received 0'], 1]);
    expect(kubectl('scale rs web')).toEqual(['', ['Error: required flag(s) "replicas" not set'], 1]);
    expect(kubectl(`get pod none ${server}`)).toEqual(['', ['Error: pods "none" not found'], 1]);
    expect(kubectl('ps')).toEqual([
      '',
      [
        'Error: unknown command "ps" for "kubectl"',
        'Did you mean this?',
        '\tget',
        "Run 'kubectl --help' for usage.",
      ],
      1,
    ]);
  });

  test('CLI-04: kubectl takes an underscore for a hyphen, and says that it should not be', () => {
    const [out, log, code] = cluster()(`get pods --request_timeout=5s ${server}`);
    expect([out, code]).toEqual(['NAME\na\nb\n', 0]);
    expect(new Set(log as string[])).toEqual(
      new Set([
        'request_timeout is DEPRECATED and will be removed in a future version. Use request-timeout instead.',
      ]),
    );
  });
});
