import { signal } from '@preact/signals';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { Acts } from '../../../../src/components/scope/acts/Acts.tsx';
import { TakenActs } from '../../../../src/components/scope/acts/TakenActs.tsx';
import { Panes, loadPanes } from '../../../../src/components/scope/panes/Panes.tsx';
import { panesOf } from '../../../../src/components/scope/panes/pane.ts';
import { Player } from '../../../../src/components/scope/player/player.ts';
import type { Act } from '../../../../src/runtime/stage/acts.ts';
import { emptyWorld } from '../../../runtime/empty-world.ts';
import { mapFrom } from '../../../../src/runtime/sim/pmap.ts';
import { entriesOf, pod, recordingOf, worldWith } from './worlds.ts';

const write = {
  kind: 'store.write',
  verb: 'update',
  resource: 'pods',
  key: 'pods/default/a',
  program: 'kubectl',
} as const;
const first = pod('a', 1);
const second = pod('a', 2, { node: 'node-a' });
const table = { title: 'Options', columns: ['Option', 'Value'], rows: [{ name: 'workers', cells: ['5'] }] };
const tables = mapFrom([['kube-controller-manager/options', table]]);
const entries = entriesOf([
  { event: { kind: 'program.start', program: 'kube-controller-manager' }, world: emptyWorld() },
  {
    event: { ...write, verb: 'create', revision: 1, object: first },
    world: worldWith({ 'pods/default/a': first }),
  },
  {
    event: { ...write, revision: 2, object: second, previous: first },
    world: worldWith({ 'pods/default/a': second }),
  },
  { event: { ...write, verb: 'delete', revision: 3, object: second }, world: worldWith({}, { tables }) },
]);

const { subjects } = recordingOf([]);
await loadPanes(subjects, { problem: signal(undefined) });
const panes = panesOf(subjects);

function htmlAt(start: number, pane = 'store'): string {
  const player = new Player(recordingOf(entries), { start });
  player.openPane.value = pane;
  return renderToString(<Panes player={player} view={player.view.value} />);
}

describe('the panes without a browser', () => {
  test.each(panes.map(({ id, label, about }) => [id, label, about] as const))(
    '%s is rendered, empty and filled',
    (id, label, about) => {
      for (const start of [0, 1, 2, 3]) {
        const html = htmlAt(start, id);
        expect(html).toContain(about.replaceAll('"', '&quot;'));
        expect(html).toMatch(new RegExp(`aria-selected="true"[^>]*>${label}`));
        expect(html).toContain('role="tabpanel"');
      }
    },
  );

  test('one tab is a tab stop, and controls the panel', () => {
    const html = htmlAt(1, 'queue');
    expect(html.match(/role="tab"/g)).toHaveLength(panes.length);
    expect(html.match(/tabindex="0"[^>]*role="tab"|role="tab"[^>]*tabindex="0"/g)).toHaveLength(1);
    const [, controls] = /aria-controls="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`id="${controls}"`);
  });

  test('there is no tab for tables where a run has none', () => {
    const player = new Player(recordingOf(entries.slice(0, 3)));
    const html = renderToString(<Panes player={player} view={player.view.value} />);
    expect(html.match(/role="tab"/g)).toHaveLength(panes.length - 1);
    expect(html).not.toContain('data-tab="state"');
  });

  test('the store says in words what a step changed', () => {
    const html = htmlAt(2);
    expect(html).toContain('<span class="visually-hidden">changed</span>');
    expect(html).toContain('was <del>Pending, no node</del>');
    expect(html).toContain('was <del>&quot;1&quot;</del>');
    expect(html).toContain('<span class="visually-hidden">added: </span>');
  });

  test('a deleted object is shown once more, as it was', () => {
    const html = htmlAt(3);
    expect(html).toContain('Deleted in this step. Until then it was:');
    expect(html).toContain('<span class="visually-hidden">gone</span>');
  });

  test('text of objects is never markup', () => {
    const evil = pod('<img src=x onerror=alert(1)>', 1);
    const world = worldWith({ 'pods/default/<img src=x onerror=alert(1)>': evil });
    const run = recordingOf(entriesOf([{ event: { kind: 'store.compact', revision: 1 }, world }]));
    for (const { id } of panes) {
      const player = new Player(run);
      player.openPane.value = id;
      expect(renderToString(<Panes player={player} view={player.view.value} />)).not.toContain('<img');
    }
  });
});

describe('the acts without a browser', () => {
  test('wait for a Scope that can run again', () => {
    const html = renderToString(<Acts player={new Player(recordingOf(entries))} />);
    expect(html.match(/data-offer/g)).toHaveLength(9);
    expect(html.match(/<button[^>]*disabled/g)).toHaveLength(9);
  });

  test('list what was done in this branch, and what was refused', () => {
    const act: Act = { kind: 'fail', namespace: 'default', name: 'a' };
    const run = recordingOf(
      entriesOf([{ event: { kind: 'act', act, by: 'reader', error: 'pod default/a is on no node' } }]),
      {
        acts: [{ step: 0, act }],
      },
    );
    const html = renderToString(<TakenActs player={new Player(run)} onTakeBack={() => {}} />);
    expect(html).toContain('let pod default/a fail');
    expect(html).toContain('Refused: pod default/a is on no node');
    expect(html).toContain('aria-label="Take back: let pod default/a fail"');
  });
});
