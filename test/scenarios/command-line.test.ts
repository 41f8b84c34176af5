import { describe, expect, test } from 'vitest';
import {
  knownControllers,
  controllersDisabledByDefault,
} from '../../src/runtime/kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { controllers } from '../../src/runtime/subjects/command-line/planes/cli.ts';
import { OS } from '../../src/runtime/go/os.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { mirrorsOf } from '../../src/sources/mirrors.ts';
import { filesUnder } from '../tidy/files.ts';
import { commandLine, kubeconfig } from './command-line.ts';

const cells = (row: { readonly cells: readonly string[] } | undefined) => row?.cells;

test('the names that the plane knows are those of the registry', () => {
  const os = new OS(new Sim(), { args: ['kube-controller-manager'] });
  expect(controllers).toEqual(knownControllers(os));
  expect([...controllersDisabledByDefault]).toEqual(['bootstrapsigner', 'tokencleaner']);
});

describe('main', () => {
  test('CLI-01: four steps, each seen in the state of the process, and an end with a code', async () => {
    const { at, row, exit, steps } = await commandLine([kubeconfig]);
    const state = (part: string, selector: string): string | undefined =>
      row('process', part, at(selector))?.cells[0];
    expect(state('random numbers', 'program.start')).toBe(undefined);
    expect(state('random numbers', 'startup phase=main rand')).toMatch(/^seeded with \d+$/);
    expect(state('command', 'startup phase=main rand')).toBe('not yet');
    expect(state('command', 'startup phase=main command')).toBe('built');
    expect(state('log', 'startup phase=main log')).toBe('flushed again and again');
    expect(steps().slice(0, 5)).toEqual([
      'main rand',
      'defaults external',
      'defaults default',
      'defaults convert',
      'main command',
    ]);
    expect(exit()).toBe(undefined);
    const wrong = await commandLine(['--bogus']);
    expect(wrong.exit()).toEqual({ code: 1, why: 'unknown flag: --bogus' });
    expect(wrong.printed().filter((line) => line.includes('unknown flag'))).toEqual([
      'Error: unknown flag: --bogus',
    ]);
  });

  test('CLI-02: the same seed draws the same numbers, another seed others', async () => {
    const drawn = async (seed: number): Promise<string[]> => {
      const { rows } = await commandLine([kubeconfig], { seed });
      return rows('random').map(({ name, cells: [value] }) => `${name} ${value}`);
    };
    expect(await drawn(1)).toHaveLength(4);
    expect(await drawn(1)).toEqual(await drawn(1));
    expect(await drawn(1)).not.toEqual(await drawn(2));
  });

  test('CLI-03: the command is a record of its use, flags, checks, hooks and run, before anything runs', async () => {
    const { at, rows } = await commandLine([kubeconfig]);
    const built = at('startup phase=main command');
    expect(rows('command', built).map(({ name, cells: [value] }) => `${name}: ${value}`)).toEqual([
      'use line: kube-controller-manager [flags]',
      'flags: 151',
      'commands below: none',
      'arguments check: set',
      'persistent pre-run: set',
      'pre-run: not set',
      'run, which cannot fail: set',
      'run, which can fail: not set',
      'post-run: not set',
      'persistent post-run: not set',
      'flags are read by: cobra',
      'usage with an error: printed',
    ]);
    expect(built).toBeLessThan(at('startup phase=cobra find'));
  });

  test('CLI-05: lines wait in the log files until a flush, every 5 s of virtual time', async () => {
    const { recording, rows, at } = await commandLine([kubeconfig, '--logtostderr=false']);
    const waits = (index: number): string[] => rows('log', index).map(({ cells: [, held = ''] }) => held);
    const before = at('startup phase=run run');
    expect(Math.max(...waits(before).map(Number))).toBeGreaterThan(0);
    const flush = at('startup phase=log flush');
    expect(waits(flush)).toEqual(['0', '0']);
    expect(recording.entries[flush]?.at).toBe(0);
    // Nothing of it came to the terminal: by default all of it would, at once.
    const plain = await commandLine([kubeconfig]);
    expect(plain.rows('log')).toEqual([]);
    expect(plain.printed()).toContain('Version: v1.20.2');
  });
});

describe('the command line', () => {
  test('CLI-04: underscores: unknown to controller-manager and scheduler, taken by kubectl with a warning', async () => {
    const why = 'unknown flag: --leader_elect';
    expect((await commandLine(['--leader_elect=false'])).exit()).toEqual({ code: 1, why });
    const scheduler = await commandLine(['--leader_elect=false'], { program: 'kube-scheduler' });
    expect(scheduler.printed()[0]).toBe(`Error: ${why}`);
    const kubectl = await commandLine(['get', 'ns', '--request_timeout=5s', '-s=https://10.0.0.1'], {
      program: 'kubectl',
    });
    expect(kubectl.printed()).toContain(
      'request_timeout is DEPRECATED and will be removed in a future version. Use request-timeout instead.',
    );
  });

  test('CLI-06: the phases of cobra light up in order, up to the run', async () => {
    const { steps, at, row } = await commandLine([kubeconfig]);
    expect(steps().filter((step) => step.startsWith('cobra'))).toEqual([
      'cobra find',
      'cobra flags',
      'cobra version',
      'cobra args',
      'cobra persistent pre-run',
      'cobra pre-run',
      'cobra required flags',
      'cobra run',
    ]);
    const run = at('startup phase=cobra run');
    expect(cells(row('phases', 'run', run))).toEqual(['now']);
    expect(cells(row('phases', 'required flags', run))).toEqual(['done']);
    expect(cells(row('phases', 'post-run', run))).toEqual(['not yet']);
    // Only what is wrong before the run comes back from Execute; the run exits by itself.
    const refused = await commandLine(['word']);
    expect(cells(refused.row('phases', 'args'))).toEqual([
      'error: "kube-controller-manager" does not take any arguments, got ["word"]',
    ]);
    expect(cells(refused.row('phases', 'run'))).toEqual(['not yet']);
    const exits = await commandLine([kubeconfig, '--controllers=foo']);
    expect(cells(exits.row('phases', 'run'))).toEqual(['now']);
    expect(exits.exit()?.code).toBe(1);
  });

  test('CLI-07: a line walks the tree to a command, whose flags and arguments are then read', async () => {
    const { steps, row, printed, exit, recording } = await commandLine(
      ['-n', 'kube-system', 'get', 'pods', '-s=https://10.0.0.1'],
      { program: 'kubectl' },
    );
    const find = recording.entries.find(
      ({ event }) => event.kind === 'startup' && event.name === 'find',
    )?.event;
    expect(find).toMatchObject({ values: ['kubectl get'] });
    expect(steps()).toContain('cobra args');
    expect(cells(row('phases', 'run'))).toEqual(['done']);
    expect(printed()).toEqual(['No resources found in kube-system namespace.']);
    expect(exit()).toEqual({ code: 0, why: '' });
    const mistyped = await commandLine(['gett'], { program: 'kubectl' });
    expect(mistyped.printed().slice(0, 3)).toEqual([
      'Error: unknown command "gett" for "kubectl"',
      'Did you mean this?',
      '\tget',
    ]);
  });

  test('CLI-08: twelve phases in their order, and what is not set is passed over in sight', async () => {
    const { rows } = await commandLine(['version'], { program: 'kubectl' });
    expect(rows('phases').map(({ name, cells: [state] }) => `${name}: ${state}`)).toEqual([
      'find: done',
      'flags: done',
      'help: not asked for',
      'version: passed over',
      'initialisers: done',
      'args: passed over',
      'persistent pre-run: passed over',
      'pre-run: passed over',
      'required flags: done',
      'run: done',
      'post-run: passed over',
      'persistent post-run: passed over',
    ]);
    const needs = await commandLine(['scale', 'rs', 'web'], { program: 'kubectl' });
    expect(cells(needs.row('phases', 'required flags'))).toEqual([
      'error: required flag(s) "replicas" not set',
    ]);
    expect(cells(needs.row('phases', 'run'))).toEqual(['not yet']);
  });

  test('CLI-09: what is mirrored of cobra is its library; its generator is no part of the vendored tree', () => {
    const { mirrors } = mirrorsOf(filesUnder(['src/runtime'], ['.ts']));
    const cobra = mirrors.filter(({ upstreamPath }) => upstreamPath.includes('spf13/cobra/'));
    expect(cobra.length).toBeGreaterThan(40);
    // The generator has a folder of its own in its repository, with a package main.
    const files = cobra.map(({ upstreamPath }) => upstreamPath.replace('vendor/github.com/spf13/cobra/', ''));
    expect(files.filter((file) => file.includes('/'))).toEqual([]);
  });

  test('CLI-10: a flag changes one cell of the options; the defaults came by three steps', async () => {
    const { at, rows, row } = await commandLine([kubeconfig, '--kube-api-burst=60']);
    const changed = at('startup phase=flag --kube-api-burst');
    const values = (index: number): string[] =>
      rows('flags', index).map(({ cells: [, , , now = ''] }) => now);
    const before = values(changed - 1);
    expect(values(changed).filter((value, i) => value !== before[i])).toEqual(['60']);
    expect(row('flags', '--kube-api-burst')).toEqual({
      name: '--kube-api-burst',
      cells: ['generic', 'int32', '30', '60'],
      note: 'set on the command line',
    });
    expect(cells(row('defaults', 'generic.clientConnection.burst', at('startup defaults external')))).toEqual(
      ['0', '0', ''],
    );
    expect(row('defaults', 'generic.minResyncPeriod')).toEqual({
      name: 'generic.minResyncPeriod',
      cells: ['0s', '12h0m0s', '12h0m0s'],
      note: 'set by the scheme',
    });
  });

  test('CLI-11: sections in the order of declaration, and help that prints one after the other', async () => {
    const { rows, printed } = await commandLine(['--help']);
    const sections = rows('sections').map(({ name }) => name);
    expect(sections).toHaveLength(34);
    expect(sections.slice(0, 4)).toEqual(['debugging', 'generic', 'service controller', 'secure serving']);
    const titles = printed().filter((line) => /^\w.* flags:$/.test(line));
    const shown = rows('sections').filter(({ cells: [flags] }) => flags !== '0');
    expect(titles.map((title) => title.toLowerCase())).toEqual(shown.map(({ name }) => `${name} flags:`));
  });

  test('CLI-12: a question for the version ends the run before any configuration', async () => {
    const { steps, printed, exit } = await commandLine(['--version', '--controllers=foo']);
    expect(printed()).toEqual(['Kubernetes v1.20.2']);
    expect(exit()).toEqual({ code: 0, why: '' });
    expect(steps().filter((step) => step.startsWith('config'))).toEqual([]);
    expect(steps().at(-1)).toBe('cobra run');
  });

  test('CLI-13: one line for each flag at verbosity 1, none without', async () => {
    const told = async (line: string[]): Promise<number> =>
      (await commandLine([kubeconfig, ...line])).printed().filter((each) => each.startsWith('FLAG: --'))
        .length;
    expect([await told([]), await told(['-v=0']), await told(['-v', '1'])]).toEqual([0, 0, 151]);
  });
});

describe('from options to Run', () => {
  test('CLI-14: the steps of Config, in their order', async () => {
    const { steps, row } = await commandLine([kubeconfig, '--kube-api-qps=7']);
    const config = steps().filter((step) => /^(config|apply|complete|run) /.test(step));
    expect(config.slice(0, 7)).toEqual([
      'config validate',
      'config certificate',
      'config kubeconfig',
      'config clients',
      'config recorder',
      'apply generic',
      'apply kubeCloudShared',
    ]);
    expect(config.slice(-3)).toEqual(['complete complete', 'run run', 'run resync']);
    expect(cells(row('kubeconfig', 'requests a second'))).toEqual(['7']);
  });

  test('CLI-15: bad entries come as a list of errors, and nothing after Validate happens', async () => {
    const { rows, steps, exit } = await commandLine([
      kubeconfig,
      '--controllers=*,-podgc,foo',
      '--max-endpoints-per-slice=-1',
    ]);
    expect(rows('errors').map(({ cells: [message] }) => message)).toEqual([
      '"foo" is not in the list of known controllers',
      'max-endpoints-per-slice must not be less than 1, but got -1',
    ]);
    expect(steps().at(-1)).toBe('config validate');
    expect(exit()?.code).toBe(1);
  });

  test('CLI-16: Complete changes who is let in, and the type; everything else was there before', async () => {
    const { rows, at } = await commandLine([kubeconfig]);
    const changed = rows('config', at('startup phase=complete')).filter(
      ({ note }) => note === 'set by Complete',
    );
    expect(changed.map(({ name, cells: [before, after] }) => `${name}: ${before} -> ${after}`)).toEqual([
      'type: Config -> CompletedConfig',
      'asks who: anonymous -> token, anonymous',
      'asks whether: paths /healthz -> groups system:masters; paths /healthz',
    ]);
    expect(rows('config').find(({ name }) => name === 'its token')?.cells).toEqual(['set', 'set']);
  });

  test('CLI-17: the stop channel stays open; SIGTERM ends the controller-manager, and is heard by the API server', async () => {
    const terminates = (program: string): Parameters<typeof commandLine>[1] => ({
      program,
      *story(user) {
        yield* user.sleep(1000);
        user.act({ kind: 'terminate', program });
      },
    });
    const manager = await commandLine([kubeconfig], terminates('kube-controller-manager'));
    const before = manager.at('act');
    expect(cells(manager.row('process', 'stop channel', before - 1))).toEqual([
      'open, and nothing closes it',
    ]);
    expect(manager.exit()).toEqual({ code: 143, why: 'SIGTERM' });
    const needed = ['--etcd-servers=e', '--service-account-issuer=i', '--service-account-signing-key-file=k'];
    const server = await commandLine(needed, terminates('kube-apiserver'));
    expect(server.steps().slice(-1)).toEqual(['run stop']);
    expect(server.exit()).toEqual({ code: 0, why: '' });
  });

  test('CLI-18: the API server completes, then validates, then serves through a chain of three', async () => {
    const program = 'kube-apiserver';
    const wrong = await commandLine(['--service-cluster-ip-range=10.0.0.0/8,a,b'], { program });
    expect(wrong.printed()[0]).toBe(
      'Generated self-signed cert (/var/run/kubernetes/apiserver.crt, /var/run/kubernetes/apiserver.key)',
    );
    expect(wrong.printed().at(-1)).toMatch(/^Error: \[--etcd-servers must be specified, .*two entries, /);
    expect(wrong.rows('errors')).toHaveLength(3);
    const needed = ['--etcd-servers=e', '--service-account-issuer=i', '--service-account-signing-key-file=k'];
    const { recording, at, steps, rows } = await commandLine([...needed, '--secure-port=7443'], { program });
    expect(steps().filter((step) => /^(complete|config|run) /.test(step))).toEqual([
      'complete complete',
      'config validate',
      'run run',
    ]);
    expect(rows('completed').map(({ name, cells: [value] }) => `${name}: ${value}`)).toEqual([
      'advertise address: 10.0.0.2',
      'service range: 10.0.0.0/24',
      'certificate: /var/run/kubernetes/apiserver.crt',
      'external host: 10.0.0.2',
    ]);
    expect(recording.entries[at('startup phase=run')]?.event).toMatchObject({
      values: ['kube-aggregator, kube-apiserver, apiextensions-apiserver'],
    });
  });

  test('CLI-19: who reads the flags, and whom a signal reaches, differ from program to program', async () => {
    const readBy = async (program: string): Promise<unknown> =>
      cells((await commandLine([], { program })).row('command', 'flags are read by'));
    expect(await readBy('kubelet')).toEqual(['the command itself']);
    expect(await readBy('kube-scheduler')).toEqual(['cobra']);
    const kubelet = await commandLine(['--config=/var/lib/kubelet/config.json', '--max-pods=20'], {
      program: 'kubelet',
    });
    expect(kubelet.recording.entries[kubelet.at('startup phase=run')]?.event).toMatchObject({ values: [20] });
    const fromFile = await commandLine(['--config=/var/lib/kubelet/config.json'], { program: 'kubelet' });
    expect(fromFile.recording.entries[fromFile.at('startup phase=run')]?.event).toMatchObject({
      values: [50],
    });
  });

  test('CLI-20: group by group, from options to cells of the configuration', async () => {
    const { rows, at } = await commandLine([kubeconfig, '--concurrent-gc-syncs=3']);
    const names = (selector: string): string[] => rows('applied', at(selector)).map(({ name }) => name);
    const before = names('startup phase=apply endpointSliceMirroringController');
    const after = names('startup phase=apply garbageCollectorController');
    expect(after.filter((name) => !before.includes(name))).toEqual([
      'garbageCollectorController.enableGarbageCollector',
      'garbageCollectorController.concurrentGCSyncs',
      'garbageCollectorController.gcIgnoredResources',
    ]);
    expect(
      rows('applied').find(({ name }) => name === 'garbageCollectorController.concurrentGCSyncs')?.cells,
    ).toEqual(['0', '3']);
  });

  test('CLI-21: with no flags in a pod by the account of the pod, on a machine by a file, and there without one not at all', async () => {
    const way = async (args: string[], program?: string) => {
      const { row, printed } = await commandLine(args, program ? { program } : {});
      return [
        cells(row('kubeconfig', 'host'))?.[0],
        cells(row('kubeconfig', 'credentials'))?.[0],
        printed().at(-1),
      ];
    };
    expect((await way([], 'kube-controller-manager-in-pod')).slice(0, 2)).toEqual([
      'https://10.0.0.1:443',
      'service account token from /var/run/secrets/kubernetes.io/serviceaccount/token',
    ]);
    expect((await way([kubeconfig])).slice(0, 2)).toEqual(['https://10.0.0.1:6443', 'client certificate']);
    expect((await way([kubeconfig, '--master=https://10.0.0.7'])).slice(0, 2)).toEqual([
      'https://10.0.0.7',
      'client certificate',
    ]);
    expect(await way([])).toEqual([
      undefined,
      undefined,
      'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable',
    ]);
  });

  test('CLI-22: the settings that are used later, with their defaults', async () => {
    const { rows } = await commandLine([kubeconfig]);
    const defaults = rows('settings').map(({ name, cells: [, , value = ''] }) => `${name} ${value}`);
    expect(defaults).toEqual([
      '--controller-start-interval 0s',
      '--controllers [*]',
      '--kube-api-burst 30',
      '--kube-api-qps 20',
      '--leader-elect true',
      '--leader-elect-lease-duration 15s',
      '--leader-elect-renew-deadline 10s',
      '--leader-elect-resource-lock leases',
      '--leader-elect-retry-period 2s',
      '--min-resync-period 12h0m0s',
      '--secure-port 10257',
      '--port 10252',
    ]);
  });
});
