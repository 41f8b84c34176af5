import type { Source } from '../../go/rand.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { around } from '../../stage/methods.ts';

const rows = {
  seed: 'random numbers',
  command: 'command',
  log: 'log',
  stop: 'stop channel',
} as const;

/** What main has done so far, as a table with a row for each of its steps. */
export function showStep(trace: Trace, program: string, step: keyof typeof rows, state: string): void {
  showRow(trace, `${program}/process`, { name: rows[step], cells: [state] });
}

/** Watches where a program's random numbers begin. It is the first thing of all, so it begins the table too. */
export function observeRandom(trace: Trace, program: string, source: Source, sim: Sim): Source {
  showTable(trace, `${program}/process`, {
    title: 'The process',
    columns: ['Part', 'State'],
    rows: Object.values(rows).map((name) => ({ name, cells: ['not yet'] })),
  });
  const numbers: string[] = [];
  const showNumbers = (): void =>
    showTable(trace, `${program}/random`, {
      title: 'Random numbers',
      columns: ['Number', 'Value'],
      rows: [
        { name: 'seed', cells: [String(source.seeded)] },
        ...numbers.slice(-10).map((value, i) => ({ name: `drawn ${i + 1}`, cells: [value] })),
      ],
    });
  return around(source, {
    seed: (own) => (to) => {
      own(to);
      numbers.length = 0;
      showStep(trace, program, 'seed', `seeded with ${to}`);
      showNumbers();
      startup(sim, 'main', 'rand', 'seeds its random numbers with {0}', to);
    },
    float64: (own) => () => {
      const value = own();
      numbers.push(value.toFixed(4));
      showNumbers();
      return value;
    },
  });
}
