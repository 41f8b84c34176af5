import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shownCode } from '../../scripts/shown-code.ts';
import { symbolsOf } from '../../src/components/code/symbols.ts';
import { instrument } from '../../src/instrument/instrument.ts';
import { show } from '../../src/sources/problem.ts';
import { linesOf as textOf, placesOf } from '../../src/sources/declarations.ts';
import { linesOf, mapLines } from '../../src/sources/go-lines.ts';
import { goProblems, needlessMarks } from '../../src/sources/go-problems.ts';
import { openTree, sourceTree } from '../../src/sources/tree.ts';

const root = sourceTree();

describe.skipIf(root === undefined)('beside the source of Kubernetes', () => {
  const tree = openTree(root ?? '');

  test('every statement that readers see has its place', async () => {
    const problems = (await shownCode()).flatMap(({ file, declared, shown }) =>
      goProblems(file, declared, shown, tree.read),
    );
    expect(show(problems)).toBe('');
  });

  test('no line has a mark for what the names say already', () => {
    const problems = globSync('src/runtime/**/*.ts').flatMap((name) => {
      const path = name.replaceAll('\\', '/');
      const text = readFileSync(path, 'utf8');
      return needlessMarks({ path, text }, symbolsOf(path, text), tree.read);
    });
    expect(show(problems)).toBe('');
  });

  // The file was made once and then read beside both sources, line by line: what differs from it has to be read again.
  test('the statements of the ReplicaSet controller stand where a reader would put them', async () => {
    const path = 'src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts';
    const text = readFileSync(path, 'utf8');
    const source = text.split('\n');
    const statements = [
      ...new Set(instrument(text, path, { hook: { object: 'hooks' } }).lines.map(({ line }) => line)),
    ];
    const symbols = symbolsOf(path, text);
    const told = symbols.flatMap((symbol) => {
      const [file = '', name = ''] = (symbol.mirrors ?? symbol.partOf ?? '').split('#');
      if (file === '' || symbol.kind !== 'function') return [];
      const upstream = tree.read(file) ?? '';
      const [place] = placesOf(file, upstream, name);
      const ours = linesOf(symbol, symbols, source);
      const go = textOf(upstream, place!).trimEnd().split('\n');
      const { ranges } = mapLines(ours, go, { part: symbol.mirrors === undefined });
      const rows = statements.flatMap((line) => {
        const range = line > symbol.from && line <= symbol.to ? ranges[line - symbol.from] : undefined;
        const words = source[line - 1]?.trim().slice(0, 64).trim();
        return range ? [`  ${range[0] === range[1] ? range[0] : range.join('-')} ${words}`] : [];
      });
      return [symbol.name, ...rows];
    });
    await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('replica_set.lines.txt');
  });
});
