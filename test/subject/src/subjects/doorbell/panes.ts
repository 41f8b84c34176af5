import { t } from '../../i18n/t.ts';
import type { Pane } from '../../components/scope/panes/pane.ts';
import { cell } from '../../components/scope/panes/table.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';

export const panes: readonly Pane[] = [
  {
    id: 'rings',
    label: 'Rings',
    about: 'How often the chime rang, by door.',
    differs: (now, before) => now.world.rings !== before.world.rings,
    model: ({ world }) => {
      const empty = t`The chime has not rung yet.`;
      const rows = mapEntries(world.rings).map(([door, times]) => ({
        key: door,
        cells: [cell(door), cell(times)],
      }));
      const columns = [{ label: t`Door` }, { label: t`Times`, as: 'number' }] as const;
      const table = { caption: t`Rings`, columns, rows, empty };
      return { sections: [{ key: 'rings', title: t`Rings`, facts: [], table }], empty };
    },
  },
];
