import type { Pane } from '../../components/scope/panes/pane.ts';
import { AttemptTables } from './AttemptTables.tsx';

export const panes: readonly Pane[] = [
  {
    id: 'attempt',
    label: 'Attempt',
    about: 'What each plugin said of each node for the pod that is tried.',
    hue: 'scheduler',
    differs: (now, before) => now.world.schedulers !== before.world.schedulers,
    Body: AttemptTables,
  },
];
