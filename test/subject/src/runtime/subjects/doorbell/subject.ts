import { type PMap, emptyMap, mapGet, mapSet } from '../../sim/pmap.ts';
import type { Subject } from '../../stage/subject.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { doorbellActs } from './acts.ts';
import type { Button, Chime } from './chime.ts';

declare module '../../stage/world.ts' {
  interface Slices {
    /** How often the chime rang, by door. */
    readonly rings: PMap<number>;
  }
}

declare module '../../stage/settings.ts' {
  interface Settings {
    /** Each has a button. */
    readonly doors: readonly string[];
  }
}

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly chime: Chime;
    readonly 'door-button': Button;
  }
}

/** Doors, their buttons, and the chime that rings for them. */
export const doorbell: Subject = {
  name: 'doorbell',
  slices: { rings: emptyMap() },
  settings: { doors: ['front', 'back'] },
  acts: doorbellActs,
  observe: () => ({
    chime: observeChime,
    'door-button': (trace, program, button) => {
      const press = button.press.bind(button);
      button.press = () => {
        trace.stage({ kind: 'bell.press', program, door: button.door });
        press();
      };
      return button;
    },
  }),
};

function observeChime(trace: Trace, program: string, chime: Chime): Chime {
  const key = `${program}/rings`;
  showTable(trace, key, { title: 'Rings', columns: ['Door', 'Times'], rows: [] });
  const ring = chime.ring.bind(chime);
  chime.ring = (door) => {
    const times = (mapGet(trace.world.rings, door) ?? 0) + 1;
    trace.change('rings', mapSet(trace.world.rings, door, times));
    showRow(trace, key, { name: door, cells: [String(times)] });
    trace.stage({ kind: 'bell.ring', program, door, tone: chime.tone });
    ring(door);
  };
  return chime;
}
