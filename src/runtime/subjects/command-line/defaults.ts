import type { Scheme } from '../../kubernetes/pkg/controller/apis/config/scheme/scheme.ts';
import { formatDuration } from '../../go/duration.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { around } from '../../stage/methods.ts';

/** Fields that hold a time span, in ms. */
const times = /(Period|Duration|Deadline|Interval|Window|Delay|EvictionTimeout)$/;

/** The fields of a configuration by their path, as texts. What is unset is `unset`. */
export function cellsOf(value: unknown, path = ''): [string, string][] {
  if (value === undefined) return [[path, 'unset']];
  if (Array.isArray(value))
    return [
      [path, `[${value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ')}]`],
    ];
  if (typeof value === 'number' && times.test(path)) return [[path, formatDuration(value)]];
  if (typeof value !== 'object' || value === null) return [[path, value === '' ? '""' : String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    cellsOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** Watches how the defaults come about: the form of a file as it is unset, then filled in, then in the program's own form. */
export function observeScheme(trace: Trace, program: string, scheme: Scheme, sim: Sim): Scheme {
  const columns: Map<string, string>[] = [];
  const show = (): void => {
    const [external = new Map<string, string>(), filled, internal] = columns;
    showTable(trace, `${program}/defaults`, {
      title: 'Where defaults come from',
      columns: ['Field', 'v1alpha1, unset', 'v1alpha1, filled in', 'Internal'],
      rows: [...external].map(([name, value]) => {
        const now = filled?.get(name) ?? value;
        return {
          name,
          cells: [value, now, internal?.get(name) ?? ''],
          ...(internal && now !== value ? { note: 'set by the scheme' } : {}),
        };
      }),
    });
  };
  return around(scheme, {
    default: (own) => (config) => {
      columns.push(new Map(cellsOf(config)));
      show();
      startup(sim, 'defaults', 'external', 'has a configuration of version v1alpha1 with nothing set');
      own(config);
      columns.push(new Map(cellsOf(config)));
      show();
      startup(sim, 'defaults', 'default', 'lets the scheme fill in its configuration');
    },
    convert: (own) => (from, to) => {
      own(from, to);
      columns.push(new Map(cellsOf(to)));
      show();
      startup(sim, 'defaults', 'convert', 'turns the configuration into the form that it works with');
    },
  });
}
