import type { ArrayExpression, Node, ObjectExpression, Program } from 'estree';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';

/** What an attribute in a chapter may hold: a literal, and nothing that would have to be computed. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** The attributes of one tag. */
export interface Attributes {
  readonly values: Readonly<Record<string, Value>>;
  /** The line of each attribute and of all inside it, by path: `pins`, `pins.3`, `starts.0.at`. */
  readonly lines: Readonly<Record<string, number>>;
  /** Attributes that would have to be computed, with the text that stands there; a spread has no name. */
  readonly computed: readonly { readonly name: string; readonly line: number; readonly text: string }[];
}

/** Reads the attributes of a component or a tag. */
export function readAttributes({ attributes }: MdxJsxFlowElement | MdxJsxTextElement): Attributes {
  const values: Record<string, Value> = {};
  const lines: Record<string, number> = {};
  const computed: { name: string; line: number; text: string }[] = [];
  for (const attribute of attributes) {
    const line = attribute.position?.start.line ?? 1;
    if (attribute.type === 'mdxJsxExpressionAttribute') {
      computed.push({ name: '', line, text: `{${attribute.value}}` });
      continue;
    }
    const { name, value } = attribute;
    lines[name] = line;
    if (value === null || value === undefined) values[name] = true;
    else if (typeof value === 'string') values[name] = value;
    else {
      const found = staticValue(expressionOf(value.data?.estree), name, lines);
      if (found === undefined) computed.push({ name, line, text: value.value });
      else values[name] = found;
    }
  }
  return { values, lines, computed };
}

function expressionOf(program: Program | null | undefined): Node | undefined {
  const [statement] = program?.body ?? [];
  return statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
}

type Lines = Record<string, number>;

/** The value of an expression without names, calls or operators; undefined where it has one. */
function staticValue(node: Node | null | undefined, path: string, lines: Lines): Value | undefined {
  if (node?.loc) lines[path] ??= node.loc.start.line;
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'bigint' || node.value instanceof RegExp ? undefined : node.value;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
    case 'UnaryExpression': {
      const number = node.operator === '-' && node.argument.type === 'Literal' && node.argument.value;
      return typeof number === 'number' ? -number : undefined;
    }
    case 'ArrayExpression':
      return staticArray(node, path, lines);
    case 'ObjectExpression':
      return staticObject(node, path, lines);
    default:
      return undefined;
  }
}

function staticArray({ elements }: ArrayExpression, path: string, lines: Lines): Value | undefined {
  const items = elements.map((item, i) => staticValue(item, `${path}.${i}`, lines));
  return items.every((item) => item !== undefined) ? items : undefined;
}

function staticObject({ properties }: ObjectExpression, path: string, lines: Lines): Value | undefined {
  const object: Record<string, Value> = {};
  for (const property of properties) {
    if (property.type !== 'Property' || property.computed) return undefined;
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
    const value = staticValue(property.value, `${path}.${name}`, lines);
    if (value === undefined) return undefined;
    object[name] = value;
  }
  return object;
}
