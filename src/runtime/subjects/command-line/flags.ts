import type { NamedFlagSets } from '../../kubernetes/staging/src/k8s.io/component-base/cli/flag/sectioned.ts';
import type { Flag } from '../../kubernetes/vendor/github.com/spf13/pflag/flag.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';

/** Flags that the rest of the walk comes back to. */
const used = [
  'min-resync-period',
  'controller-start-interval',
  'controllers',
  'leader-elect',
  'leader-elect-lease-duration',
  'leader-elect-renew-deadline',
  'leader-elect-retry-period',
  'leader-elect-resource-lock',
  'kube-api-qps',
  'kube-api-burst',
  'secure-port',
  'port',
];

/**
 * Watches the flags of a program: each with its section, its default, and its value, which changes as the command line is
 * read. A second table has those that matter later; a third counts the flags of each section.
 */
export function observeFlags(trace: Trace, program: string, sets: NamedFlagSets, sim: Sim): NamedFlagSets {
  const all: { readonly section: string; readonly flag: Flag }[] = [];
  for (const section of sets.order) sets.flagSet(section).visitAll((flag) => all.push({ section, flag }));
  const rowOf = ({ section, flag }: (typeof all)[number]) => ({
    name: `--${flag.name}`,
    cells: [section, flag.value.type(), flag.defValue, flag.value.string()],
    ...(flag.changed ? { note: 'set on the command line' } : {}),
    ...(flag.deprecated === '' ? {} : { note: `deprecated: ${flag.deprecated}` }),
  });
  const table = (title: string, some: typeof all) => ({
    title,
    columns: ['Flag', 'Section', 'Kind', 'Default', 'Value'],
    rows: some.map(rowOf),
  });
  const usedLater = all.filter(({ flag }) => used.includes(flag.name));
  // A program with two or three of them by chance has no table of them.
  const later = usedLater.length > 2 ? usedLater : [];
  showTable(trace, `${program}/flags`, table('Flags', all));
  if (later.length > 0) showTable(trace, `${program}/settings`, table('Settings used later', later));
  showTable(trace, `${program}/sections`, {
    title: 'Sections of flags',
    columns: ['Section', 'Flags', 'Hidden'],
    rows: sets.order.map((name) => {
      const own = all.filter(({ section }) => section === name);
      const hidden = own.filter(({ flag }) => flag.hidden).length;
      return {
        name,
        cells: [String(own.length), String(hidden)],
        ...(own.length === 0 ? { note: 'left out of the help: it has no flags' } : {}),
      };
    }),
  });
  for (const each of all) watchFlag(each);
  return sets;

  function watchFlag(each: (typeof all)[number]): void {
    const { name, value } = each.flag;
    const set = value.set.bind(value);
    value.set = (text) => {
      const before = value.string();
      const error = set(text);
      if (error) return error;
      const row = { ...rowOf(each), note: 'set on the command line' };
      showRow(trace, `${program}/flags`, row);
      if (later.includes(each)) showRow(trace, `${program}/settings`, row);
      startup(
        sim,
        'flag',
        `--${name}`,
        'sets {0} to {1}; it was {2}',
        `--${name}`,
        value.string(),
        before || '""',
      );
      return undefined;
    };
  }
}
