import { expect, test } from 'vitest';
import { renderToString } from 'preact-render-to-string';
import { StaticScope } from '../../../src/components/scope/frame/StaticScope.tsx';
import { fileOf, loadScenario } from '../../../src/components/scope/recorder/scenarios.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { emptyWorld } from '../../runtime/empty-world.ts';
import { mapFrom } from '../../../src/runtime/sim/pmap.ts';
import { entriesOf, recordingOf } from './panes/worlds.ts';
import { indexOf, runOf } from './sample-recording.ts';

const html = (recording: Recording, cursor: number): string =>
  renderToString(
    <StaticScope recording={recording} cursor={cursor} title="One loop" layout="chapter" files={[]} />,
  );

test('the first frame tells in words and drawings what is true at its entry', () => {
  const recording = runOf();
  const page = html(recording, indexOf(recording, 'workqueue.get default/web'));
  expect(page).toContain('worker-1 takes default/web from the workqueue replicaset.');
  expect(page).toContain(
    'aria-label="ReplicaSet web wants 2 and has 0 pods, 0 ready. worker-1 works on default/web."',
  );
  expect(page).toContain('data-chip="key:default/web"');
  expect(page.match(/<svg class="picture-drawing/g)?.length).toBe(2);
});

test('the first frame of any run is a picture, with nothing to press', () => {
  const programs = mapFrom([['<b>', { state: 'running', args: [], ports: [] }]] as const);
  const world = { ...emptyWorld(), programs };
  const recording = recordingOf(entriesOf([{ event: { kind: 'program.start', program: '<b>' }, world }]));
  const page = renderToString(
    <StaticScope
      recording={recording}
      cursor={0}
      title="Main"
      layout="chapter"
      view="stage/programs"
      files={[]}
    />,
  );
  expect(page).toContain('aria-label="1 of 1 programs run."');
  expect(page).toContain('&lt;b>');
  expect(page).not.toMatch(/<button|<b>|tabindex/);
});

test('what a scenario offers stands in the frame of a playground, which has room for it', () => {
  const page = renderToString(
    <StaticScope
      recording={runOf()}
      cursor={0}
      title="Main"
      layout="playground"
      offers={['terminate', 'crash']}
      files={[]}
    />,
  );
  const [, menu = ''] = /<div class="acts-menu">(.*?)<\/div>/.exec(page) ?? [];
  expect(menu).toBe('<span>crash a program</span><span>send SIGTERM</span>');
});

test('under the frame stands the way to all of the run in words', () => {
  const page = html(runOf('controllers/replicaset#slow-cache'), 0);
  expect(page).toContain('<a href="/runs/controllers/replicaset/slow-cache/">All 252 steps of it</a>');
});

test('a frame in which something is held brings the styles for it, an empty one leaves them to the live Scope', () => {
  const recording = runOf();
  const stylesAt = (selector: string): number =>
    html(recording, indexOf(recording, selector)).split('<link rel="stylesheet"').length - 1;
  // Every frame has those of the machine itself.
  expect(stylesAt('workqueue.get default/web')).toBe(1);
  expect(stylesAt('first act')).toBe(1);
});

test('without scripts nothing in the frame can be pressed in vain by keyboard', () => {
  const page = html(runOf(), 0);
  expect(page).not.toMatch(/role="slider"/);
  expect(page).not.toMatch(/<g[^>]*role="button"/);
});

test('text of objects is text', () => {
  const recording = runOf();
  const evil = '<img src=x onerror=alert(1)>';
  const entries = recording.entries.map((entry) =>
    entry.event.kind === 'act'
      ? {
          ...entry,
          event: {
            ...entry.event,
            act: { kind: 'scale', namespace: 'default', name: evil, replicas: 1 } as const,
          },
        }
      : entry,
  );
  const page = html({ ...recording, entries }, indexOf(recording, 'first act'));
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img');
});

test('scenarios are found by their ids', async () => {
  expect(fileOf('controllers/replicaset#slow-cache')).toBe('/content/controllers/replicaset/scenario.ts');
  expect(fileOf('playground/scaling')).toBe('/playground/scenarios/scaling.ts');
  const [scenario] = await loadScenario('controllers/replicaset#slow-cache');
  expect(scenario?.title).toBe('A slow cache, with expectations');
  const [, unknown] = await loadScenario('controllers/replicaset#fast-cache');
  expect(unknown?.message).toMatch(
    /^expected the id of a scenario, found "controllers\/replicaset#fast-cache"; this site has controllers\/replicaset#made, .* Open a chapter and take its link again\.$/,
  );
});
