import ts from 'typescript';

/** What an attribute in a chapter may hold: what stands there, stands there. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** The attributes of one tag. */
export interface Attributes {
  readonly values: Readonly<Record<string, Value>>;
  /** The line of each attribute and of all inside it, by path: `pins`, `pins.3`, `starts.0.at`. */
  readonly lines: Readonly<Record<string, number>>;
  /** Attributes that would have to be computed, with the text that stands there; a spread has no name. */
  readonly computed: readonly { readonly name: string; readonly line: number; readonly text: string }[];
}

/**
 * Reads the attributes of the tag with which `source` begins; what follows the tag is not looked at.
 * `firstLine` is the line of the file on which it begins.
 */
export function readAttributes(source: string, firstLine: number): Attributes {
  const tree = ts.createSourceFile('tag.tsx', source, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TSX);
  const lineOf = (node: ts.Node): number =>
    firstLine + tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
  const values: Record<string, Value> = {};
  const lines: Record<string, number> = {};
  const computed: { name: string; line: number; text: string }[] = [];
  for (const attribute of firstTag(tree)?.attributes.properties ?? []) {
    const line = lineOf(attribute);
    if (!ts.isJsxAttribute(attribute)) {
      computed.push({ name: '', line, text: attribute.getText(tree) });
      continue;
    }
    const name = attribute.name.getText(tree);
    const given = attribute.initializer;
    const expression = given && ts.isJsxExpression(given) ? given.expression : given;
    lines[name] = line;
    const value = given ? expression && staticValue(expression, name, lines, lineOf) : true;
    if (value !== undefined) values[name] = value;
    else computed.push({ name, line, text: expression?.getText(tree) ?? '{}' });
  }
  return { values, lines, computed };
}

function firstTag(tree: ts.SourceFile): ts.JsxOpeningLikeElement | undefined {
  let found: ts.JsxOpeningLikeElement | undefined;
  const visit = (node: ts.Node): void => {
    if (found) return;
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) found = node;
    else ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The value of an expression without names, calls or operators; undefined where it has one. */
function staticValue(
  node: ts.Node,
  path: string,
  lines: Record<string, number>,
  lineOf: (node: ts.Node) => number,
): Value | undefined {
  lines[path] ??= lineOf(node);
  if (ts.isJsxText(node)) return undefined;
  if (ts.isStringLiteral(node) && ts.isJsxAttribute(node.parent)) return withoutReferences(node.text);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    return ts.isNumericLiteral(node.operand) ? -Number(node.operand.text) : undefined;
  }
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map((item, i) => staticValue(item, `${path}.${i}`, lines, lineOf));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (ts.isObjectLiteralExpression(node)) return staticObject(node, path, lines, lineOf);
  return undefined;
}

function staticObject(
  node: ts.ObjectLiteralExpression,
  path: string,
  lines: Record<string, number>,
  lineOf: (node: ts.Node) => number,
): Value | undefined {
  const object: Record<string, Value> = {};
  for (const property of node.properties) {
    if (!ts.isPropertyAssignment(property)) return undefined;
    const { name } = property;
    if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) return undefined;
    const value = staticValue(property.initializer, `${path}.${name.text}`, lines, lineOf);
    if (value === undefined) return undefined;
    object[name.text] = value;
  }
  return object;
}

const references: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };

/** Text between quotes in a tag knows the references of HTML. */
function withoutReferences(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (all, code: string | undefined, name: string | undefined) =>
    code ? String.fromCodePoint(Number(code)) : (references[name ?? ''] ?? all),
  );
}
