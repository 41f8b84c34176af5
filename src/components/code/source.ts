import { t } from '../../i18n/t.ts';

/** The highlighted source of the files that a Scope shows, and how it reaches the page. */

/** A declaration: a function, a method as `Class.method`, a class, or a type or variable. Lines count from 1, both ends included. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'other';
  readonly from: number;
  readonly to: number;
  /** Where upstream has it: `path#Symbol`. */
  readonly mirrors?: string;
  /** The declaration of upstream, `path#Symbol`, that does within itself what this one does. */
  readonly partOf?: string;
  /** The declaration of a Go program of ours, `path#Symbol` from the root of the project, that does the same. */
  readonly inGo?: string;
  /** First and last line of that declaration, where it is pinned. */
  readonly lines?: readonly [from: number, to: number];
}

export interface CodeFile {
  /** Path under src/runtime, such as `kubernetes/pkg/controller/replicaset/replica_set.ts`. */
  readonly file: string;
  /** Number of the first line in `lines`: 1 in a whole file. */
  readonly from: number;
  /** False for an excerpt: a part that stands in the page before the file is fetched. */
  readonly whole: boolean;
  /** Safe HTML of each line, made when the site was built. */
  readonly lines: readonly string[];
  readonly symbols: readonly CodeSymbol[];
}

/** A part of a file, for the first frame of a page. */
export function excerptOf(code: CodeFile, from: number, to: number): CodeFile {
  return {
    ...code,
    from,
    whole: false,
    lines: code.lines.slice(from - code.from, to - code.from + 1),
    symbols: code.symbols.filter((symbol) => symbol.from <= to && symbol.to >= from),
  };
}

/** The smallest declaration around a line; undefined between them. */
export function symbolAt(symbols: readonly CodeSymbol[], line: number): CodeSymbol | undefined {
  let found: CodeSymbol | undefined;
  for (const symbol of symbols) {
    if (symbol.from > line || symbol.to < line) continue;
    if (!found || symbol.to - symbol.from <= found.to - found.from) found = symbol;
  }
  return found;
}

export interface UpstreamPlace {
  readonly path: string;
  readonly symbol: string;
  readonly url: string;
}

/** Where a `Mirrors:` line points to on the upstream repository's web site; to the lines, if they are known. */
export function upstreamPlace(
  mirrors: string,
  repository: string,
  tag: string,
  lines?: readonly [from: number, to: number],
): UpstreamPlace {
  const [path = '', symbol = ''] = mirrors.split('#');
  const part = lines ? `#L${lines[0]}-L${lines[1]}` : '';
  return { path, symbol, url: `https://github.com/${repository}/blob/${tag}/${path}${part}` };
}

/** Where the site shows a declaration of a Go program of ours: `content/<part>/<chapter>/go/<module>/<file>#Symbol`. */
export function goPlace(inGo: string): { readonly file: string; readonly address: string } {
  const [path = ''] = inGo.split('#');
  const [, chapter = '', module = '', file = ''] = /^content\/(.+?)\/go\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return { file: `${module}/${file}`, address: `/${chapter}/go/#${goAnchor(module, file)}` };
}

/** The id of a file on the page of a Go program. */
export const goAnchor = (module: string, file: string): string => `${module}-${file.replaceAll(/\W+/g, '-')}`;

/** Where the site serves a file; `base` is the site's base path. */
export function codeUrl(base: string, file: string): string {
  return `${base.replace(/\/$/, '')}/code/${file}.json`;
}

const fetched = new Map<string, Promise<CodeFile | Error>>();

/** Fetches a file once. Gives the error, in words for the reader, where it cannot be had; a later call tries again. */
export function loadCode(base: string, file: string): Promise<CodeFile | Error> {
  const url = codeUrl(base, file);
  let loading = fetched.get(url);
  if (!loading) {
    loading = fetchCode(url, file).catch(
      (cause: unknown) =>
        new Error(
          t`${file}: the source could not be fetched (${String(cause)}). Reload the page to try again.`,
        ),
    );
    fetched.set(url, loading);
    void loading.then((result) => result instanceof Error && fetched.delete(url));
  }
  return loading;
}

async function fetchCode(url: string, file: string): Promise<CodeFile | Error> {
  const response = await fetch(url);
  if (response.ok) return (await response.json()) as CodeFile;
  return new Error(
    t`${file}: expected its source at ${url}, found ${response.status}. Reload the page to try again.`,
  );
}
