import fc from 'fast-check';
import type { Event } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newEventCorrelatorWithOptions } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/events_cache.ts';
import type { CorrelatorOptions } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { type Properties, property } from './property.ts';

/** What programs say, and when: each event is of one of a few sources, objects, reasons and messages. */
export interface Chatter {
  readonly said: readonly {
    readonly waitSeconds: number;
    readonly source: number;
    readonly object: number;
    readonly reason: number;
    readonly message: number;
    /** How often the same is said in one go. */
    readonly times: number;
  }[];
}

export const chatters: fc.Arbitrary<Chatter> = fc.record({
  said: fc.array(
    fc.record({
      waitSeconds: fc.oneof(fc.nat(20), fc.nat(900)),
      source: fc.nat(1),
      object: fc.nat(2),
      reason: fc.nat(1),
      message: fc.nat(15),
      times: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
    }),
    { maxLength: 60 },
  ),
});

const burst = 25;
const secondsAToken = 300;
const mostMessages = 10;

/** Brings what is said through a correlator, and says which of its limits did not hold. */
export function chatterWrongs({ said }: Chatter, options: CorrelatorOptions = {}): string[] {
  const sim = new Sim({ seed: 1 });
  const correlator = newEventCorrelatorWithOptions(sim, options);
  /** Times, in s, at which an event passed, by source and object. */
  const passed = new Map<string, number[]>();
  /** Events that are in the store, by name; and how many there are of a group. */
  const created = new Map<string, { readonly group: string; readonly at: number }>();
  const wrongs: string[] = [];
  for (const { waitSeconds, source, object, reason, message, times } of said) {
    sim.runFor(waitSeconds * 1000);
    for (let i = 0; i < times; i++) {
      const event: Event = {
        kind: 'Event',
        apiVersion: 'v1',
        metadata: { name: `o${object}.${sim.now}.${i}`, namespace: 'default' },
        involvedObject: { kind: 'Pod', name: `o${object}`, namespace: 'default', uid: `u${object}` },
        source: { component: `s${source}` },
        reason: `R${reason}`,
        message: `m${message}`,
        type: 'Normal',
        count: 1,
      };
      const result = correlator.eventCorrelate(event);
      if (result.skip) continue;
      const now = sim.now / 1000;
      const key = `s${source} o${object}`;
      passed.set(key, [...(passed.get(key) ?? []), now]);
      if ((result.event.count ?? 0) > 1 && !result.patch) wrongs.push(`${key}: counted, and no patch`);
      if ((result.event.count ?? 0) === 1)
        created.set(result.event.metadata.name ?? '', { group: `${key} R${reason}`, at: now });
    }
  }
  for (const [key, at] of passed) wrongs.push(...tooMany(key, at));
  for (const [name, { group, at }] of created) {
    const tenMinutes = [...created.values()].filter(
      (other) => other.group === group && other.at <= at && other.at > at - 600,
    );
    // Nine of their own and one combined; the token bucket may let a repeat of a forgotten one be counted anew.
    if (tenMinutes.length > mostMessages)
      wrongs.push(`${group}: ${tenMinutes.length} objects in ten minutes up to ${name}`);
  }
  return wrongs;
}

/** However they are placed: in any stretch of time there are no more than the bucket held and gained in it. */
function tooMany(key: string, at: readonly number[]): string[] {
  for (let from = 0; from < at.length; from++) {
    for (let to = from; to < at.length; to++) {
      const most = burst + (at[to]! - at[from]!) / secondsAToken;
      if (to - from + 1 > most + 1e-6) return [`${key}: ${to - from + 1} events in ${at[to]! - at[from]!} s`];
    }
  }
  return [];
}

export const properties: Properties = { events: property(chatters, (chatter) => chatterWrongs(chatter)) };
