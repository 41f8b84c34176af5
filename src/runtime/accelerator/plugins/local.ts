import { ImageLocality } from '../../kubernetes/pkg/scheduler/framework/plugins/imagelocality/image_locality.ts';
import { NodeLabel } from '../../kubernetes/pkg/scheduler/framework/plugins/nodelabel/node_label.ts';
import { NodeName } from '../../kubernetes/pkg/scheduler/framework/plugins/nodename/node_name.ts';
import { NodePorts } from '../../kubernetes/pkg/scheduler/framework/plugins/nodeports/node_ports.ts';
import { Fit } from '../../kubernetes/pkg/scheduler/framework/plugins/noderesources/fit.ts';
import { ResourceAllocationScorer } from '../../kubernetes/pkg/scheduler/framework/plugins/noderesources/resource_allocation.ts';
import { NodeUnschedulable } from '../../kubernetes/pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.ts';
import type { TraitsOfClass } from '../traits.ts';

/** Those that look at one node at a time, and of which nothing more is known. */
export const locals: readonly TraitsOfClass[] = [
  ImageLocality,
  NodeLabel,
  NodeName,
  NodePorts,
  Fit,
  ResourceAllocationScorer,
  NodeUnschedulable,
].map((of) => ({ class: of, traits: () => ({ local: true }) }));
