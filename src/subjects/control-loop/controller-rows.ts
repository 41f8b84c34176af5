import { t } from '../../i18n/t.ts';
import type { World } from '../../runtime/stage/world.ts';
import type { ExpectationState } from '../../runtime/subjects/control-loop/world.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import { durationWords } from '../../recording/words.ts';
import {
  type Cell,
  type PaneModel,
  type Row,
  type Section,
  cell,
  chips,
  timed,
} from '../../components/scope/panes/table.ts';
import { queueSection } from './queue-section.ts';

/** Every work queue: a row a key that is anywhere in it, those first in line first. */
export function queueModel(world: World, at: number): PaneModel {
  return {
    sections: mapEntries(world.queues).map(([name, queue]) => queueSection(name, queue, at)),
    empty: t`No work queue exists yet. Keys appear here when a handler adds them, and leave when a worker is done.`,
  };
}

/** One work queue, for a table whose rows are called as queues. */
export function queueNamed(name: string, { queues }: World, at: number): Section | undefined {
  const queue = mapGet(queues, name);
  return queue && { ...queueSection(name, queue, at), title: t`Work queue ${name}` };
}

/** What each controller still waits to see, per key. */
export function expectationsModel(world: World, at: number): PaneModel {
  const rows = mapEntries(world.expectations).map(([key, state]): Row => {
    const space = key.indexOf(' ');
    return {
      key,
      cells: [
        cell(key.slice(space + 1)),
        cell(key.slice(0, space)),
        cell(state.add),
        cell(state.del),
        chips(state.deleting.map((pod) => ({ text: pod }))),
        timed(state.since, durationWords(Math.max(0, at - state.since))),
        satisfied(state, at),
      ],
    };
  });
  const empty = t`Nothing is expected. Before a controller creates or deletes pods it writes down here how many it has yet to see in its cache, and it does not act again before it has seen them.`;
  if (rows.length === 0) return { sections: [], empty };
  const columns = [
    { label: t`Key`, as: 'code' },
    { label: t`Controller` },
    { label: t`Creations to see`, as: 'number' },
    { label: t`Deletions to see`, as: 'number' },
    { label: t`Deleting`, as: 'code' },
    { label: t`Age` },
    { label: t`Satisfied?` },
  ] as const;
  const table = { caption: t`Expectations`, columns, rows, empty };
  return { sections: [{ key: 'expectations', title: t`Expectations`, facts: [], table }], empty };
}

function satisfied(state: ExpectationState, at: number): Cell {
  if (state.add <= 0 && state.del <= 0) return cell(t`yes`, 'good', t`all seen`);
  if (at > state.until) return cell(t`yes`, 'warn', t`too old to hold`);
  return cell(t`no`, 'warn', t`waits`);
}
