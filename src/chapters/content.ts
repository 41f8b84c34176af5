import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProcessor } from '@mdx-js/mdx';
import Slugger from 'github-slugger';
import type { Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import remarkGfm from 'remark-gfm';
import { LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { type Value, readAttributes } from './attributes.ts';
import { type ProseBlock, proseOf } from './prose.ts';

/** Languages that content may be written in; the first is the original, the others have a folder of their name. */
export const languages = ['en', 'zh-cn'] as const;
type Language = (typeof languages)[number];

/** A heading that is written in the prose itself. */
interface Heading {
  readonly depth: number;
  readonly text: string;
  /** Its id in the page. */
  readonly anchor: string;
  readonly line: number;
}

/** A component or an HTML tag in the prose. */
export interface ContentElement {
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, Value>>;
  /** The line of each attribute and of all inside it, by path: `pins`, `pins.3`, `starts.0.at`. */
  readonly lines: Readonly<Record<string, number>>;
  /** Attributes that are not static. */
  readonly computed: readonly { readonly name: string; readonly line: number; readonly text: string }[];
  /** The words inside, without markup. */
  readonly text: string;
  /** The element that it stands in. */
  readonly inside: ContentElement | undefined;
  /** The heading of its section; none before the first. */
  readonly heading: Heading | undefined;
}

/** Code in fences, from the line of its opening fence to that of its closing one. */
interface CodeFence {
  readonly language: string;
  /** What stands behind the language. */
  readonly meta: string;
  readonly text: string;
  readonly line: number;
  readonly until: number;
}

/** One file of content/, as data. */
export interface ContentFile {
  /** From the root of the project. */
  readonly path: string;
  /** Content id without its language: `controllers/replicaset`. */
  readonly id: string;
  readonly language: Language;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** The line of each field of the frontmatter and of what it lists, by path: `scenarios`, `scenarios.1`. */
  readonly frontmatterLines: Readonly<Record<string, number>>;
  readonly elements: readonly ContentElement[];
  readonly headings: readonly Heading[];
  readonly fences: readonly CodeFence[];
  /** What is read, without markup. */
  readonly prose: readonly ProseBlock[];
  readonly links: readonly { readonly url: string; readonly text: string; readonly line: number }[];
  /** `import` and `export` lines. */
  readonly modules: readonly { readonly text: string; readonly line: number }[];
  /** Why the file cannot be read, if it cannot; then all lists are empty. */
  readonly broken?: { readonly line: number; readonly says: string };
}

/** Reads every file under `content/`, in order of path. `root` is the root of the project. */
export function readContent(root: string): ContentFile[] {
  return globSync('content/**/*.{md,mdx}', { cwd: root, exclude: ['content/**/go'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => parseContent(path, readFileSync(join(root, path), 'utf8')));
}

/** What the build compiles chapters with. */
const mdx = createProcessor({ format: 'mdx', remarkPlugins: [remarkGfm] });

/** Reads one file. `path` begins with `content/`. */
export function parseContent(path: string, source: string): ContentFile {
  const place = placeOf(path);
  const nothing = { elements: [], headings: [], fences: [], prose: [], links: [], modules: [] };
  const [matter = '', yaml = ''] = /^---\r?\n(.*?)\r?\n---/s.exec(source) ?? [];
  let tree: Root;
  try {
    // Blanks in place of the frontmatter, as in the build, keep every line where it is.
    tree = mdx.parse(matter.replace(/[^\r\n]/g, ' ') + source.slice(matter.length));
  } catch (error) {
    return { ...place, frontmatter: {}, frontmatterLines: {}, ...nothing, broken: whyBroken(error) };
  }
  const head = readFrontmatter(yaml);
  if (head.broken) return { ...place, ...head, ...nothing };
  const parts = new Parts();
  parts.visit(tree, undefined);
  const { elements, headings, fences, links, modules } = parts;
  return { ...place, ...head, elements, headings, fences, prose: proseOf(tree), links, modules };
}

/** Where the page of a file stands in the site, without its base: `/controllers/replicaset/`. */
export function pageOf({ id, language }: Pick<ContentFile, 'id' | 'language'>): string {
  return language === languages[0] ? `/${id}/` : `/${language}/${id}/`;
}

/** A place of a chapter that explains a requirement. */
export interface ExplainedRow {
  /** Id of the requirement: `RS-04`. */
  readonly row: string;
  readonly path: string;
  readonly line: number;
  /** Content id of the chapter, without its language. */
  readonly id: string;
  readonly language: Language;
  /** The section in which it is explained; none before the first heading. */
  readonly heading: Heading | undefined;
}

/** What each `<Explains rows="RS-04 RS-05" />` names, in the order of the text. */
export function explainedRows(files: readonly ContentFile[]): ExplainedRow[] {
  return files.flatMap(({ path, id, language, elements }) =>
    elements
      .filter(({ name }) => name === 'Explains')
      .flatMap(({ line, attributes: { rows }, heading }) =>
        (typeof rows === 'string' ? rows.split(/\s+/).filter(Boolean) : []).map((row) => ({
          row,
          path,
          line,
          id,
          language,
          heading,
        })),
      ),
  );
}

/** MDX reports an unclosed tag where its text ends, and names the tag's own place in the message. */
function whyBroken(error: unknown): NonNullable<ContentFile['broken']> {
  const { line, reason, cause } = error as { line?: number; reason: string; cause?: Error };
  const own = /\((\d+):\d+/.exec(reason)?.[1];
  const why = cause ? `${reason}: ${cause.message}` : reason;
  return { line: Number(own ?? line ?? 1), says: `this is no MDX: ${why}.` };
}

function placeOf(path: string): { path: string; id: string; language: Language } {
  const id = path.replace(/^content\//, '').replace(/(\/index)?\.mdx?$/, '');
  const language = languages.slice(1).find((each) => id.startsWith(`${each}/`));
  return language
    ? { path, id: id.slice(language.length + 1), language }
    : { path, id, language: languages[0] };
}

/** Fields of the frontmatter, and their lines in the file, whose first line is `---`. */
function readFrontmatter(yaml: string): Pick<ContentFile, 'frontmatter' | 'frontmatterLines' | 'broken'> {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter });
  const frontmatterLines: Record<string, number> = {};
  const [error] = document.errors;
  if (error) {
    const says = `the frontmatter is no YAML: ${error.message.split(/ at line |\n/)[0]}.`;
    return {
      frontmatter: {},
      frontmatterLines,
      broken: { line: counter.linePos(error.pos[0]).line + 1, says },
    };
  }
  const lineAt = (offset: number | undefined): number => counter.linePos(offset ?? 0).line + 1;
  if (isMap(document.contents)) {
    for (const { key, value } of document.contents.items) {
      const name = isScalar(key) ? String(key.value) : String(key);
      frontmatterLines[name] = lineAt(key.range[0]);
      const items = isSeq(value) ? value.items : [];
      items.forEach((item, i) => {
        if (isScalar(item)) frontmatterLines[`${name}.${i}`] = lineAt(item.range?.[0]);
      });
    }
  }
  const fields: unknown = document.toJS();
  const frontmatter =
    typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  return { frontmatter, frontmatterLines };
}

/** What a tree holds, gathered in the order of the text. */
class Parts {
  readonly elements: ContentElement[] = [];
  readonly headings: Heading[] = [];
  readonly fences: CodeFence[] = [];
  readonly links: { url: string; text: string; line: number }[] = [];
  readonly modules: { text: string; line: number }[] = [];
  readonly #slugger = new Slugger();

  visit(node: Nodes, inside: ContentElement | undefined): void {
    const line = node.position?.start.line ?? 1;
    let within = inside;
    switch (node.type) {
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        if (node.name) within = this.#element(node, node.name, line, inside);
        break;
      case 'heading': {
        const text = textOf(node);
        this.headings.push({ depth: node.depth, text, anchor: this.#slugger.slug(text), line });
        break;
      }
      case 'code':
        this.fences.push({
          language: node.lang ?? '',
          meta: node.meta ?? '',
          text: node.value,
          line,
          until: node.position?.end.line ?? line,
        });
        break;
      case 'link':
      case 'definition':
        this.links.push({ url: node.url, text: textOf(node), line });
        break;
      case 'mdxjsEsm':
        this.modules.push({ text: node.value, line });
        break;
      default:
    }
    if ('children' in node) for (const child of node.children) this.visit(child, within);
  }

  #element(
    node: MdxJsxFlowElement | MdxJsxTextElement,
    name: string,
    line: number,
    inside: ContentElement | undefined,
  ): ContentElement {
    const { values, lines, computed } = readAttributes(node);
    const heading = this.headings.at(-1);
    const element = { name, line, attributes: values, lines, computed, text: textOf(node), inside, heading };
    this.elements.push(element);
    return element;
  }
}

/** The words of a node, without markup. */
function textOf(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
