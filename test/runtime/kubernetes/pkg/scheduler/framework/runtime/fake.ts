import {
  type ExtensionPoint,
  type PluginRef,
  extensionPoints,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import type {
  Framework,
  Plugin,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newFramework } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import type { FrameworkOptions } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newEmptySnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import type { Blocking } from '../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

/** What plugins do, by their names: each is called at the extension points for which it has the method. */
export type Fakes = Readonly<Record<string, object>>;

const method = (point: ExtensionPoint): string => (point === 'queueSort' ? 'less' : point);

/** A framework of these plugins, with an order and a binding of no effect where they have none. Throws if it cannot be made. */
export function fakeFramework(fakes: Fakes, options: Partial<FrameworkOptions> = {}): Framework {
  const all: Fakes = { sort: { less: () => false }, bind: { *bind() {} }, ...fakes };
  const plugins = Object.entries(all).map(([name, does]): [string, object] => [
    name,
    { name: () => name, scoreExtensions: () => undefined, preFilterExtensions: () => undefined, ...does },
  ]);
  const registry = new Registry(
    Object.fromEntries(plugins.map(([name, plugin]) => [name, () => [plugin as Plugin, undefined]])),
  );
  const config = Object.fromEntries(
    extensionPoints.map((point) => {
      const enabled = plugins.filter(([, plugin]) => method(point) in plugin);
      return [point, { enabled: enabled.map(([name]): PluginRef => ({ name })) }];
    }),
  );
  const given = { sim: new Sim(), snapshotSharedLister: newEmptySnapshot(), ...options };
  const [framework, err] = newFramework(registry, config, [], given);
  if (err) throw err;
  return framework;
}

/** The end of what needs no waiting; throws if it parks. */
export function finished<T>(blocking: Blocking<T>): T {
  const { done, value } = blocking.next();
  if (!done) throw new Error('expected what needs no waiting, found that it parks');
  return value;
}
