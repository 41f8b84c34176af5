import { record } from '../../src/recording/record.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { select } from '../../src/recording/select.ts';
import type { Scenario, User } from '../../src/runtime/stage/scenario.ts';
import type { TableRow } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';

const programs = [
  'kube-controller-manager',
  'kube-controller-manager-in-pod',
  'kube-apiserver',
  'kubelet',
  'kube-scheduler',
  'kubectl',
];

/** How kubeadm says where the API server is. */
export const kubeconfig = '--kubeconfig=/etc/kubernetes/controller-manager.conf';

export interface Played {
  readonly recording: Recording;
  /** The index of the entry that a selector names. */
  at(selector: string): number;
  /** What a program told of its start, as phase and name, in order. */
  steps(program?: string): string[];
  /** A row of a table, as it stands after an entry; at the end if none is named. */
  row(table: string, name: string, index?: number): TableRow | undefined;
  rows(table: string, index?: number): readonly TableRow[];
  /** What a program printed, line by line, without the heads of log lines. */
  printed(program?: string): string[];
  /** How a program ended. */
  exit(program?: string): { readonly code: number; readonly why: string } | undefined;
}

/** Runs one program of the plane with this command line; the others stay away. */
export async function commandLine(
  args: readonly string[],
  more: Partial<Scenario> & { readonly program?: string } = {},
): Promise<Played> {
  const { program = 'kube-controller-manager', ...scenario } = more;
  const recording = await record(
    {
      id: 'test/command-line',
      title: 'A command line',
      summary: 'A program reads its command line.',
      seed: 1,
      plane: 'command-line/cli',
      shows: [],
      endsAtMs: 12_000,
      settings: { idle: programs.filter((name) => name !== program), args: { [program]: args } },
      *story(_user: User) {},
      ...scenario,
    },
    { lines: false },
  );
  const { entries } = recording;
  const rows: Played['rows'] = (table, index = entries.length - 1) => {
    const tables = entries[index]?.world.tables;
    const key = table.includes('/') ? table : `${program}/${table}`;
    return (tables && mapGet(tables, key)?.rows) ?? [];
  };
  return {
    recording,
    at(selector) {
      const [index, error] = select(recording, selector);
      if (error) throw error;
      return index;
    },
    steps: (of = program) =>
      entries.flatMap(({ event }) =>
        event.kind === 'startup' && event.program === of ? [`${event.phase} ${event.name}`] : [],
      ),
    rows,
    row: (table, name, index) => rows(table, index).find((each) => each.name === name),
    printed: (of = program) =>
      entries
        .flatMap(({ event }) => (event.kind === 'program.output' && event.program === of ? [event.text] : []))
        .join('')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.replace(/^[IWEF]\d{4} .*?\] /, '')),
    exit(of = program) {
      const ended = entries.find(({ event }) => event.kind === 'program.exit' && event.program === of)?.event;
      return ended?.kind === 'program.exit' ? { code: ended.code, why: ended.why } : undefined;
    },
  };
}
