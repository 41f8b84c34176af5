import type { Pane } from '../../components/scope/panes/pane.ts';
import { nodesModel } from './node-rows.ts';

export const panes: readonly Pane[] = [
  {
    id: 'nodes',
    label: 'Nodes',
    about: 'The nodes in the store, each with the pods bound to it.',
    hue: 'kubelet',
    differs: (now, before) => now.world.store !== before.world.store,
    model: ({ world }) => nodesModel(world),
  },
];
