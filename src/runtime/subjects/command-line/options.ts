import type { KubeControllerManagerOptions } from '../../kubernetes/cmd/kube-controller-manager/app/options/options.ts';
import type { Options as SchedulerOptions } from '../../kubernetes/cmd/kube-scheduler/app/options/options.ts';
import type { Config } from '../../kubernetes/cmd/kube-controller-manager/app/config/config.ts';
import type { Config as RestConfig } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import { credentialsKind } from '../../kubernetes/staging/src/k8s.io/client-go/tools/clientcmd/client_config.ts';
import type { Aggregate } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { cellsOf } from './defaults.ts';
import { around } from '../../stage/methods.ts';
import { showStep } from './process.ts';
import { showErrors } from './validated.ts';

const keyOf = (program: string): string => `${program}/applied`;

/** Watches what each group of options writes into which cells, and whether a certificate is made. */
function observeGroups(
  trace: Trace,
  program: string,
  options: KubeControllerManagerOptions | SchedulerOptions,
  sim: Sim,
): void {
  const key = keyOf(program);
  for (const [name, group] of Object.entries(options)) {
    if (typeof group !== 'object' || group === null || !('applyTo' in group)) continue;
    const target = group as { applyTo: (config: object) => unknown };
    const own = target.applyTo.bind(group);
    // Groups with cells of the configuration have them at hand; the others write something else.
    const hasCells = 'config' in group;
    target.applyTo = (config, ...more: unknown[]) => {
      const before = new Map(cellsOf(hasCells ? config : {}));
      const result = (own as (...all: unknown[]) => unknown)(config, ...more);
      const after = cellsOf(hasCells ? config : {});
      const changed = after.filter(([cell, value]) => before.get(cell) !== value);
      for (const [cell, value] of changed)
        showRow(trace, key, { name: `${name}.${cell}`, cells: [before.get(cell) ?? '', value] });
      startup(
        sim,
        'apply',
        name,
        'applies its options for {0}; cells that change: {1}',
        name,
        changed.length,
      );
      return result;
    };
  }
  around(options.secureServing, {
    maybeDefaultWithSelfSignedCerts: (own) => (address, ips) => {
      const error = own(address, ips);
      const made = options.secureServing.serverCert.generatedCert;
      if (made) startup(sim, 'config', 'certificate', 'makes a certificate for {0}', made.hosts.join(', '));
      return error;
    },
  });
}

function beginTable(trace: Trace, program: string): void {
  const columns = ['Cell', 'Before', 'After'];
  showTable(trace, keyOf(program), { title: 'What the options wrote', columns, rows: [] });
}

/** Watches how options become a configuration: what Validate finds, and what each group writes into which cells. */
export function observeOptions(
  trace: Trace,
  program: string,
  options: KubeControllerManagerOptions,
  sim: Sim,
): KubeControllerManagerOptions {
  observeGroups(trace, program, options, sim);
  return around(options, {
    validate: (own) => (allControllers) => {
      const error = own(allControllers);
      showErrors(trace, program, (error as Aggregate | undefined)?.errors ?? [], sim);
      return error;
    },
    applyTo: (own) => (config) => {
      beginTable(trace, program);
      return own(config);
    },
  });
}

/** The same of a scheduler. */
export function observeSchedulerOptions(
  trace: Trace,
  program: string,
  options: SchedulerOptions,
  sim: Sim,
): SchedulerOptions {
  observeGroups(trace, program, options, sim);
  return around(options, {
    validate: (own) => () => {
      const errors = own();
      showErrors(trace, program, errors, sim);
      return errors;
    },
    applyTo: (own) => (config) => {
      beginTable(trace, program);
      return own(config);
    },
  });
}

/** Watches how the API server is to be reached: where, and as whom. */
export function observeKubeconfig(trace: Trace, program: string, config: RestConfig, sim: Sim): RestConfig {
  const { host = '', qps, burst, contentType = '' } = config;
  const kind = credentialsKind(config);
  const rows = [
    ['host', host],
    ['credentials', kind],
    ['requests a second', String(qps)],
    ['requests at once', String(burst)],
    ['content type', contentType],
  ] as const;
  showTable(trace, `${program}/kubeconfig`, {
    title: 'The way to the API server',
    columns: ['Field', 'Value'],
    rows: rows.map(([name, value]) => ({ name, cells: [value] })),
  });
  startup(sim, 'config', 'kubeconfig', 'will ask {0}, and prove who it is by {1}', host, kind);
  return config;
}

/** Watches the configuration that a program runs with, before and after it is completed. */
export function observeConfig(trace: Trace, program: string, config: Config, sim: Sim): Config {
  const seen: string[][] = [[], []];
  const names = [
    'type',
    'loopback client',
    'its token',
    'secure server',
    'other server',
    'asks who',
    'asks whether',
  ];
  const show = (column: 0 | 1): void => {
    const { loopbackClientConfig: loopback, authentication, authorization } = config;
    seen[column] = [
      column === 0 ? 'Config' : 'CompletedConfig',
      loopback?.host ?? 'none',
      loopback?.bearerToken ? 'set' : 'none',
      config.secureServing?.listener.address ?? 'none',
      config.insecureServing?.listener.address ?? 'none',
      authentication.authenticator?.name ?? 'none',
      authorization.authorizer?.name ?? 'none',
    ];
    showTable(trace, `${program}/config`, {
      title: 'The configuration, before and after Complete',
      columns: ['Field', 'Before', 'After'],
      rows: names.map((name, i) => {
        const cells = [seen[0]?.[i] ?? '', seen[1]?.[i] ?? ''];
        const note = column === 1 && cells[0] !== cells[1] ? { note: 'set by Complete' } : {};
        return { name, cells, ...note };
      }),
    });
  };
  startup(sim, 'config', 'clients', 'has two clients: one to work with, one to elect a leader');
  startup(sim, 'config', 'recorder', 'has a recorder of events');
  return around(config, {
    complete: (own) => () => {
      show(0);
      const completed = own();
      show(1);
      showStep(trace, program, 'stop', 'open, and nothing closes it');
      startup(sim, 'complete', 'complete', 'completes its configuration: its own client is let in');
      return completed;
    },
  });
}
