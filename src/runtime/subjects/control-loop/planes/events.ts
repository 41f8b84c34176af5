import { newServiceUnavailable } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { newForConfig } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Transport } from '../../../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { describePod } from '../../../demo/describe-pod.ts';
import { type Report, Reporter, type ReporterFlags } from '../../../demo/reporter.ts';
import type { Result } from '../../../go/result.ts';
import { eventTables } from '../event-tables.ts';
import { storedEvents } from '../stored-events.ts';
import { Chan } from '../../../sim/chan.ts';
import { type Process, running } from '../../../sim/process.ts';
import type { HTTPRequest, HTTPResponse } from '../../../stage/host.ts';
import { transportOf } from '../../api/config.ts';
import type { Plane, Program } from '../../../stage/program.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../subject.ts';

/**
 * A reporter, which records events when it is asked to over HTTP; a kubectl, which describes pods; and the API server as a
 * program, so that it can be away.
 */
export const plane: Plane = {
  subjects: [api, controlLoop],
  kinds: [],
  observers: { ...eventTables, ...storedEvents },
  programsOf() {
    const server = new ServerProgram();
    return [server.program, reporter(server), kubectl(server)];
  },
};

/** The API server as far as it runs or not: while it does not, whoever connects is refused. */
class ServerProgram {
  #main: Process | undefined;
  readonly program: Program;

  constructor() {
    const begin = (): void => void (this.#main = running());
    this.program = {
      name: 'kube-apiserver',
      *main(host) {
        begin();
        host.listen(6443, function* () {
          return { status: 200, body: 'ok' };
        });
        yield* new Chan<never>('requests').receive();
      },
    };
  }

  /** The way there, for one program. */
  reached(transport: Transport): Transport {
    const isUp = (): boolean => this.#main?.state === 'parked' || this.#main?.state === 'ready';
    return {
      *do(request) {
        return isUp() ? yield* transport.do(request) : [undefined, connectionRefused()];
      },
      *watch(request) {
        return isUp() ? yield* transport.watch(request) : [undefined, connectionRefused()];
      },
    };
  }
}

const connectionRefused = (): ReturnType<typeof newServiceUnavailable> =>
  Object.assign(newServiceUnavailable('dial tcp 10.0.0.1:6443: connect: connection refused'), {
    code: 'ECONNREFUSED',
  });

function reporter(server: ServerProgram): Program {
  return {
    name: 'reporter',
    *main(host) {
      const { name, sim, args } = host;
      const [flags, err] = flagsOf(args);
      if (err) yield* host.exit(err.message, 2);
      const config = {
        transport: server.reached(transportOf(host)),
        userAgent: name,
        qps: 1000,
        burst: 1000,
      };
      const told = new Reporter(sim, newForConfig(sim, config), flags as ReporterFlags, (line) =>
        host.print(line),
      );
      host.listen(8080, function* (request): Generator<never, HTTPResponse> {
        const [report, wrong] = reportOf(request);
        if (wrong) return { status: 400, body: wrong.message };
        sim.go(`${name}/report`, told.report(report));
        return {
          status: 202,
          body: report.times === 1 ? 'reports it once' : `reports it ${report.times} times`,
        };
      });
      yield* told.start();
      yield* new Chan<never>('requests').receive();
    },
  };
}

/** `--log=false --sink=false --namespace=default`, each of which may be left out. */
function flagsOf(args: readonly string[]): Result<ReporterFlags> {
  const given = new Map(args.map((arg) => (/^--(\w+)=(.*)$/.exec(arg) ?? []).slice(1) as [string, string]));
  const unknown = args.find((arg) => !/^--(log|sink)=(true|false)$|^--namespace=[a-z0-9-]*$/.test(arg));
  if (unknown !== undefined)
    return [undefined, new Error(`expected --log, --sink (true or false) or --namespace, found ${unknown}`)];
  const isOn = (flag: string): boolean => given.get(flag) !== 'false';
  return [{ log: isOn('log'), sink: isOn('sink'), namespace: given.get('namespace') ?? '' }, undefined];
}

const mostTimes = 2000;

/** `/event?pod=shop/db-1&message=hello&times=3&every=1000`. */
function reportOf({ path }: HTTPRequest): Result<Report> {
  const [route = '', query = ''] = path.split('?');
  const wrong = (what: string): [undefined, Error] => [
    undefined,
    new Error(
      `expected /event?pod=NAME&message=TEXT and perhaps reason, type, times, every or by=hand; ${what}`,
    ),
  ];
  if (route !== '/event') return wrong(`found ${route}`);
  const given = new Map(
    query.split('&').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value.replaceAll('+', ' ')];
    }),
  );
  const [name = '', namespace = 'default'] = (given.get('pod') ?? '').split('/').toReversed();
  if (name === '') return wrong('found no pod');
  const times = Number(given.get('times') ?? 1);
  const everyMs = Number(given.get('every') ?? 0);
  if (!Number.isInteger(times) || times < 1 || times > mostTimes)
    return wrong(`times is from 1 to ${mostTimes}`);
  if (!Number.isInteger(everyMs) || everyMs < 0) return wrong('every is in whole ms');
  const text = (field: string, otherwise: string): string => given.get(field) || otherwise;
  const report: Report = {
    namespace,
    pod: name,
    type: text('type', 'Normal'),
    reason: text('reason', 'Counted'),
    message: text('message', 'hello'),
    times,
    everyMs,
    byHand: given.get('by') === 'hand',
  };
  return [report, undefined];
}

/** `kubectl describe pod NAME`: prints, and ends. */
function kubectl(server: ServerProgram): Program {
  return {
    name: 'kubectl',
    args: ['describe', 'pod', 'web-1'],
    *main(host) {
      const { sim, args } = host;
      const [verb, resource, name] = args;
      if (verb !== 'describe' || resource !== 'pod' || name === undefined)
        return host.print('expected: kubectl describe pod NAME', 'stderr');
      const config = { transport: server.reached(transportOf(host)), userAgent: 'kubectl' };
      host.print(yield* describePod(newForConfig(sim, config), name, sim.epoch + sim.now));
    },
  };
}
