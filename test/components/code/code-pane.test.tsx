import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { CodePane } from '../../../src/components/code/CodePane.tsx';
import { firstCode, highlightFile } from '../../../src/components/code/highlight.ts';
import { type CodeFile, excerptOf } from '../../../src/components/code/source.ts';
import { Player } from '../../../src/components/scope/player/player.ts';
import { entriesOf, recordingOf } from '../scope/panes/worlds.ts';

const source = `export class Counter {
  // Mirrors: pkg/controller/counter.go#Counter.Add
  add(n: number): number {
    const sum = n + 1;
    return sum;
  }
}
`;
const line = (number: number, locals: Readonly<Record<string, string>>) =>
  ({ kind: 'line', file: 'counter.ts', line: number, function: 'Counter.add', depth: 0, locals }) as const;
const entries = entriesOf([
  { event: line(4, { n: '1' }), process: 0 },
  { event: line(5, { n: '1', sum: '2' }), process: 0 },
]);
const run = recordingOf(entries, { processes: [{ id: 0, name: 'counter', group: 'g' }] });

function drawn(player: Player, files: readonly CodeFile[]): string {
  return renderToString(<CodePane player={player} view={player.view.value} files={files} />);
}

describe('the code pane without a browser', () => {
  test('lights the line, marks what ran, and shows the locals', async () => {
    const code = excerptOf(await highlightFile('counter.ts', source), 3, 6);
    const html = drawn(new Player(run, { start: 1 }), [code]);
    const rows = [...html.matchAll(/<li class="code-row"([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(rows).toHaveLength(4);
    expect(rows.filter((attributes) => attributes?.includes('aria-current="step"'))).toEqual([
      expect.stringContaining('data-line="5"'),
    ]);
    expect(rows.filter((attributes) => attributes?.includes('data-ran'))).toHaveLength(2);
    expect(html).toContain('aria-label="Breakpoint on line 4, ran once"');
    expect(html).toContain('Runs now in <code>counter</code>');
    expect(html).toMatch(/<code>sum<\/code><\/dt><dd><code>2<\/code><span class="code-note"> new<\/span>/);
  });

  test('says where upstream has the function', async () => {
    const code = await highlightFile('counter.ts', source);
    const html = drawn(new Player(run), [code]);
    expect(html).toContain(
      'href="https://github.com/kubernetes/kubernetes/blob/v1.20.2/pkg/controller/counter.go"',
    );
    expect(html).toContain('<code>Counter.Add</code>');
  });

  test('a breakpoint is told as pressed, and its line number is the only tab stop of the gutter', async () => {
    const code = await highlightFile('counter.ts', source);
    const player = new Player(run);
    await player.toggleBreakpoint({ file: 'counter.ts', line: 5 });
    const html = drawn(player, [code]);
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
    expect(html.match(/<button[^>]*tabindex="0"/g)).toHaveLength(1);
  });

  test('without a file it says what else to look at', () => {
    expect(drawn(new Player(run), [])).toContain('shows no source file');
  });
});

test('the first frame of a page holds the current function, and only the names of the other files', async () => {
  const file = 'sim/random.ts';
  const at = entriesOf([
    { event: { kind: 'line', file, line: 34, function: 'Random.uint32', depth: 0, locals: {} } },
  ]);
  const files = await firstCode(['sim/pmap.ts', file], at, 0);
  expect(files.map((one) => [one.file, one.lines.length > 0, one.whole])).toEqual([
    ['sim/pmap.ts', false, false],
    [file, true, false],
  ]);
  const shown = files[1];
  expect(shown?.lines[0]).toContain('uint32');
  expect(34 - (shown?.from ?? 0)).toBeLessThan(shown?.lines.length ?? 0);
});
