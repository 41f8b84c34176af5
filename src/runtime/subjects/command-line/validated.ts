import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';

/** Shows what Validate found: a table with a row for each error, and a step. */
export function showErrors(trace: Trace, program: string, errors: readonly Error[], sim: Sim): void {
  showTable(trace, `${program}/errors`, {
    title: 'What Validate found',
    columns: ['Number', 'Error'],
    rows: errors.map(({ message }, i) => ({ name: String(i + 1), cells: [message] })),
  });
  if (errors.length === 0) startup(sim, 'config', 'validate', 'finds nothing wrong with its options');
  else if (errors.length === 1) startup(sim, 'config', 'validate', 'finds an error in its options');
  else startup(sim, 'config', 'validate', 'finds {0} errors in its options', errors.length);
}
