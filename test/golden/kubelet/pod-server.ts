import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newInternalError,
  newNotFound,
} from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { strategicMergePatch } from '../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.ts';
import type { Transport } from '../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';

/** Pods by name as an API server has them, with what was asked of it. */
export class PodServer {
  readonly pods: Map<string, Pod>;
  requests: object[] = [];
  #errors: Record<string, number> = {};

  constructor(pods: readonly Pod[]) {
    this.pods = new Map(pods.map((pod) => [pod.metadata.name, pod]));
  }

  /** From now on other requests are counted, and some fail. */
  begin(errors: Readonly<Record<string, number>>): void {
    this.requests = [];
    for (const [verb, times] of Object.entries(errors)) this.#errors[verb] = times;
  }

  *do({ verb, name = '', body, subresource }: Parameters<Transport['do']>[0]): ReturnType<Transport['do']> {
    const failures = this.#errors[verb] ?? 0;
    if (failures > 0) {
      this.#errors[verb] = failures - 1;
      this.requests.push({ failed: verb });
      return [undefined, newInternalError(new Error('the server is down'))];
    }
    this.requests.push({ [verb]: name, body: verb === 'patch' ? body : undefined, subresource });
    const pod = this.pods.get(name);
    if (!pod) return [undefined, newNotFound({ group: '', resource: 'pods' }, name)];
    if (verb === 'delete') this.pods.delete(name);
    if (verb !== 'patch') return [pod, undefined];
    const [patched, err] = strategicMergePatch(pod, body, 'Pod');
    if (err) throw err;
    this.pods.set(name, patched as Pod);
    return [patched as Pod, undefined];
  }
}
