import { type Logging, severityName } from '../../kubernetes/vendor/k8s.io/klog/v2/klog.ts';
import { mapGet } from '../../sim/pmap.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { around } from '../../stage/methods.ts';
import { showStep } from './process.ts';

const linesOf = (text: string): number => text.split('\n').length - 1;

/** Watches a log: what waits in its buffers, and when it is written out. Lines to the terminal are the terminal's. */
export function observeLog(trace: Trace, program: string, log: Logging, sim: Sim): Logging {
  const written = new Map<string, number>();
  let flushing = false;
  const show = (): void => {
    const files = log.file.flatMap((file, i) => (file ? [{ file, severity: severityName[i] ?? '' }] : []));
    if (files.length === 0) return;
    showTable(trace, `${program}/log`, {
      title: 'Log files',
      columns: ['File', 'Severity', 'Lines that wait', 'Lines written', 'The last that waits'],
      rows: files.map(({ file, severity }) => ({
        name: file.path,
        cells: [
          severity,
          String(linesOf(file.held)),
          String(written.get(file.path) ?? 0),
          file.held.trimEnd().split('\n').at(-1) ?? '',
        ],
        ...(file.held === '' ? {} : { note: 'held back until the next flush' }),
      })),
    });
  };
  return around(log, {
    print: (own) => (severity, text) => {
      const waited = log.file.some((file) => file && file.held !== '');
      own(severity, text);
      show();
      if (!waited && log.file.some((file) => file && file.held !== ''))
        startup(sim, 'log', 'wait', 'has a line for its log, which waits to be written');
    },
    flush: (own) => () => {
      const held = log.file.flatMap((file) => (file && file.held !== '' ? [file] : []));
      const lines = held.reduce((sum, { held: text }) => sum + linesOf(text), 0);
      for (const { path, held: text } of held) written.set(path, (written.get(path) ?? 0) + linesOf(text));
      own();
      if (!flushing) {
        flushing = true;
        if (mapGet(trace.world.tables, `${program}/process`))
          showStep(trace, program, 'log', 'flushed again and again');
        startup(sim, 'main', 'log', 'begins to flush its log');
      }
      if (lines === 0) return;
      show();
      if (lines === 1) startup(sim, 'log', 'flush', 'writes a line of its log that had waited');
      else startup(sim, 'log', 'flush', 'writes {0} lines of its log that had waited', lines);
    },
  });
}
