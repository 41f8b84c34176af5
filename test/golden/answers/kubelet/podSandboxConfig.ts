import type { Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { generatePodSandboxConfig } from '../../../../src/runtime/kubernetes/pkg/kubelet/kuberuntime/kuberuntime_sandbox.ts';
import { criJSON } from '../../kubelet/cri-json.ts';
import { livePod, managerWith } from '../../kubelet/runtime-manager.ts';
import { withoutEmpty } from '../../without-empty.ts';

/** What a runtime is told of a sandbox. */
export function answer(question: unknown): unknown {
  const { Pod: asked, Attempt } = question as { readonly Pod: Partial<Pod>; readonly Attempt: number };
  const [config, err] = generatePodSandboxConfig(managerWith({}), livePod(asked), Attempt);
  if (err) throw err;
  return criJSON(config);
}

export const comparable = withoutEmpty;
