import { readFileSync } from 'node:fs';
import { record, type RecordOptions } from '../../src/recording/record.ts';
import type { Recording } from '../../src/recording/recording.ts';
import type {
  Pod,
  ReplicaSet,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import type { EventKind, EventOf } from '../../src/runtime/stage/events.ts';
import type { Entry, World } from '../../src/runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';

export type EntryOf<K extends EventKind> = Entry & { readonly event: EventOf<K> };

/** A recording to ask questions of. */
export class Played {
  readonly recording: Recording;

  constructor(recording: Recording) {
    this.recording = recording;
  }

  static async of(scenario: Scenario, options: RecordOptions = {}): Promise<Played> {
    return new Played(await record(scenario, { lines: false, ...options }));
  }

  get entries(): readonly Entry[] {
    return this.recording.entries;
  }

  /** Entries of a kind whose events have these fields, in order, from an index on. */
  all<K extends EventKind>(kind: K, fields: Partial<EventOf<K>> = {}, from = 0): EntryOf<K>[] {
    return this.entries.filter((entry): entry is EntryOf<K> => {
      const event = entry.event as Readonly<Record<string, unknown>>;
      return (
        entry.index >= from &&
        event['kind'] === kind &&
        Object.entries(fields).every(([name, value]) => event[name] === value)
      );
    });
  }

  first<K extends EventKind>(kind: K, fields: Partial<EventOf<K>> = {}, from = 0): EntryOf<K> {
    const [entry] = this.all(kind, fields, from);
    if (!entry) throw new Error(`no ${kind} ${JSON.stringify(fields)} from entry ${from} on`);
    return entry;
  }

  /** The entry of the nth act of the story, counted from 1. */
  act(n: number): EntryOf<'act'> {
    const act = this.all('act')[n - 1];
    if (!act) throw new Error(`no act ${n}`);
    return act;
  }

  /** What was the case right before act n, or at the end. */
  before(n: number): World {
    const at = this.all('act')[n - 1]?.index ?? this.entries.length;
    return (this.entries[at - 1] as Entry).world;
  }

  /** Kinds of event from an entry back to what nobody caused. */
  chain(entry: Entry): EventKind[] {
    const kinds: EventKind[] = [];
    for (let at: Entry | undefined = entry; at; at = this.entries[at.cause]) kinds.push(at.event.kind);
    return kinds;
  }
}

/** The scenarios of a chapter by what stands after `#` in their ids; `''` is the one of the chapter itself. */
export function named<const Names extends readonly string[]>(
  scenarios: readonly Scenario[],
  ...names: Names
): { [N in keyof Names]: Scenario } {
  const found = names.map((name) => {
    const scenario = scenarios.find(({ id }) => (id.split('#')[1] ?? '') === name);
    if (!scenario) throw new Error(`no scenario "${name}" among ${scenarios.map(({ id }) => id).join(', ')}`);
    return scenario;
  });
  return found as { [N in keyof Names]: Scenario };
}

export function podsOf(world: World): Pod[] {
  return mapEntries(world.store.objects).flatMap(([key, object]) =>
    key.startsWith('pods/') ? [object as Pod] : [],
  );
}

export function setOf(world: World, name = 'web'): ReplicaSet | undefined {
  return mapGet(world.store.objects, `replicasets/default/${name}`) as ReplicaSet | undefined;
}

export const controllerOf = ({ metadata }: Pod): string | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller)?.name;

export function chapter(path: string): string {
  return readFileSync(new URL(`../../content/${path}/index.mdx`, import.meta.url), 'utf8');
}
