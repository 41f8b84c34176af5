import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse, type AnyNode } from 'acorn';

/** What a page loads by itself, in bytes gzipped. Paths are from the root of the site. */
export interface PageWeight {
  readonly path: string;
  readonly html: string;
  /** HTML, styles and scripts, of which search is none. */
  readonly bytes: number;
}

/** What a script loads besides when it is asked for, by that script: what the page or the worker has already is not in it. */
export type LaterWeights = ReadonlyMap<string, ReadonlyMap<string, number>>;

interface Module {
  readonly size: number;
  readonly now: readonly string[];
  readonly later: readonly string[];
}

/** The scripts of a built site, read when they are first asked for. */
class Scripts {
  readonly #dist: string;
  readonly #modules = new Map<string, Module>();

  constructor(dist: string) {
    this.#dist = dist;
  }

  at(path: string): Module {
    const known = this.#modules.get(path);
    if (known) return known;
    const found = readModule(this.#dist, path);
    this.#modules.set(path, found);
    return found;
  }

  /** Everything that loads with these scripts, at once. */
  closure(entries: readonly string[], loaded = new Set<string>()): Set<string> {
    for (const entry of entries) {
      if (loaded.has(entry)) continue;
      loaded.add(entry);
      this.closure(this.at(entry).now, loaded);
    }
    return loaded;
  }
}

function readModule(dist: string, path: string): Module {
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
  return { size: gzipSync(source, { level: 9 }).length, now: [...now], later: [...later] };
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

function inlineImports(html: string): string[] {
  return [...html.matchAll(/<script type="module">([^<]*)<\/script>/g)].flatMap(([, code]) =>
    [...(code ?? '').matchAll(/\bimport\s*(?:[^"'()]*from)?\s*["'](\/[^"']+\.js)["']/g)].map(
      ([, path]) => path ?? '',
    ),
  );
}

/** Weighs all pages of a built site, and all that these may load later. */
export function weigh(dist: string): { readonly pages: readonly PageWeight[]; readonly later: LaterWeights } {
  const scripts = new Scripts(dist);
  const gz = (path: string): number => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;
  const pages: PageWeight[] = [];
  const later = new Map<string, Map<string, number>>();

  const reach = (entry: string, loaded: ReadonlySet<string>): void => {
    if (later.has(entry)) return;
    const own = [...scripts.closure([entry])].filter((path) => !loaded.has(path));
    later.set(entry, new Map(own.map((path) => [path, scripts.at(path).size])));
    const all = new Set([...loaded, ...own]);
    for (const path of own) scripts.at(path).later.forEach((next) => reach(next, all));
  };

  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.html')) continue;
    const html = readFileSync(join(dist, file), 'utf8');
    const styles = [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !tag.includes('media="print"'))
      .map((tag) => /href="([^"]+)"/.exec(tag)?.[1] ?? '');
    const sources = [...html.matchAll(/<script[^>]+src="([^"]+\.js)"/g)].map(([, source]) => source ?? '');
    const first = scripts.closure([...sources, ...inlineImports(html)]);
    const bytes =
      gz(file) +
      styles.reduce((total, style) => total + gz(style), 0) +
      [...first].reduce((total, path) => total + scripts.at(path).size, 0);
    pages.push({ path: `/${relative('.', file)}`, html, bytes });
    for (const path of first) scripts.at(path).later.forEach((entry) => reach(entry, first));
  }
  return { pages, later };
}
