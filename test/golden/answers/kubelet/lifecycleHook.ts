import type { LifecycleHandler } from 'kubernetes-types/core/v1';
import type { HTTPResponse } from '../../../../src/runtime/go/http-client.ts';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { ContainerID } from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newHandlerRunner } from '../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/handlers.ts';
import { ended } from '../../kubelet/ended.ts';

interface Question {
  readonly Pod: Pod;
  readonly Handler: LifecycleHandler;
  readonly IPs: readonly string[];
  readonly Out?: string;
  readonly CmdError?: string;
  readonly Body?: string;
  readonly HTTPError?: string;
}

/** What a hook of a container runs or asks, and what is said of it. */
export function answer(question: unknown): unknown {
  const { Pod: pod, Handler, IPs, Out = '', CmdError, Body = '', HTTPError } = question as Question;
  const urls: string[] = [];
  const commands: (readonly string[])[] = [];
  const http = {
    *get(url: string): Generator<never, [HTTPResponse | undefined, Error | undefined]> {
      urls.push(url);
      if (HTTPError !== undefined) return [undefined, new Error(HTTPError)];
      return [{ status: 200, header: new Map(), body: Body } as unknown as HTTPResponse, undefined];
    },
  };
  const runner = newHandlerRunner(
    http,
    {
      *runInContainer(_id, command) {
        commands.push(command);
        return [Out, CmdError === undefined ? undefined : new Error(CmdError)];
      },
    },
    {
      *getPodStatus(id, name, namespace) {
        return [{ id, name, namespace, ips: IPs, containerStatuses: [], sandboxStatuses: [] }, undefined];
      },
    },
  );
  const [container] = pod.spec.containers;
  const [message, err] = ended(runner.run(new ContainerID('test', 'c'), pod, container!, Handler));
  return { commands, error: err?.message, message, urls };
}
