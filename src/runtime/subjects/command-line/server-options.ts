import type { ServerRunOptions } from '../../kubernetes/cmd/kube-apiserver/app/options/options.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { around } from '../../stage/methods.ts';
import { showErrors } from './validated.ts';

/** Watches the options of the API server once they are completed: what was filled in, and what Validate then finds. */
export function observeServerOptions(
  trace: Trace,
  program: string,
  options: ServerRunOptions,
  sim: Sim,
): ServerRunOptions {
  const { secureServing } = options;
  const rows = [
    ['advertise address', options.advertiseAddress ?? ''],
    ['service range', options.primaryServiceClusterIPRange],
    ['certificate', secureServing.serverCert.certKey.certFile],
    ['external host', options.externalHost],
  ] as const;
  showTable(trace, `${program}/completed`, {
    title: 'What Complete filled in',
    columns: ['Field', 'Value'],
    rows: rows.map(([name, value]) => ({ name, cells: [value] })),
  });
  startup(sim, 'complete', 'complete', 'completes its options, before anybody looks what is wrong with them');
  return around(options, {
    validate: (own) => () => {
      const errors = own();
      showErrors(trace, program, errors, sim);
      return errors;
    },
  });
}
