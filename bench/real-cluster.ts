/**
 * A real control plane on this machine, for work to be measured on: etcd, a kube-apiserver and a kube-scheduler, each with a
 * folder and ports of its own, on 127.0.0.1. Nodes are objects only: no kubelet runs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Paths of the programs: KUBE_SCHEDULER, KUBE_APISERVER and ETCD name them; without the last it is the etcd in PATH. */
export interface Programs {
  readonly scheduler: string;
  readonly apiserver: string;
  readonly etcd: string;
}

export function programsNamed(): Programs | undefined {
  const { KUBE_SCHEDULER: scheduler, KUBE_APISERVER: apiserver, ETCD: etcd = 'etcd' } = process.env;
  return scheduler && apiserver ? { scheduler, apiserver, etcd } : undefined;
}

/** What the API server does on its own to nodes and pods, and the kinds of work at hand do not want. */
const admissionOff = 'ServiceAccount,TaintNodesByCondition,Priority';

export class RealCluster {
  readonly #folder = mkdtempSync(join(tmpdir(), 'loopscope-cluster-'));
  readonly #token = randomUUID();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32, rejectUnauthorized: false });
  readonly #started: ChildProcess[] = [];
  #port = 0;

  /** Etcd and API server, ready. The scheduler is started apart. */
  async start({ etcd, apiserver }: Programs): Promise<void> {
    const [client, peer, port] = await Promise.all([freePort(), freePort(), freePort()]);
    this.#port = port;
    const data = join(this.#folder, 'etcd');
    const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    this.#run(etcd, [
      ...[
        '--data-dir',
        data,
        '--unsafe-no-fsync',
        '--listen-client-urls',
        clients,
        '--advertise-client-urls',
        clients,
      ],
      ...[
        '--listen-peer-urls',
        peers,
        '--initial-advertise-peer-urls',
        peers,
        '--initial-cluster',
        `default=${peers}`,
      ],
    ]);
    const key = this.#file('service-accounts.pem', privateKey());
    const server = this.#run(apiserver, [
      ...[`--etcd-servers=${clients}`, `--secure-port=${port}`, '--bind-address=127.0.0.1'],
      ...[
        `--cert-dir=${this.#folder}`,
        '--authorization-mode=AlwaysAllow',
        '--endpoint-reconciler-type=none',
      ],
      `--token-auth-file=${this.#file('tokens.csv', `${this.#token},bench,bench,system:masters\n`)}`,
      ...['--service-account-issuer=https://127.0.0.1', `--service-account-key-file=${key}`],
      ...[`--service-account-signing-key-file=${key}`, '--service-cluster-ip-range=10.0.0.0/24'],
      ...[`--disable-admission-plugins=${admissionOff}`, '--enable-priority-and-fairness=false'],
      ...['--max-requests-inflight=0', '--max-mutating-requests-inflight=0'],
    ]);
    const by = Date.now() + 120_000;
    while (!(await this.#isReady())) {
      if (server.exitCode !== null || Date.now() > by)
        throw new Error(`expected ${apiserver} to get ready, found:\n${this.#saidBy(apiserver)}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** The scheduler with its default profile, without limits on its requests. */
  startScheduler({ scheduler }: Programs): ChildProcess {
    const kubeconfig = this.#file(
      'kubeconfig',
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'bench',
        contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
        clusters: [
          {
            name: 'bench',
            cluster: { server: `https://127.0.0.1:${this.#port}`, 'insecure-skip-tls-verify': true },
          },
        ],
        users: [{ name: 'bench', user: { token: this.#token } }],
      }),
    );
    return this.#run(scheduler, [
      ...[`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--port=0', '--secure-port=0'],
      ...['--kube-api-qps=100000', '--kube-api-burst=100000'],
    ]);
  }

  /** Sends one object for the API server to create. */
  async create(path: string, object: object): Promise<void> {
    const { status, text } = await this.#send('POST', path, JSON.stringify(object));
    if (status !== 201) throw new Error(`expected 201 of POST ${path}, found ${status}: ${text}`);
  }

  /** Calls back with each object as it changes, from now on, until the cluster is stopped. */
  async watch(path: string, changed: (object: unknown) => void): Promise<void> {
    const { text } = await this.#send('GET', `${path}?limit=1`);
    const { metadata } = JSON.parse(text) as { metadata: { resourceVersion: string } };
    const query = `watch=1&resourceVersion=${metadata.resourceVersion}`;
    const watching = request(this.#options('GET', `${path}?${query}`), (response) => {
      const lines = createInterface(response);
      lines.on('line', (line) => changed((JSON.parse(line) as { object: unknown }).object));
      // The stream is cut when the cluster stops.
      lines.on('error', () => lines.close());
    });
    watching.on('error', () => watching.destroy());
    watching.end();
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    for (const child of this.#started.toReversed()) {
      if (child.exitCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #isReady(): Promise<boolean> {
    return this.#send('GET', '/api/v1/namespaces/default').then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  #options(method: string, path: string) {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    return { host: '127.0.0.1', port: this.#port, method, path, headers, agent: this.#agent };
  }

  #send(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(this.#options(method, path), (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  #run(program: string, args: readonly string[]): ChildProcess {
    const log = openSync(this.#logOf(program), 'w');
    const child = spawn(program, args, { stdio: ['ignore', log, log] });
    child.on('error', (error) => writeFileSync(this.#logOf(program), error.message));
    this.#started.push(child);
    return child;
  }

  #logOf(program: string): string {
    return join(this.#folder, `${program.replace(/\W/g, '-')}.log`);
  }

  #saidBy(program: string): string {
    return readFileSync(this.#logOf(program), 'utf8').trim().split('\n').slice(-8).join('\n');
  }

  #file(name: string, text: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }
}

/** CPU seconds that a process has taken so far. Linux only: 0 elsewhere. */
export function cpuSecondsOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

function privateKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
