import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';
import type { Problem, SourceFile } from '../../src/sources/problem.ts';

/** A text of the interface where the source says it: what a translation is looked up by. */
export interface Text {
  readonly key: string;
  readonly path: string;
  readonly line: number;
}

/** A file as TypeScript, with what says where a place in it stands in the file. */
interface Read {
  readonly source: ts.SourceFile;
  readonly lineOf: (node: ts.Node) => number;
}

/** The TypeScript of a file: an .astro file's markup becomes JSX, and its scripts come after. */
function read({ path, text }: SourceFile): Read[] {
  if (!path.endsWith('.astro')) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const lineOf = (node: ts.Node): number =>
      source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    return [{ source, lineOf }];
  }
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  const { code, mappings, scripts } = convertToTsx(text, { filename: path });
  const page = ts.createSourceFile(`${path}.tsx`, code, ts.ScriptTarget.Latest, true);
  const originOf = (at: number): number => {
    const known = mappings.findLast(([virtual]) => virtual <= at);
    return known ? known[2] + Math.min(at - known[0], known[3]) : 0;
  };
  return [
    { source: page, lineOf: (node) => lineAt(originOf(node.getStart(page))) },
    ...scripts.map(({ content, position }) => {
      const source = ts.createSourceFile(`${path}.ts`, content, ts.ScriptTarget.Latest, true);
      return { source, lineOf: (node: ts.Node) => lineAt(position.start + node.getStart(source)) };
    }),
  ];
}

/** Every text that a file says through `t`, `translated` or `countOf`, as far as it stands there as a literal. */
export function textsOf(file: SourceFile): Text[] {
  return read(file).flatMap(({ source, lineOf }) => {
    const found: Text[] = [];
    visit(source, (node) => {
      const key = keyOf(node);
      if (key !== undefined) found.push({ key, path: file.path, line: lineOf(node) });
    });
    return found;
  });
}

function keyOf(node: ts.Node): string | undefined {
  if (ts.isTaggedTemplateExpression(node) && nameOf(node.tag) === 't') return templateKey(node.template);
  if (!ts.isCallExpression(node)) return undefined;
  const [first, second] = node.arguments;
  if (nameOf(node.expression) === 'translated' && first && ts.isStringLiteralLike(first)) return first.text;
  if (nameOf(node.expression) === 'countOf' && second && ts.isStringLiteralLike(second))
    return `{0} ${second.text}`;
  return undefined;
}

function templateKey(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.templateSpans.reduce(
    (all, span, i) => `${all}{${i}}${span.literal.text}`,
    template.head.text,
  );
}

/** Texts said while a module is loaded, when nobody reads yet. */
export function textsTooEarly(file: SourceFile): Problem[] {
  if (file.path.endsWith('.astro')) return [];
  return read(file).flatMap(({ source, lineOf }) => {
    const found: Problem[] = [];
    visit(source, (node) => {
      const tagged = ts.isTaggedTemplateExpression(node) && nameOf(node.tag) === 't';
      const called = ts.isCallExpression(node) && nameOf(node.expression) === 'translated';
      if ((!tagged && !called) || ts.findAncestor(node, ts.isFunctionLike)) return;
      const says = 'is said while the module is loaded, in English for ever: say it in a function.';
      found.push({ path: file.path, line: lineOf(node), says: `${node.getText(source)} ${says}` });
    });
    return found;
  });
}

/** Attributes that readers see or hear. */
const shown = new Set(['aria-label', 'aria-description', 'title', 'alt', 'placeholder', 'label', 'about']);

/** What stands in these is code, or a name, in every language; so is what says that it is English, or not to be translated. */
const unspoken = new Set(['code', 'kbd', 'script', 'style', 'pre']);

/**
 * English in markup that does not go through `t`. `names` are the words that every language writes like that.
 * Seen are text between tags, attributes that readers see, and strings that an expression in markup may give.
 */
export function textsUnsaid(file: SourceFile, names: ReadonlySet<string>): Problem[] {
  return read(file).flatMap(({ source, lineOf }) => {
    const found: Problem[] = [];
    const check = (node: ts.Node, text: string): void => {
      const words = text.replace(/&\w+;|\s+/g, ' ').trim();
      if (!/[A-Za-z]{2}/.test(words) || names.has(words) || isUnspoken(node, source)) return;
      found.push({
        path: file.path,
        line: lineOf(node),
        says: `"${words}" is English only: write {t\`…\`}.`,
      });
    };
    visit(source, (node) => {
      if (ts.isJsxText(node)) check(node, node.text);
      else if (ts.isJsxAttribute(node) && shown.has(node.name.getText(source))) {
        const value = node.initializer;
        if (value && ts.isStringLiteral(value)) check(node, value.text);
        else if (value && ts.isJsxExpression(value)) givenBy(value.expression, check);
      } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) givenBy(node.expression, check);
    });
    return found;
  });
}

/** The strings that an expression may give. */
function givenBy(node: ts.Expression | undefined, check: (node: ts.Node, text: string) => void): void {
  if (!node) return;
  if (ts.isStringLiteralLike(node)) check(node, node.text);
  else if (ts.isTemplateExpression(node)) check(node, templateKey(node).replace(/\{\d\}/g, ' '));
  else if (ts.isParenthesizedExpression(node)) givenBy(node.expression, check);
  else if (ts.isConditionalExpression(node)) {
    givenBy(node.whenTrue, check);
    givenBy(node.whenFalse, check);
  } else if (ts.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText())) {
    givenBy(node.right, check);
  }
}

function isUnspoken(node: ts.Node, source: ts.SourceFile): boolean {
  return (
    ts.findAncestor(node, (parent) => {
      if (!ts.isJsxElement(parent)) return false;
      const { tagName, attributes } = parent.openingElement;
      return (
        unspoken.has(tagName.getText(source)) || /translate="no"|lang="en"/.test(attributes.getText(source))
      );
    }) !== undefined
  );
}

function nameOf(node: ts.Node): string | undefined {
  return ts.isIdentifier(node) ? node.text : undefined;
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}
