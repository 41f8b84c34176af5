import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse, type AnyNode } from 'acorn';
import { dist, root } from './project.ts';

const kB = 1000;

/** HTML, styles and scripts of a page until a Scope wakes; search, loaded when idle, apart. */
const pageBudget = 40 * kB;
/** More for a Chinese page: a character is three bytes, of which gzip saves less than of English words, and it has a style sheet more. */
const inChinese = 3 * kB;
/** More for a page with upstream's text: only where the site is built with a tree of that. */
const goInPage = 3 * kB;

interface LaterBudget {
  readonly what: string;
  /** By what its file is called; the first that fits counts. */
  readonly fits: RegExp;
  readonly most: number;
}

/** Each exercise and each story is a chunk of its own, called as its file. */
const chunksOf = (files: string): readonly string[] =>
  globSync(files, { cwd: root }).map((path) => basename(path, '.ts'));
const exercises = chunksOf('content/*/*/exercises/*.ts');
const stories = [...chunksOf('content/*/*/scenario*.ts'), ...chunksOf('playground/scenarios/*.ts')];
/** That of the ReplicaSet controller first: what others share with it is weighed with it. */
const planes = [...chunksOf('src/runtime/subjects/*/planes/*.ts')].sort(
  (a, b) => Number(b === 'replicaset') - Number(a === 'replicaset'),
);
const oneOf = (names: readonly string[]): RegExp => new RegExp(`^(${names.join('|')})[.-]`);

/**
 * In kB. The command line of the controller-manager has 151 flags, each with its words, and 126 feature gates; the whole program has that
 * and all that it starts, with the lines of its start for readers to step through. So has the scheduler: 28 plugins, its file of
 * configuration with all that is checked in it, the volumes that its plugins look at, and the lines that twelve chapters read. What
 * it remembers of nodes is 1 kB. With each of a dozen kinds comes the shape of its objects, half a kB together.
 */
const planeBudgets: Readonly<Record<string, number>> = {
  replicaset: 16.2,
  controllers: 46,
  cli: 68,
  'controller-manager': 114,
  'small-cloud': 114.4,
  'no-token-requests': 114.2,
  scheduler: 111,
  'scheduler-volumes': 115,
  'own-scheduler': 116,
  'scheduler-extender': 115,
  'scheduler-replicasets': 125,
  'scheduler-command': 161,
};

/** What is loaded later. */
const laterBudgets: readonly LaterBudget[] = [
  // Mirrors of upstream are whole, so the engine has a floor, and chapters on the machinery record the lines of six of its files (6 kB).
  // The shapes of pods, nodes and events, by which the API server refuses a body whose lists are no lists, are 1.2 kB of it.
  // What decodes and patches looks at own members alone, and gives a Status for every body: 2 kB.
  // It runs in a worker of its own and holds up no reader.
  { what: 'Scope: the engine', fits: /^recorder\.worker/, most: 77.4 * kB },
  // What a run needs besides, by the plane that its scenario names.
  ...planes.map((plane) => ({
    what: `Scope: plane ${plane}`,
    fits: new RegExp(`^plane-(.+\\.)?${plane}[.-]`),
    most: (planeBudgets[plane] ?? 40) * kB,
  })),
  // The playground of the scheduler: its page, with Preact; its worker, with YAML, what of the scheduler is in no plane, and what tells
  // a configuration's mistakes and a plugin's lines; and, on a click, the code of a plugin.
  { what: 'playground of the scheduler', fits: /^mount-scheduler/, most: 30.3 * kB },
  { what: 'playground of the scheduler: its worker', fits: /^decide\.worker/, most: 102.4 * kB },
  { what: 'playground of the scheduler: the code of a plugin', fits: /^PluginCode/, most: 6 * kB },
  // As the transpiler, and locked as that is.
  { what: 'playground of the scheduler: edited plugins', fits: /^plugins-in-worker/, most: 102 * kB },
  { what: 'playground of the scheduler, in Chinese', fits: /^chinese-scheduler/, most: 11 * kB },
  // Preact, the machine, the timeline, the controls and the code: what the first look at a live Scope is made of.
  { what: 'Scope: at waking', fits: /^mount/, most: 45.1 * kB },
  { what: 'editor', fits: /editor|codemirror/i, most: 160 * kB },
  // What strips types (46 kB, of which a fifth is left out), and acorn (35 kB), which says where statements begin and what is no code.
  // SES (28 kB) locks what the language has before code of somebody else runs.
  { what: 'transpiler', fits: /transpile|sucrase/i, most: 104 * kB },
  // The same of the plugins of the scheduler, which its playground lets readers edit: 40 files, one by one.
  {
    what: 'plugins that are edited, all of them',
    fits: /editable_.*~scheduler~framework~plugins/,
    most: 98 * kB,
  },
  // The texts of the files that exercises let readers edit, and of those through which a cluster comes to them.
  { what: 'files that are edited, all of them', fits: /editable/, most: exercises.length * 9 * kB },
  { what: 'Exercise: the workbench', fits: /^open-workbench/, most: 23.6 * kB },
  { what: 'exercises, all of them', fits: oneOf(exercises), most: exercises.length * 3.5 * kB },
  // A chapter a file, on Chinese pages.
  { what: 'exercises in Chinese, all of them', fits: /^exercises\./, most: exercises.length * 3 * kB },
  // It reads manifests in a worker of its own.
  { what: 'YAML', fits: /yaml/i, most: 32.6 * kB },
  { what: 'search', fits: /^pagefind/, most: 16 * kB },
  // What fetches, verifies, colours and lays beside ours the Go of upstream, with Preact where no Scope has brought that.
  { what: 'Go', fits: /^(Go|go-)/, most: 21 * kB },
  // What runs of other planes than the usual one tell and show, in Chinese, and in both languages.
  { what: 'Chinese of planes', fits: /^chinese-planes/, most: 16 * kB },
  // The queue, the tables of nodes by plugins, the map of nodes, of which a step draws what it changes, and two runs side by side: only
  // where a run is about the scheduler.
  { what: 'Scope: the scheduler as its picture', fits: /^SchedulerPicture/, most: 14 * kB },
  { what: 'sentences and tables of planes', fits: /^(tell-planes|StatePicture)/, most: 8 * kB },
  // What a Scope says on a Chinese page; other pages load none of it.
  { what: 'Chinese', fits: /^chinese/, most: 23.7 * kB },
  // One when its Scope wakes; in the playground the one that is chosen.
  { what: 'stories, all of them', fits: oneOf(stories), most: stories.length * 1.4 * kB },
  // What a chapter's own parts do when they are first used: keep an answer, show a term, copy questions. With the words of t.
  { what: 'parts of the prose, all of them', fits: /^(kept|term-preview|group-notes)/, most: 6 * kB },
  // On every page, once nothing else is to do: has the page kept for offline, and made ready for print.
  { what: 'every page, when it is idle', fits: /^when-idle/, most: 1.5 * kB },
  // What starts the worker of edited code in its frame, and notes what is running should it end the page, is 2 kB of this.
  // What shows code that a reader edited, packs it into a link, and asks before a link runs any; the link itself is counted with it.
  { what: 'links with edited code', fits: /^(EditsAsked|edited-)/, most: 9.8 * kB },
  { what: 'forms of acts', fits: /^ActForm/, most: 9.5 * kB },
  // The shapes of messages, for pages and for workers, and what checks them: with the first run of edited code.
  { what: 'edited code: what is let out', fits: /^(admit|messages)[.-]/, most: 17 * kB },
  // The panes and the code, selectors and breakpoints, two runs side by side, links, the steps of the chapter: each
  // comes when it is first seen or asked for, and seldom all.
  { what: 'Scope: the rest, all of it', fits: /./, most: 33.6 * kB },
];

interface Module {
  readonly size: number;
  readonly now: readonly string[];
  readonly later: readonly string[];
}

const modules = new Map<string, Module>();

/** Sizes and imports of a script in dist. Paths are from the root of the site. */
function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known) return known;
  const source = readFileSync(join(dist, path), 'utf8');
  const now = new Set<string>();
  const later = new Set<string>();
  const resolve = (specifier: unknown, into: Set<string>): void => {
    if (typeof specifier !== 'string' || !/^[./]/.test(specifier)) return;
    const target = specifier.startsWith('/') ? specifier : posix.join(dirname(path), specifier);
    if (target.endsWith('.js') && existsSync(join(dist, target))) into.add(target);
  };
  visit(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    if (
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportNamedDeclaration' ||
      node.type === 'ExportAllDeclaration'
    ) {
      resolve(node.source?.value, now);
    } else if (node.type === 'ImportExpression') {
      resolve(textOf(node.source), later);
    } else if (
      node.type === 'NewExpression' &&
      node.callee.type === 'Identifier' &&
      node.callee.name === 'URL'
    ) {
      resolve(textOf(node.arguments[0]), later);
    }
  });
  const found = { size: gzipSync(source, { level: 9 }).length, now: [...now], later: [...later] };
  modules.set(path, found);
  return found;
}

/** Text of a literal, in quotes or in backticks. */
function textOf(node: AnyNode | undefined): unknown {
  if (node?.type === 'Literal') return node.value;
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? node.quasis[0]?.value.cooked
    : undefined;
}

function visit(node: AnyNode, see: (node: AnyNode) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof (child as AnyNode).type === 'string')
        visit(child as AnyNode, see);
    }
  }
}

/** Everything that loads with these scripts, at once. */
function closure(entries: readonly string[], loaded = new Set<string>()): Set<string> {
  for (const entry of entries) {
    if (loaded.has(entry)) continue;
    loaded.add(entry);
    closure(moduleAt(entry).now, loaded);
  }
  return loaded;
}

const sum = (paths: Iterable<string>): number =>
  [...paths].reduce((total, path) => total + moduleAt(path).size, 0);
const gz = (path: string): number => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;
const show = (bytes: number): string =>
  (bytes === Infinity ? '–' : `${(bytes / kB).toFixed(1)} kB`).padStart(9);

interface Row {
  readonly what: string;
  readonly bytes: number;
  readonly most: number;
}
const rows: Row[] = [];
const later = new Map<string, Set<string>>();

for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.html')) continue;
  const html = readFileSync(join(dist, file), 'utf8');
  const styles = [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !tag.includes('media="print"'))
    .map((tag) => /href="([^"]+)"/.exec(tag)?.[1] ?? '');
  const scripts = [...html.matchAll(/<script[^>]+src="([^"]+\.js)"/g)].map(([, source]) => source ?? '');
  const first = closure(scripts);
  for (const entry of inlineImports(html)) closure([entry], first);
  rows.push({
    what: `/${relative('.', file)}`,
    bytes: gz(file) + styles.reduce((total, style) => total + gz(style), 0) + sum(first),
    most:
      pageBudget +
      (html.includes('<html lang="zh') ? inChinese : 0) +
      (html.includes('<details class="theirs') ? goInPage : 0),
  });
  for (const path of first) moduleAt(path).later.forEach((entry) => reach(entry, first));
}

function inlineImports(html: string): string[] {
  return [...html.matchAll(/<script type="module">([^<]*)<\/script>/g)].flatMap(([, code]) =>
    [...(code ?? '').matchAll(/\bimport\s*(?:[^"'()]*from)?\s*["'](\/[^"']+\.js)["']/g)].map(
      ([, path]) => path ?? '',
    ),
  );
}

/** Notes what a script loads when it is asked for, without what the page has already. */
function reach(entry: string, loaded: ReadonlySet<string>): void {
  if (later.has(entry)) return;
  const own = new Set([...closure([entry])].filter((path) => !loaded.has(path)));
  later.set(entry, own);
  const all = new Set([...loaded, ...own]);
  for (const path of own) moduleAt(path).later.forEach((next) => reach(next, all));
}

const isPlane = (path: string): boolean => posix.basename(path).startsWith('plane-');
const kinds = new Map<string, Set<string>>();
for (const [entry, own] of later) {
  const { what } = laterBudgets.find(({ fits }) => fits.test(posix.basename(entry)))!;
  const files = kinds.get(what) ?? new Set();
  // What edits take from a plane is weighed with the plane.
  const weighed = [...own].filter((path) => isPlane(entry) || !isPlane(path));
  weighed.forEach((path) => files.add(path));
  kinds.set(what, files);
}
for (const { what, most } of laterBudgets) {
  const files = kinds.get(what);
  if (files) rows.push({ what: `${what}, when it is wanted`, bytes: sum(files), most });
}

const wide = Math.max(...rows.map(({ what }) => what.length));
console.log(`${'gzipped'.padEnd(wide)}   loads      most`);
for (const { what, bytes, most } of rows) {
  console.log(`${what.padEnd(wide)} ${show(bytes)} ${show(most)}${bytes > most ? '  TOO MUCH' : ''}`);
}
const over = rows.filter(({ bytes, most }) => bytes > most);
if (over.length > 0) {
  console.error(`\nOver budget: ${over.map(({ what }) => what).join(', ')}. Load less, or load it later.`);
  process.exit(1);
}
