import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/machinery/delta-fifo/scenario.ts';
import type { Entry, World } from '../../src/runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, podsOf, named } from './played.ts';

const [merged, inOrder, atomic] = named(scenarios, '', 'in-order', 'atomic');
const informer = 'pod-ledger/pods';
const text = chapter('machinery/delta-fifo').replaceAll(/\s+/g, ' ');

/** Keys of the queue, each with its deltas. */
function queueOf({ world }: Entry): string[] {
  const { queue, deltas } = mapGet(world.informers, informer)!;
  return queue.map((key) => `${key.replace('default/', '')}: ${mapGet(deltas, key)!.join(' ')}`);
}
const ledgerOf = (world: World): string[] =>
  mapEntries(mapGet(world.indexers, informer)!)
    .map(([key]) => key.replace('default/', ''))
    .sort();
const tableOf = (world: World, name: string): string[] =>
  mapGet(world.tables, `pod-ledger/${name}`)!.rows.map(({ name: row, cells }) => `${row} ${cells.join(' ')}`);
/** What was taken out of the queue, in order. */
const popsOf = (played: Played): string[] =>
  played
    .all('fifo.pop')
    .map(({ event }) => `${event.key.replace('default/', '')}: ${event.deltas.join(' ')}`);

describe('a DeltaFIFO', async () => {
  const played = await Played.of(merged);
  const pop = (key: string, nth = 1) => played.all('fifo.pop', { key: `default/${key}` })[nth - 1]!;
  const [first, second, third] = played.all('reflector.list');

  test('INF-13 holds keys in their order, each with its deltas; updates are appended and not merged', () => {
    expect(queueOf(played.all('fifo.add', { delta: 'Replaced' })[3]!)).toEqual([
      'web-1: Replaced',
      'web-2: Replaced',
      'web-3: Replaced',
      'web-4: Replaced',
    ]);
    const grown = played.all('fifo.add', { delta: 'Updated' })[1]!;
    expect(queueOf(grown)).toContain('web-3: Replaced Updated Updated');
    expect(tableOf(grown.world, 'queue')).toContain('web-3 Replaced, Updated, Updated');
    const versions = played.all('indexer.write', { key: 'default/web-3' }).map(({ event }) => event.revision);
    expect(versions.slice(0, 3)).toEqual([5, 7, 8]);
    expect(text).toContain('So updates are not merged at all.');
  });

  test('INF-13 INF-15 nothing is added while an item is worked off, and the reflector waits for the lock', () => {
    const told = played.all('watch.event', { type: 'MODIFIED' })[1]!;
    expect(queueOf(told)).toContain('web-3: Replaced');
    const next = played.entries[told.index + 1]!;
    expect(tableOf(next.world, 'lock')).toContain('Who has the lock? ledger: web-1');
    const added = played.first('fifo.add', { delta: 'Updated' });
    expect([told.at, added.at]).toEqual([502, 1104]);
  });

  test('INF-13 a second deletion of the same object is merged with the first', () => {
    const [, again] = played.all('fifo.add', { delta: 'Deleted', key: 'default/web-2' });
    expect(again!.at).toBeGreaterThan(third!.at);
    expect(tableOf(again!.world, 'queue')).toContain('web-2 Deleted');
    expect(pop('web-2', 2).event.deltas).toEqual(['Deleted']);
    expect(pop('web-4', 2).event.deltas).toEqual(['Replaced', 'Replaced']);
  });

  test('INF-14 a list makes Replaced for what it has, and then a deletion for what it lacks', () => {
    const made = played
      .all('fifo.add', {}, second!.index)
      .slice(0, 4)
      .map(({ event }) => `${event.key} ${event.delta}`);
    expect(made).toEqual([
      'default/web-1 Replaced',
      'default/web-3 Replaced',
      'default/web-4 Replaced',
      'default/web-2 Deleted',
    ]);
    // No watch told of it.
    expect(played.all('watch.event', { type: 'DELETED' }).map(({ event }) => event.key)).toEqual([
      'default/web-3',
    ]);
    expect(text).toMatch(/the key, and the pod as the ledger had it\. That may be old/);
  });

  test('INF-15 the head goes with all its deltas; what fails is put back at the end; synced counts what was taken out', () => {
    expect(first!.event.count).toBe(4);
    expect(popsOf(played).slice(0, 5)).toEqual([
      'web-1: Replaced',
      'web-2: Replaced',
      'web-3: Replaced Updated Updated',
      'web-4: Replaced',
      'web-1: Replaced',
    ]);
    expect(queueOf(pop('web-2')).at(-1)).toBe('web-1: Replaced');
    const again = pop('web-1', 2);
    expect(ledgerOf(again.world)).not.toContain('web-1');
    expect(mapGet(again.world.informers, informer)!.synced).toBe(true);
    expect(tableOf(again.world, 'lock')).toContain('Has it synced? yes');
    expect(mapGet(pop('web-4').world.informers, informer)!.synced).toBe(false);
  });

  test('the ledger has two pods for a second, where there were never fewer than three', () => {
    const from = played.act(12).index;
    const stored = played.entries.slice(from).map(({ world }) => podsOf(world).length);
    expect(Math.min(...stored)).toBe(3);
    const struck = played.first('indexer.write', { verb: 'delete', key: 'default/web-3' });
    expect(ledgerOf(struck.world)).toEqual(['web-1', 'web-4']);
    const written = played.first('indexer.write', { key: 'default/web-5' });
    expect(written.at - struck.at).toBe(1000);
    expect(played.all('act', {}, struck.index)).toEqual([]);
  });
});

describe('a RealFIFO', async () => {
  const played = await Played.of(inOrder);

  test('brings everything in the order in which it happened, and invents no state', () => {
    const pops = popsOf(played);
    expect(pops.filter((each) => each.includes(' ', each.indexOf(': ') + 2))).toEqual([]);
    expect(pops.slice(-3)).toEqual(['web-5: Added', 'web-3: Updated', 'web-3: Deleted']);
    const synced = played.all('fifo.pop', { key: 'default/web-2' })[1]!.index;
    for (const { world } of played.entries.slice(synced))
      expect(ledgerOf(world).length).toBeGreaterThanOrEqual(2);
    const from = played.first('indexer.write', { key: 'default/web-1' }).index;
    for (const { world } of played.entries.slice(from))
      expect(ledgerOf(world).length).toBeGreaterThanOrEqual(3);
  });

  test('queues the deletions of a list first, and puts nothing back', () => {
    const [, second] = played.all('reflector.list');
    expect(played.first('fifo.add', {}, second!.index).event).toMatchObject({ delta: 'Deleted' });
    const failed = played.first('program.output');
    expect(played.first('fifo.pop', { key: 'default/web-1' }, failed.index).at).toBeGreaterThan(second!.at);
  });

  test('with atomic events, a list is one item, and the reflector does not wait', async () => {
    const run = await Played.of(atomic);
    const [all] = run.all('fifo.add', { delta: 'ReplacedAll' });
    const written = run.all('indexer.write').slice(0, 4);
    expect(new Set(written.map(({ at }) => at))).toEqual(new Set([all!.at + 1000]));
    const updated = run.first('fifo.add', { delta: 'Updated' });
    expect(updated.at).toBe(502);
    expect(tableOf(updated.world, 'lock')).toContain('Who has the lock? none');
  });
});
