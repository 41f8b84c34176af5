/**
 * node scripts/budgets.ts [--record]: what a reader meets, gzipped, against the budgets that docs/decisions/budgets.md gives, with their
 * reasons. Budgets change only with that page. Weights of single scripts are compared with those of scripts/weights.json, and not
 * judged; --record keeps those of this build there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { subjectOf } from '../src/recording/planes.ts';
import { dist, root } from './project.ts';
import { type PageWeight, weigh } from './weigh.ts';

const kB = 1000;
/** From docs/decisions/budgets.md, in kB: what a page loads before a Scope wakes, what waking one loads, and what one click loads. */
const budgets = { page: 44, waking: 63, click: 193 };
/** More for a Chinese page, and for one with the Go of upstream in it, which only a build with its tree has. */
const more = { pageInChinese: 4, wakingInChinese: 22, pageWithGo: 3 };

interface Row {
  readonly what: string;
  readonly bytes: number;
  readonly most: number;
  /** Where it is heaviest. */
  readonly at: string;
}

const { pages, later } = weigh(dist);
const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, size) => total + size, 0);
const nameOf = (path: string): string => basename(path).replace(/[.-][\w-]{8}\.js$/, '');

/** The scripts that load with those of these names, once each. */
function together(...names: readonly string[]): number {
  const all = [...later].filter(([entry]) => names.includes(nameOf(entry))).flatMap(([, own]) => [...own]);
  if (all.length === 0) throw new Error(`expected scripts named ${names.join(', ')} in dist, found none`);
  return sum(new Map(all).values());
}

function heaviest(what: string, most: number, chosen: readonly PageWeight[]): Row[] {
  const [first] = chosen.toSorted((a, b) => b.bytes - a.bytes);
  return first ? [{ what, bytes: first.bytes, most, at: first.path }] : [];
}

const isChinese = ({ html }: PageWeight): boolean => html.includes('<html lang="zh');
const hasGo = ({ html }: PageWeight): boolean => html.includes('<details class="theirs');
const pageRows = [false, true].flatMap((chinese) =>
  [false, true].flatMap((go) =>
    heaviest(
      `a page${go ? ' with Go' : ''}${chinese ? ', in Chinese' : ''}`,
      budgets.page + (chinese ? more.pageInChinese : 0) + (go ? more.pageWithGo : 0),
      pages.filter((page) => isChinese(page) === chinese && hasGo(page) === go),
    ),
  ),
);
/** An engine is no click: it comes with its page, runs in a worker, and holds up no reader. */
const isEngine = (entry: string): boolean => nameOf(entry).endsWith('.worker');
const clicks = [...later]
  .filter(([entry]) => !isEngine(entry))
  .map(([entry, own]) => ({ at: nameOf(entry), bytes: sum(own.values()) }));
const click = clicks.toSorted((a, b) => b.bytes - a.bytes)[0]!;
/** What a Scope of the default plane needs before it can be used; its picture is called as its subject. */
const waking = ['mount', 'desk', 'usual-words', subjectOf({}), 'picture-kit'];
const wakingInChinese = [...waking, 'chinese-live', 'usual-chinese'];
const rows: readonly Row[] = [
  ...pageRows.map((row) => ({ ...row, most: row.most * kB })),
  { what: 'a Scope wakes', bytes: together(...waking), most: budgets.waking * kB, at: waking.join(', ') },
  {
    what: 'a Scope wakes, in Chinese',
    bytes: together(...wakingInChinese),
    most: (budgets.waking + more.wakingInChinese) * kB,
    at: wakingInChinese.join(', '),
  },
  { what: 'one click', ...click, most: budgets.click * kB },
];

const show = (bytes: number): string => `${(bytes / kB).toFixed(1)} kB`.padStart(9);
const wide = Math.max(...rows.map(({ what }) => what.length));
console.log(`${'gzipped'.padEnd(wide)}     loads      most   the heaviest`);
for (const { what, bytes, most, at } of rows) {
  console.log(`${what.padEnd(wide)} ${show(bytes)} ${show(most)}   ${at}${bytes > most ? '  TOO MUCH' : ''}`);
}

/** In kB by name; scripts of one name are weighed together. */
const weights: Record<string, number> = {};
for (const [path, size] of new Map([...later.values()].flatMap((own) => [...own]))) {
  weights[nameOf(path)] = (weights[nameOf(path)] ?? 0) + size;
}
for (const [name, bytes] of Object.entries(weights)) weights[name] = Math.round(bytes / 100) / 10;
const file = join(root, 'scripts/weights.json');
if (process.argv.includes('--record')) {
  writeFileSync(file, `${JSON.stringify(weights, Object.keys(weights).sort(), 2)}\n`);
}
const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
const differing = [...new Set([...Object.keys(before), ...Object.keys(weights)])]
  .map((name) => ({ name, was: before[name] ?? 0, is: weights[name] ?? 0 }))
  .filter(({ was, is }) => Math.abs(is - was) > 0.05)
  .toSorted((a, b) => Math.abs(b.is - b.was) - Math.abs(a.is - a.was));
const all = sum(Object.values(weights));
console.log(
  `\nWhat loads later weighs ${all.toFixed(1)} kB; ${differing.length} scripts differ from scripts/weights.json.`,
);
for (const { name, was, is } of differing) {
  console.log(
    `${is > was ? '+' : '-'}${Math.abs(is - was)
      .toFixed(1)
      .padStart(6)} kB  ${name}: ${was} to ${is} kB`,
  );
}

const over = rows.filter(({ bytes, most }) => bytes > most);
if (over.length > 0) {
  console.error(`\nOver budget: ${over.map(({ what }) => what).join(', ')}. Load less, or load it later.`);
  process.exit(1);
}
