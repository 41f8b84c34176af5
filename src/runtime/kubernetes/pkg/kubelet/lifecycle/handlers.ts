import type { Container, LifecycleHandler as Handler, HTTPGetAction } from 'kubernetes-types/core/v1';
import type { HTTPResponse } from '../../../../go/http-client.ts';
import { list } from '../../../../go/fmt.ts';
import { joinHostPort } from '../../../../go/net.ts';
import type { Result } from '../../../../go/result.ts';
import { atoi, quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import {
  containerString,
  handlerString,
  portString,
} from '../../../staging/src/k8s.io/api/core/v1/container-string.ts';
import type { Pod } from '../../api/objects.ts';
import type { HandlerRunner } from '../container/helpers.ts';
import type { CommandRunner, ContainerID, PodStatus } from '../container/runtime.ts';
import type { HTTPGetter } from '../types/types.ts';
import { pod as formatPod } from '../util/format/pod.ts';

/** As much of an answer is read, in bytes. */
// Mirrors: pkg/kubelet/lifecycle/handlers.go#maxRespBodyLength
const maxRespBodyLength = 10 * 2 ** 10;

// Mirrors: pkg/kubelet/lifecycle/handlers.go#podStatusProvider
interface PodStatusProvider {
  getPodStatus(uid: string, name: string, namespace: string): Blocking<Result<PodStatus>>;
}

/** Runs what containers want to be run when they have started, or are to end. */
// Mirrors: pkg/kubelet/lifecycle/handlers.go#handlerRunner
class LifecycleHandlerRunner implements HandlerRunner {
  readonly #httpGetter: HTTPGetter;
  readonly #commandRunner: CommandRunner;
  readonly #containerManager: PodStatusProvider;

  constructor(httpGetter: HTTPGetter, commandRunner: CommandRunner, containerManager: PodStatusProvider) {
    this.#httpGetter = httpGetter;
    this.#commandRunner = commandRunner;
    this.#containerManager = containerManager;
  }

  // Mirrors: pkg/kubelet/lifecycle/handlers.go#handlerRunner.Run
  *run(
    containerID: ContainerID,
    pod: Pod,
    container: Container,
    handler: Handler,
  ): Blocking<[msg: string, err: Error | undefined]> {
    const where = `for Container ${quote(container.name)} in Pod ${quote(formatPod(pod))} failed`;
    if (handler.exec) {
      const { command = [] } = handler.exec;
      const [output, err] = yield* this.#commandRunner.runInContainer(containerID, command, 0);
      if (!err) return ['', undefined];
      const said = `error: ${err.message}, message: ${quote(output)}`;
      return [`Exec lifecycle hook (${list(command)}) ${where} - ${said}`, err];
    }
    if (handler.httpGet) {
      const [msg, err] = yield* this.#runHTTPHandler(pod, container, handler.httpGet);
      if (!err) return [msg, undefined];
      const said = `error: ${err.message}, message: ${quote(msg)}`;
      return [`Http lifecycle hook (${handler.httpGet.path ?? ''}) ${where} - ${said}`, err];
    }
    const err = new Error(`invalid handler: ${handlerString(handler)}`);
    return [`Cannot run handler: ${err.message}`, err];
  }

  /** Asks a server in the container. It is always asked without TLS, and for a path with one slash more. */
  // Mirrors: pkg/kubelet/lifecycle/handlers.go#handlerRunner.runHTTPHandler
  *#runHTTPHandler(
    pod: Pod,
    container: Container,
    httpGet: HTTPGetAction,
  ): Blocking<[msg: string, err: Error | undefined]> {
    let host = httpGet.host ?? '';
    if (host.length === 0) {
      const { uid, name, namespace } = pod.metadata;
      const [status, err] = yield* this.#containerManager.getPodStatus(uid, name, namespace);
      if (err) return ['', err];
      const [ip] = status.ips;
      if (ip === undefined)
        return ['', new Error(`failed to find networking container: ${podStatusString(status)}`)];
      host = ip;
    }
    let port = 80;
    if (httpGet.port !== '') {
      const [resolved, err] = resolvePort(httpGet.port, container);
      if (err) return ['', err];
      port = resolved;
    }
    const url = `http://${joinHostPort(host, String(port))}/${httpGet.path ?? ''}`;
    const [resp, err] = yield* this.#httpGetter.get(url);
    return [resp ? getHTTPRespBody(resp) : '', err];
  }
}

// Mirrors: pkg/kubelet/lifecycle/handlers.go#NewHandlerRunner
export function newHandlerRunner(
  httpGetter: HTTPGetter,
  commandRunner: CommandRunner,
  containerManager: PodStatusProvider,
): HandlerRunner {
  return new LifecycleHandlerRunner(httpGetter, commandRunner, containerManager);
}

/** The port that a number, a number in words, or the name of one of the container's ports means. */
// Mirrors: pkg/kubelet/lifecycle/handlers.go#resolvePort
function resolvePort(portReference: number | string, container: Container): Result<number> {
  if (typeof portReference === 'number') return [portReference, undefined];
  const [port, err] = atoi(portReference);
  if (!err) return [port, undefined];
  const portSpec = container.ports?.find(({ name }) => name === portReference);
  if (portSpec) return [portSpec.containerPort, undefined];
  const text = `couldn't find port: ${portString(portReference)} in ${containerString(container)}`;
  return [undefined, new Error(text)];
}

// Mirrors: pkg/kubelet/lifecycle/handlers.go#getHTTPRespBody
function getHTTPRespBody(resp: HTTPResponse): string {
  return resp.body.slice(0, maxRespBodyLength);
}

/** A status as Go prints it, without what it holds of containers and sandboxes, which are addresses there. */
function podStatusString({ id, name, namespace, ips }: PodStatus): string {
  return `&{${id} ${name} ${namespace} ${list(ips)} [] []}`;
}
