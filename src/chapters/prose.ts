import type { Nodes, Root } from 'mdast';

/** Stands in plain prose for code, once for each of its characters, marks included: it is one word, whatever it says. */
export const codeSign = '\uFFFC';

/** Words that are read as one: a paragraph, a heading, a cell of a table. */
export interface ProseBlock {
  /** Its words without markup, with `codeSign` in place of code. Line breaks are as in the file. */
  readonly text: string;
  /** The same with the code. */
  readonly written: string;
  /** The line of a place in the text. */
  lineAt(offset: number): number;
  /** What is a link in it, by its place. */
  readonly links: readonly ProseLink[];
  /** Names of the components that it stands in, from the outermost. */
  readonly inside: readonly string[];
}

interface ProseLink {
  readonly from: number;
  readonly to: number;
  /** Where it leads; undefined for a moment of a run. */
  readonly url: string | undefined;
}

/** A sentence, in which code is one word. */
export interface Sentence {
  readonly text: string;
  /** Where it begins in its block. */
  readonly from: number;
}

/** All blocks of a text, in its order. */
export function proseOf(tree: Root): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  const visit = (node: Nodes, inside: readonly string[]): void => {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      blocks.push(new Block(node, inside));
      return;
    }
    const named = node.type === 'mdxJsxFlowElement' && node.name ? [...inside, node.name] : inside;
    if ('children' in node) for (const child of node.children) visit(child, named);
  };
  visit(tree, []);
  return blocks.filter(({ text }) => text.trim() !== '');
}

/** A sentence in an attribute as a block: `code` between backticks, without the selectors of its links. */
export function blockOf(sentence: string, line: number): ProseBlock {
  const text = sentence
    .replace(/`[^`]+`/g, (code) => codeSign.repeat(code.length))
    .replace(/\]\(at:[^)]+\)/g, (target) => ' '.repeat(target.length));
  return { text, written: sentence, lineAt: () => line, links: [], inside: [] };
}

/** The sentences of a block. What ends in a full stop that is no end, as that of a number, goes on. */
export function sentencesOf({ text }: Pick<ProseBlock, 'text'>): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (const { index, 0: gap } of text.matchAll(/(?<=[.!?][”"’')]*)\s+(?=\S)/g)) {
    sentences.push({ text: text.slice(from, index), from });
    from = index + gap.length;
  }
  return [...sentences, { text: text.slice(from), from }].filter(({ text: said }) => wordsIn(said) > 0);
}

/** How many words a text has: what holds a letter, a digit or code. */
export const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}\uFFFC]/u.test(word)).length;

class Block implements ProseBlock {
  text = '';
  written = '';
  readonly inside: readonly string[];
  readonly links: ProseLink[] = [];
  readonly #lines: { readonly from: number; readonly line: number }[] = [];

  constructor(node: Nodes, inside: readonly string[]) {
    this.inside = inside;
    this.#read(node);
  }

  lineAt(offset: number): number {
    const part = this.#lines.findLast(({ from }) => from <= offset) ?? this.#lines[0]!;
    return part.line + this.text.slice(part.from, offset).split('\n').length - 1;
  }

  #read(node: Nodes): void {
    const from = this.text.length;
    if (node.type === 'text') this.#add(node, node.value, node.value);
    else if (node.type === 'inlineCode') {
      const code = `\`${node.value}\``;
      this.#add(node, codeSign.repeat(code.length), code);
    } else if (node.type === 'break') this.#add(node, '\n', '\n');
    else if (node.type === 'mdxJsxTextElement' && node.name === 'Term' && node.children.length === 0)
      this.#add(node, codeSign, '…');
    else if ('children' in node) for (const child of node.children) this.#read(child);
    const isMoment = node.type === 'mdxJsxTextElement' && node.name === 'Moment';
    if (node.type === 'link' || isMoment)
      this.links.push({ from, to: this.text.length, url: node.type === 'link' ? node.url : undefined });
  }

  #add(node: Nodes, text: string, written: string): void {
    this.#lines.push({ from: this.text.length, line: node.position?.start.line ?? 1 });
    this.text += text;
    this.written += written;
  }
}
