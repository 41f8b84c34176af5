import type { Pane } from '../../components/scope/panes/pane.ts';
import { StorePane } from './StorePane.tsx';
import { watchModel } from './watch-rows.ts';

export const panes: readonly Pane[] = [
  {
    id: 'store',
    label: 'Store',
    about: 'What the API server keeps. Each write takes the next revision.',
    hue: 'api',
    differs: (now, before) => now.world.store !== before.world.store,
    Body: StorePane,
  },
  {
    id: 'watch',
    label: 'Watches',
    about: 'The connections over which the API server tells programs what was written.',
    hue: 'api',
    differs: (now, before) => now.world.watches !== before.world.watches,
    model: ({ world }) => watchModel(world),
  },
];
