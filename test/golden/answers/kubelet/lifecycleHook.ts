import type { LifecycleHandler } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  ContainerID,
  type PodStatus,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newHandlerRunner } from '../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/handlers.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { epoch, livePod, run } from '../../kubelet/runtime-manager.ts';

interface Question {
  readonly Pod: Partial<Pod>;
  readonly Handler: LifecycleHandler;
  readonly Out?: string;
  readonly CmdError?: string;
  readonly Body?: string;
  readonly HTTPError?: string;
  readonly StatusError?: string;
  readonly IPs: readonly string[];
}

/** What is run, or asked for, when a container starts or ends. */
export function answer(question: unknown): unknown {
  const asked = question as Question;
  const { Out = '', CmdError, Body = '', HTTPError, StatusError } = asked;
  const pod = livePod(asked.Pod);
  const urls: string[] = [];
  const commands: (readonly string[])[] = [];
  const errorOf = (text: string | undefined) => (text ? new Error(text) : undefined);
  const runner = newHandlerRunner(
    {
      *get(url) {
        urls.push(url);
        const err = errorOf(HTTPError);
        return [err ? undefined : { statusCode: 200, body: Body }, err];
      },
    },
    {
      *runInContainer(_id, cmd) {
        commands.push(cmd);
        return [Out, errorOf(CmdError)];
      },
    },
    {
      *getPodStatus(id, name, namespace) {
        const err = errorOf(StatusError);
        if (err) return [undefined, err];
        const none: Pick<PodStatus, 'containerStatuses' | 'sandboxStatuses'> = {
          containerStatuses: [],
          sandboxStatuses: [],
        };
        return [{ id, name, namespace, ips: asked.IPs, ...none }, undefined];
      },
    },
  );
  const container = pod.spec.containers[0]!;
  const hook = runner.run(new ContainerID('test', 'c'), pod, container, asked.Handler);
  const [message, err] = run(new Sim({ epoch }), hook);
  return { commands, urls, message, ...(err ? { error: err.message } : {}) };
}
