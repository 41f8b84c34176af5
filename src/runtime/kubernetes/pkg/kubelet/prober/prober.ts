import type { Container, HTTPGetAction, HTTPHeader, PodStatus, Probe } from 'kubernetes-types/core/v1';
import { joinHostPort } from '../../../../go/net.ts';
import type { Result } from '../../../../go/result.ts';
import { atoi } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../api/objects.ts';
import { type Prober as ExecProber, newProber as newExecProber } from '../../probe/exec/exec.ts';
import {
  type GetHTTPInterface,
  type Headers,
  type Prober as HTTPProber,
  newProber as newHTTPProber,
} from '../../probe/http/http.ts';
import type { Probed } from '../../probe/probe.ts';
import { type Dialer, type Prober as TCPProber, newProber as newTCPProber } from '../../probe/tcp/tcp.ts';
import { expandContainerCommandOnlyStatic } from '../container/helpers.ts';
import { generateContainerRef } from '../container/ref.ts';
import type { CommandRunner, ContainerID } from '../container/runtime.ts';
import { containerProbeWarning, containerUnhealthy } from '../events/event.ts';
import { pod as formatPod } from '../util/format/pod.ts';
import type { ProbeType } from './prober_manager.ts';
import type { Result as ProbeResult } from './results/results_manager.ts';

/** A probe that cannot be made is tried so often, at once. */
// Mirrors: pkg/kubelet/prober/prober.go#maxProbeRetries
const maxProbeRetries = 3;

/** The network that probes go over. */
export type Network = GetHTTPInterface & Dialer;

/** Asks containers how they are. */
// Mirrors: pkg/kubelet/prober/prober.go#prober
export class Prober {
  readonly exec: ExecProber;
  /** One for each type of probe upstream, so that they do not share connections. */
  readonly http: HTTPProber;
  readonly tcp: TCPProber;
  readonly #runner: CommandRunner;
  readonly #recorder: EventRecorder;
  readonly #gates: Gates;

  constructor(
    probers: { readonly exec: ExecProber; readonly http: HTTPProber; readonly tcp: TCPProber },
    runner: CommandRunner,
    recorder: EventRecorder,
    gates: Gates,
  ) {
    this.exec = probers.exec;
    this.http = probers.http;
    this.tcp = probers.tcp;
    this.#runner = runner;
    this.#recorder = recorder;
    this.#gates = gates;
  }

  // Mirrors: pkg/kubelet/prober/prober.go#prober.recordContainerEvent
  #recordContainerEvent(
    pod: Pod,
    container: Container,
    reason: string,
    message: string,
    ...args: readonly unknown[]
  ): void {
    const [ref] = generateContainerRef(pod, container, this.#gates);
    if (ref) this.#recorder.eventf(ref, 'Warning', reason, message, ...args);
  }

  /** An error says that nothing was found out; the result counts for nothing then. */
  // Mirrors: pkg/kubelet/prober/prober.go#prober.probe
  *probe(
    probeType: ProbeType,
    pod: Pod,
    status: PodStatus,
    container: Container,
    containerID: ContainerID,
  ): Blocking<[result: ProbeResult, err: Error | undefined]> {
    const probeSpec = {
      Readiness: container.readinessProbe,
      Liveness: container.livenessProbe,
      Startup: container.startupProbe,
    }[probeType];
    if (!probeSpec) return ['Success', undefined];
    const [result, output, err] = yield* this.#runProbeWithRetries(
      probeSpec,
      pod,
      status,
      container,
      containerID,
      maxProbeRetries,
    );
    if (err || (result !== 'success' && result !== 'warning')) {
      const said = err ? (['errored', err.message] as const) : (['failed', output] as const);
      this.#recordContainerEvent(pod, container, containerUnhealthy, '%s probe %s: %s', probeType, ...said);
      return ['Failure', err];
    }
    if (result === 'warning')
      this.#recordContainerEvent(
        pod,
        container,
        containerProbeWarning,
        '%s probe warning: %s',
        probeType,
        output,
      );
    return ['Success', undefined];
  }

  // Mirrors: pkg/kubelet/prober/prober.go#prober.runProbeWithRetries
  *#runProbeWithRetries(
    p: Probe,
    pod: Pod,
    status: PodStatus,
    container: Container,
    containerID: ContainerID,
    retries: number,
  ): Blocking<Probed> {
    let last: Probed = ['unknown', '', undefined]; // Go: result
    for (let i = 0; i < retries; i++) {
      last = yield* this.#runProbe(p, pod, status, container, containerID);
      if (!last[2]) return last;
    }
    return last;
  }

  // Mirrors: pkg/kubelet/prober/prober.go#prober.runProbe
  *#runProbe(
    p: Probe,
    pod: Pod,
    status: PodStatus,
    container: Container,
    containerID: ContainerID,
  ): Blocking<Probed> {
    const timeoutMs = (p.timeoutSeconds ?? 0) * 1000;
    if (p.exec) {
      const command = expandContainerCommandOnlyStatic(p.exec.command ?? [], container.env ?? []);
      return yield* this.exec.probe(() => this.#runner.runInContainer(containerID, command, timeoutMs));
    }
    if (p.httpGet) {
      const [url, err] = urlOf(p.httpGet, status, container);
      if (err) return ['unknown', '', err];
      return yield* this.http.probe(url, buildHeader(p.httpGet.httpHeaders ?? []), timeoutMs);
    }
    if (p.tcpSocket) {
      const [port, err] = extractPort(p.tcpSocket.port, container);
      if (err) return ['unknown', '', err];
      const host = p.tcpSocket.host || (status.podIP ?? '');
      return yield* this.tcp.probe(host, port, timeoutMs);
    }
    return ['unknown', '', new Error(`missing probe handler for ${formatPod(pod)}:${container.name}`)];
  }
}

// Mirrors: pkg/kubelet/prober/prober.go#newProber
export function newProber(
  runner: CommandRunner,
  recorder: EventRecorder,
  network: Network,
  gates: Gates,
): Prober {
  const probers = {
    exec: newExecProber(gates),
    http: newHTTPProber(network),
    tcp: newTCPProber(network),
  };
  return new Prober(probers, runner, recorder, gates);
}

// Part of: pkg/kubelet/prober/prober.go#prober.runProbe
function urlOf(httpGet: HTTPGetAction, status: PodStatus, container: Container): Result<string> {
  const [port, err] = extractPort(httpGet.port, container);
  if (err) return [undefined, err];
  const host = httpGet.host || (status.podIP ?? '');
  const scheme = (httpGet.scheme ?? '').toLowerCase();
  return [formatURL(scheme, host, port, httpGet.path ?? ''), undefined];
}

// Mirrors: pkg/kubelet/prober/prober.go#buildHeader
export function buildHeader(headerList: readonly HTTPHeader[]): Headers {
  const headers = new Map<string, string[]>();
  for (const { name, value } of headerList) headers.set(name, [...(headers.get(name) ?? []), value]);
  return headers;
}

/** The port that a number, the name of one of the container's ports, or a number in words means. */
// Mirrors: pkg/kubelet/prober/prober.go#extractPort
export function extractPort(param: number | string, container: Container): Result<number> {
  let port = param;
  if (typeof port === 'string') {
    const [found] = findPortByName(container, port);
    const [number, err] = found === undefined ? atoi(port) : ([found, undefined] as const);
    if (err) return [undefined, err];
    port = number;
  }
  if (port > 0 && port < 65536) return [port, undefined];
  return [undefined, new Error(`invalid port number: ${port}`)];
}

// Mirrors: pkg/kubelet/prober/prober.go#findPortByName
function findPortByName(container: Container, portName: string): Result<number> {
  const port = container.ports?.find(({ name }) => name === portName);
  return port ? [port.containerPort, undefined] : [undefined, new Error(`port ${portName} not found`)];
}

/** A path may bring a query along. Whatever host it names, the one that is given counts. */
// Mirrors: pkg/kubelet/prober/prober.go#formatURL
export function formatURL(scheme: string, host: string, port: number, path: string): string {
  const [, rest = ''] = /^(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?(?:\/\/[^/?#]*)?(.*)$/s.exec(path) ?? [];
  const slash = rest === '' || /^[/?#]/.test(rest) ? '' : '/';
  return `${scheme}://${joinHostPort(host, String(port))}${slash}${rest}`;
}
