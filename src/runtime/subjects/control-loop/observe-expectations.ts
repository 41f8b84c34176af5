import {
  type UIDTrackingControllerExpectations,
  expectationsTimeoutMs,
} from '../../kubernetes/pkg/controller/controller_utils.ts';
import { causeNow, withCause } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';
import { mapRemove, mapSet } from '../../sim/pmap.ts';
import type { EventOf } from '../../stage/events.ts';
import { overriding } from '../../stage/overriding.ts';
import type { Trace } from '../../stage/world.ts';

type Why = EventOf<'expectations.change'>['why'];

/** Records every change of a controller's expectations, and every time it asks whether they are met. */
export function observeExpectations(
  sim: Sim,
  trace: Trace,
  controller: string,
  expectations: UIDTrackingControllerExpectations,
): UIDTrackingControllerExpectations {
  /** The entry with which the expectations of a key were set. */
  const setBy = new Map<string, number>();
  const nameOf = (key: string): string => `${controller} ${key}`;

  function changed(key: string, why: Why): void {
    const { expectations: all } = trace.world;
    const [now] = expectations.getExpectations(key);
    const [add, del] = now?.getExpectations() ?? [0, 0];
    const deleting = [...(expectations.getUIDs(key) ?? [])];
    const since = now?.timestamp ?? sim.now;
    const state = { add, del, deleting, since, until: since + expectationsTimeoutMs };
    trace.change('expectations', now ? mapSet(all, nameOf(key), state) : mapRemove(all, nameOf(key)));
    const index = trace.record({ kind: 'expectations.change', controller, key, why, add, del });
    if (why === 'set') setBy.set(key, index);
  }

  /** Tells of a call only if it made a difference: observing what nobody expected changes nothing. */
  function ifDifferent(key: string, why: Why, call: () => void): void {
    const before = expectations.getExpectations(key)[0]?.getExpectations().join();
    call();
    if (before !== expectations.getExpectations(key)[0]?.getExpectations().join()) changed(key, why);
  }

  return overriding(expectations, {
    satisfiedExpectations(key) {
      const satisfied = expectations.satisfiedExpectations(key);
      const [now] = expectations.getExpectations(key);
      let why: EventOf<'expectations.check'>['why'] = 'none recorded';
      if (now?.fulfilled()) why = 'fulfilled';
      else if (now && sim.now - now.timestamp > expectationsTimeoutMs) why = 'expired';
      else if (now) why = satisfied ? 'ignored' : 'still waiting';
      const said = { text: 'they were set more than {0} ago', values: [{ ms: expectationsTimeoutMs }] };
      const set = why === 'expired' ? setBy.get(key) : undefined;
      withCause(set === undefined ? causeNow() : trace.decisions.add(set, said), () =>
        trace.record({ kind: 'expectations.check', controller, key, satisfied, why }),
      );
      return satisfied;
    },
    setExpectations(key, add, del) {
      expectations.setExpectations(key, add, del);
      changed(key, 'set');
    },
    expectCreations(key, adds) {
      expectations.expectCreations(key, adds);
      changed(key, 'set');
    },
    expectDeletions(key, keys) {
      expectations.expectDeletions(key, keys);
      changed(key, 'set');
    },
    creationObserved(key) {
      ifDifferent(key, 'creation observed', () => expectations.creationObserved(key));
    },
    deletionObserved(key, podKey) {
      ifDifferent(key, 'deletion observed', () => expectations.deletionObserved(key, podKey));
    },
    raiseExpectations(key, add, del) {
      ifDifferent(key, 'raised', () => expectations.raiseExpectations(key, add, del));
    },
    lowerExpectations(key, add, del) {
      ifDifferent(key, 'lowered', () => expectations.lowerExpectations(key, add, del));
    },
    deleteExpectations(key) {
      ifDifferent(key, 'deleted', () => expectations.deleteExpectations(key));
    },
  });
}
