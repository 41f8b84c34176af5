/**
 * npm run former -- COMMIT…: notes where the code that exercises let readers edit stood at each COMMIT, one that was published, so that
 * links made then still open. Run it after such code has moved, or text beside it in its file has changed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExercises } from '../src/components/exercises/exercise-files.ts';
import type { CodeExercise } from '../src/components/exercises/exercise.ts';
import { excerpt } from '../src/components/prose/snippet.ts';
import { digestOf } from '../src/components/scope/link/edited-part.ts';
import { type FormerFile, type FormerLines, formerName } from '../src/components/scope/link/former-files.ts';
import { withoutMark } from '../src/sources/go-lines-read.ts';
import { root } from './project.ts';

const path = join(root, 'src/components/scope/link/former-files.json');

/** A file of the project at a commit; undefined if it was not there. */
function textAt(commit: string, file: string): string | undefined {
  try {
    return execFileSync('git', ['show', `${commit}:${file}`], { cwd: root, stdio: 'pipe', encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

/** A file as the site shows it, at a commit or now. */
function shown(text: string): string[] {
  return text.split('\n').map(withoutMark);
}

/** What an exercise let readers edit at a commit; undefined if there was no such exercise. */
function formerly(
  commit: string,
  written: string,
):
  | { readonly file: string; readonly text: readonly string[]; readonly from: number; readonly to: number }
  | undefined {
  const exercise = textAt(commit, written) ?? '';
  const [, file = ''] = /^ {2}file: '(.+)',$/m.exec(exercise) ?? [];
  const [, symbol = ''] = /^ {2}symbol: '(.+)',$/m.exec(exercise) ?? [];
  const source = textAt(commit, `src/runtime/${file}`);
  if (source === undefined) return undefined;
  const { firstLine, lastLine } = excerpt(file, source, symbol);
  // A reader's text may go on behind the declaration, as ours does: with an empty line.
  return { file, text: shown(source), from: firstLine, to: lastLine + 1 };
}

const fewest = 3;

/** Of the lines `from` to `to` of a text, which stand together in the text as it is now. */
function keptLines(was: readonly string[], from: number, to: number, now: readonly string[]): FormerLines[] {
  const stands = (first: number, last: number): boolean =>
    now.some((_line, at) => was.slice(first - 1, last).every((line, i) => now[at + i] === line));
  const kept: FormerLines[] = [];
  for (let first = from; first <= to;) {
    let last = to;
    while (last >= first && !stands(first, last)) last--;
    const count = last - first + 1;
    if (count >= fewest) kept.push([first, count, digestOf(was.slice(first - 1, last).join('\n'))]);
    first = Math.max(first, last) + 1;
  }
  return kept;
}

const commits = process.argv.slice(2);
if (commits.length === 0) throw new Error('expected commits, found none: npm run former -- f2ff3df1');
const known = JSON.parse(readFileSync(path, 'utf8')) as Record<string, FormerFile>;
const exercises = (await readExercises(root)).flatMap(({ path, exercise }) =>
  exercise.kind === 'code' ? [[path, exercise] as const satisfies readonly [string, CodeExercise]] : [],
);
for (const commit of commits) {
  for (const [written, { file: now }] of exercises) {
    const was = formerly(commit, written);
    if (!was) {
      console.log(`${written}: not at ${commit}`);
      continue;
    }
    const name = formerName(was.file, digestOf(was.text.join('\n')));
    const kept = keptLines(
      was.text,
      was.from,
      was.to,
      shown(readFileSync(join(root, 'src/runtime', now), 'utf8')),
    );
    const others = known[name]?.lines.filter(([from]) => from < was.from || from > was.to) ?? [];
    known[name] = { now, lines: [...others, ...kept] };
  }
}
const sorted = Object.entries(known).sort(([a], [b]) => a.localeCompare(b, 'en'));
const rows = sorted.map(([name, former]) => `  ${JSON.stringify(name)}: ${JSON.stringify(former)}`);
writeFileSync(path, `{\n${rows.join(',\n')}\n}\n`);
console.log(`${path} names ${rows.length} files as they were.`);
