import type { Pod } from '../../../../api/objects.ts';
import type { Context } from '../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import type { CycleState } from '../../cycle_state.ts';
import { type Answer, type BindPlugin, type Handle, asStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';

// Mirrors: pkg/scheduler/framework/plugins/defaultbinder/default_binder.go#Name
export const name = 'DefaultBinder';

/** Writes the node of a pod to the API server. */
// Mirrors: pkg/scheduler/framework/plugins/defaultbinder/default_binder.go#DefaultBinder
class DefaultBinder implements BindPlugin {
  readonly #handle: Handle;

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  // Mirrors: pkg/scheduler/framework/plugins/defaultbinder/default_binder.go#DefaultBinder.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/defaultbinder/default_binder.go#DefaultBinder.Bind
  *bind(_ctx: Context, _state: CycleState, p: Pod, nodeName: string): Blocking<Answer> {
    const { namespace, name: podName, uid } = p.metadata;
    const pods = this.#handle.clientSet().coreV1().pods(namespace);
    const err = yield* pods.bind({
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { namespace, name: podName, uid },
      target: { kind: 'Node', name: nodeName },
    });
    return err && asStatus(err);
  }
}

// Mirrors: pkg/scheduler/framework/plugins/defaultbinder/default_binder.go#New
export const newPlugin: PluginFactory = (_args, handle) => [new DefaultBinder(handle), undefined];
