import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controllers/the-control-loop/scenario.ts';
import { exchangesSource } from '../../src/recording/exchanges.ts';
import { record } from '../../src/recording/record.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { select } from '../../src/recording/select.ts';
import { loadAllWords } from '../../src/recording/subjects.ts';
import { toyRun } from './sample.ts';

await loadAllWords();
const run = await record(scenarios[0]!, { lines: false });
const at = (selector: string): number => select(run, selector)[0]!;

describe('who asked whom', () => {
  test('is a sequence diagram of requests, answers and what watches tell', () => {
    const source = exchangesSource(run, {
      from: at('first act'),
      to: at('#2 api.request create pods'),
      most: 60,
    });
    expect(`\n${source}`).toMatchInlineSnapshot(`
      "
      sequenceDiagram
        accTitle: Who asked whom
        accDescr: From 300 ms to 306 ms of the run controllers/the-control-loop, seed 5.
        participant p1 as API server
        participant p2 as kubectl
        participant p3 as the garbage collector stand-in
        participant p4 as kube-controller-manager
        Note right of p1: 300 ms The user applies ReplicaSet default/web
        p1-->>p2: 300 ms ReplicaSet default/web stored (revision 5)
        p1-)p3: 302 ms ADDED ReplicaSet default/web (5)
        p1-)p4: 302 ms ADDED ReplicaSet default/web (5)
        p4->>p1: 302 ms create pod default/web-
        p1-->>p4: 304 ms pod default/web-tggnc stored (revision 6)
        p4->>p1: 306 ms create pod default/web-
      "
    `);
  });

  test('shows refusals, and what is left out before and behind', () => {
    const source = exchangesSource(run, { most: 4, around: at('first api.error Conflict') });
    expect(`\n${source}`).toMatchInlineSnapshot(`
      "
      sequenceDiagram
        accTitle: Who asked whom
        accDescr: From 314 ms to 318 ms of the run controllers/the-control-loop, seed 5.
        participant p1 as the scheduler stand-in
        participant p2 as API server
        participant p3 as kube-controller-manager
        Note right of p1: 74 before this are left out
        p1->>p2: 314 ms create Event default/web-cc6r2.165ab49c577bc280
        p2-->>p1: 316 ms Event default/web-cc6r2.165ab49c577bc280 stored (revision 14)
        p2--xp3: 318 ms 409 Conflict
        p3->>p2: 318 ms get ReplicaSet default/web
        Note right of p1: 134 after this are left out
      "
    `);
  });

  test('begins at the beginning unless it is asked round a moment', () => {
    const lines = exchangesSource(run, { from: at('first act'), most: 2 })?.split('\n') ?? [];
    expect(lines.slice(-4)).toMatchInlineSnapshot(`
      [
        "  Note right of p1: 300 ms The user applies ReplicaSet default/web",
        "  p1-->>p2: 300 ms ReplicaSet default/web stored (revision 5)",
        "  Note right of p1: 173 after this are left out",
        "",
      ]
    `);
  });

  test('is nothing where nobody asks anybody', () => {
    const here = at('workqueue.add default/web');
    expect(exchangesSource(run, { from: here, to: here, most: 9 })).toBeUndefined();
  });

  test('takes names as words, whatever stands in them', () => {
    const toy = toyRun();
    const named: Recording = {
      ...toy,
      scenario: 'a#b; %%{init: {}}%%',
      entries: toy.entries.map((entry) =>
        entry.event.kind === 'store.write'
          ? { ...entry, event: { ...entry.event, program: '<b>end<b>\nnote over p1: "x"' } }
          : entry,
      ),
    };
    const source = exchangesSource(named, { most: 9 }) ?? '';
    expect(source).toContain('participant p2 as #60;b#62;end#60;b#62; note over p1: #34;x#34;');
    expect(source).toContain('of the run a#35;b#59; #37;#37;#123;init: #123;#125;#125;#37;#37;, seed 1.');
  });
});
