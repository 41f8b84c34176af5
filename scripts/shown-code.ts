import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContent } from '../src/chapters/content.ts';
import { readScenarios, shownFiles } from '../src/chapters/scenarios.ts';
import type { CodeSymbol } from '../src/components/code/source.ts';
import { symbolsOf } from '../src/components/code/symbols.ts';
import { excerpt } from '../src/components/prose/snippet.ts';
import type { SourceFile } from '../src/sources/problem.ts';
import { root } from './project.ts';

/** A file of ours that readers see, what it declares, and which of that they see. */
export interface ShownCode {
  readonly file: SourceFile;
  readonly declared: readonly CodeSymbol[];
  readonly shown: readonly CodeSymbol[];
}

/** The files that a scenario shows, whole, and of others what a chapter cuts out. */
export async function shownCode(): Promise<ShownCode[]> {
  const seen = new Map<string, 'whole' | Set<string>>();
  for (const path of shownFiles(await readScenarios(root))) seen.set(`src/runtime/${path}`, 'whole');
  for (const { name, attributes } of readContent(root).flatMap(({ elements }) => elements)) {
    const { file, symbol } = attributes;
    if (name !== 'Snippet' || typeof file !== 'string' || typeof symbol !== 'string') continue;
    const cut = seen.get(file) ?? new Set();
    seen.set(file, cut);
    if (cut !== 'whole') cut.add(symbol);
  }
  return [...seen].map(([path, cut]) => {
    const text = readFileSync(join(root, path), 'utf8');
    const declared = symbolsOf(path, text);
    const lines = cut === 'whole' ? [] : [...cut].map((symbol) => excerpt(path, text, symbol).firstLine);
    return {
      file: { path, text },
      declared,
      shown: cut === 'whole' ? declared : declared.filter(({ from }) => lines.includes(from)),
    };
  });
}
