import { t, translated } from '../../i18n/t.ts';
import type { World } from '../../runtime/stage/world.ts';
import type { WatchState } from '../../runtime/subjects/api/world.ts';
import { mapEntries } from '../../runtime/sim/pmap.ts';
import { durationWords, lastPart } from '../../recording/words.ts';
import { byProgram } from '../../components/scope/panes/by-program.ts';
import { type PaneModel, type Row, type Tone, cell, chips } from '../../components/scope/panes/table.ts';

/** The watches, those of controllers first. */
export function watchesOf(world: World): [string, WatchState][] {
  return mapEntries(world.watches).sort(([, a], [, b]) => byProgram(a.program, b.program));
}

/** Every watch connection: its state, the events on their way, and how far it has come. */
export function watchModel(world: World): PaneModel {
  const rows = watchesOf(world).map(([key, watch]): Row => {
    const tone: Tone | undefined =
      watch.state === 'open' ? 'good' : watch.state === 'cut' ? 'bad' : undefined;
    return {
      key,
      cells: [
        cell(watch.program),
        cell(watch.resource),
        cell(translated(watch.state), tone),
        watch.delayMs > 0 ? cell(durationWords(watch.delayMs), 'warn', t`extra`) : cell(t`none`),
        chips(
          watch.inFlight.map((event) => ({
            text: `${event.type} ${lastPart(event.key)} @${event.revision}`,
          })),
        ),
        cell(watch.revision),
      ],
    };
  });
  if (rows.length === 0)
    return {
      sections: [],
      empty: t`No watch is open yet. Each connection of a reflector to the API server appears here, with the events on their way.`,
    };
  const columns = [
    { label: t`Program`, as: 'code' },
    { label: t`Watches`, as: 'code' },
    { label: t`State` },
    { label: t`Delay` },
    { label: t`In flight`, as: 'code' },
    { label: t`Last revision`, as: 'number' },
  ] as const;
  const table = { caption: t`Watch connections`, columns, rows, empty: t`No watch is open.` };
  return { sections: [{ key: 'watches', title: t`Watches`, facts: [], table }], empty: '' };
}
