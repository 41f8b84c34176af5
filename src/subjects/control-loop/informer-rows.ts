import { t, translated } from '../../i18n/t.ts';
import type { DeltaType } from '../../runtime/subjects/control-loop/events.ts';
import type { World } from '../../runtime/stage/world.ts';
import type { IndexerState } from '../../runtime/subjects/control-loop/world.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import { countOf, splitName } from '../../recording/words.ts';
import { objectsOf, podOf, revisionOf } from '../api/objects.ts';
import { stateOf } from '../api/state-of.ts';
import {
  type Cell,
  type Chip,
  type PaneModel,
  type Row,
  type Section,
  type Tone,
  blank,
  cell,
  chips,
} from '../../components/scope/panes/table.ts';

const deltaTones: Readonly<Record<DeltaType, Tone | undefined>> = {
  Added: 'good',
  Updated: undefined,
  Deleted: 'bad',
  Replaced: 'warn',
  Sync: undefined,
  ReplacedAll: 'warn',
  SyncAll: undefined,
};

/** The DeltaFIFO of each informer, keys in the order in which they will be popped. */
export function fifoModel(world: World): PaneModel {
  const sections = mapEntries(world.informers).map(([key, informer]): Section => {
    const rows = informer.queue.map((id, place): Row => {
      const deltas = mapGet(informer.deltas, id) ?? [];
      const list = deltas.map((delta): Chip => ({ text: delta, tone: deltaTones[delta] }));
      return { key: id, cells: [cell(place + 1), cell(id), chips(list)] };
    });
    const columns = [
      { label: t`Place`, as: 'number', share: 1 },
      { label: t`Key`, as: 'code', share: 5 },
      { label: t`Deltas, oldest first`, share: 5 },
    ] as const;
    const empty = informer.synced
      ? t`Empty: every delta has been popped and handed to the indexer and the handlers.`
      : t`Empty: the first list has not arrived.`;
    return {
      key,
      title: key,
      facts: [
        {
          label: t`Reflector`,
          value: cell(
            translated(informer.reflector),
            informer.reflector === 'backing off' ? 'warn' : undefined,
          ),
        },
        { label: t`Resumes from revision`, value: cell(informer.resourceVersion) },
        { label: t`Synced`, value: informer.synced ? cell(t`yes`, 'good') : cell(t`not yet`) },
      ],
      table: { caption: t`DeltaFIFO of ${key}`, columns, rows, empty },
    };
  });
  return {
    sections,
    empty: t`No informer runs yet. The keys that wait in each DeltaFIFO appear here, each with its deltas.`,
  };
}

/** The cache of each informer beside the store: what it has, what it has of an older revision, what it lacks. */
export function indexerModel(world: World): PaneModel {
  const sections = mapEntries(world.indexers).map(([key, indexer]) => indexerSection(world, key, indexer));
  return {
    sections,
    empty: t`No cache is filled yet. Each object that an informer has stored appears here, beside its revision in the store.`,
  };
}

function indexerSection(world: World, key: string, indexer: IndexerState): Section {
  const { program, resource } = splitName(key);
  const rows: Row[] = [];
  let stale = 0;
  for (const [id, cached] of mapEntries(indexer)) {
    const stored = mapGet(world.store.objects, `${resource}/${id}`);
    const behind = stored ? revisionOf(stored) - revisionOf(cached) : undefined;
    if (behind !== 0) stale++;
    rows.push({ key: id, cells: [cell(id), stateOf(cached), cachedCell(cached, behind), storeCell(stored)] });
  }
  for (const [storeKey, stored] of objectsOf(world.store.objects, resource)) {
    const id = storeKey.slice(resource.length + 1);
    if (mapGet(indexer, id) || !isMeantFor(program, stored)) continue;
    stale++;
    rows.push({ key: id, cells: [cell(id), blank, cell(t`not here yet`, 'warn'), storeCell(stored)] });
  }
  const columns = [
    { label: t`Key`, as: 'code', share: 4 },
    { label: t`State in the cache`, share: 4 },
    { label: t`Revision in the cache`, as: 'number', share: 5 },
    { label: t`In the store`, as: 'number', share: 2 },
  ] as const;
  return {
    key,
    title: key,
    facts: [
      { label: t`Cached`, value: cell(countOf(indexer.size, 'object')) },
      {
        label: t`Differs from the store`,
        value: stale === 0 ? cell(t`nowhere`, 'good') : cell(countOf(stale, 'place'), 'warn'),
      },
    ],
    table: { caption: t`Cache of ${key}`, columns, rows, empty: t`The cache of ${key} is empty.` },
  };
}

function cachedCell(cached: StoredObject, behind: number | undefined): Cell {
  const revision = revisionOf(cached);
  if (behind === undefined) return cell(revision, 'warn', t`gone from the store`);
  return behind === 0 ? cell(revision) : cell(revision, 'warn', t`behind by ${countOf(behind, 'revision')}`);
}

function storeCell(stored: StoredObject | undefined): Cell {
  return stored ? cell(revisionOf(stored)) : cell(t`gone`);
}

/** A kubelet watches the pods of its own node, so the others are not missing from its cache. */
function isMeantFor(program: string, object: StoredObject): boolean {
  if (object.kind !== 'Pod' || !program.startsWith('kubelet')) return true;
  return podOf(object).spec?.nodeName === program.slice(program.indexOf('/') + 1);
}
