import type { Pod } from '../../kubernetes/pkg/api/objects.ts';
import { everything } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { CycleState } from '../../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { type Answer, newStatus } from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import type { PluginFactory } from '../../kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import type { NodeInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';
import { InUse, Licences, madeAs, needsLicence, newPlugin, zoneOf } from './licences.ts';

/** Forgets that no score may be above 100. */
class Unbounded extends Licences {
  override score(state: CycleState, pod: Pod, nodeName: string): [number, Answer] {
    const [free, failed] = super.score(state, pod, nodeName);
    return [free * 60, failed];
  }

  override scoreExtensions(): undefined {
    return undefined;
  }
}

/** Looks for pods where informers keep them, and not in the node that it is given. */
class Live extends Licences {
  override filter(_state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    if (!needsLicence(pod)) return undefined;
    const { handle } = this;
    const core = handle.sharedInformerFactory().core().v1();
    const [pods = []] = core.pods().lister().list(everything());
    const zone = zoneOf(nodeInfo.node());
    const inUse = pods.filter((one) => {
      const [node] = core
        .nodes()
        .lister()
        .get(one.spec.nodeName ?? '');
      return needsLicence(one) && node !== undefined && zoneOf(node) === zone;
    });
    if (inUse.length >= this.licencesOf(zone))
      return newStatus('Unschedulable', 'node(s) had no licence left');
    return undefined;
  }
}

/** Says that nothing can help. */
class Hopeless extends Licences {
  override filter(state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    const status = super.filter(state, pod, nodeInfo);
    return status && newStatus('UnschedulableAndUnresolvable', ...status.reasons);
  }
}

/** Its copy is no copy. */
class SharedInUse extends InUse {
  override clone(): InUse {
    return this;
  }
}

class Sharing extends Licences {
  override newState(): InUse {
    return new SharedInUse();
  }
}

const mistakes: Readonly<Record<string, PluginFactory>> = {
  unbounded: madeAs(Unbounded),
  live: madeAs(Live),
  hopeless: madeAs(Hopeless),
  sharing: madeAs(Sharing),
};

/** The plugin with a mistake in it, by the name of the mistake; without one where that is empty. */
export const licencesWith = (mistake: string): PluginFactory => mistakes[mistake] ?? newPlugin;
