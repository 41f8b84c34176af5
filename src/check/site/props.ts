import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import type { Value } from '../../chapters/attributes.ts';
import { componentFiles } from '../../chapters/components.ts';
import { isFields } from '../../components/base/fields.ts';

/** What values a property may have. `any` where its type stands in another file. */
export type PropShape =
  | { readonly kind: 'text' | 'number' | 'truth' | 'any' }
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'list'; readonly of: PropShape }
  | { readonly kind: 'tuple'; readonly of: readonly PropShape[] }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }
  | { readonly kind: 'one of'; readonly of: readonly PropShape[] };

/** A property, with what its comment says of it. */
interface Field {
  readonly name: string;
  readonly needed: boolean;
  readonly says: string;
  readonly shape: PropShape;
}

/** A component that content can use. */
export interface Component {
  readonly name: string;
  /** From the root of the project. */
  readonly path: string;
  /** Its attributes, from its `interface Props`. */
  readonly fields: readonly Field[];
  /** The headings that it brings into the page. */
  readonly headings: readonly { readonly depth: number; readonly anchor: string }[];
}

/** What a value should have been. `path` leads to it: `answers.0.right`. */
export interface Misfit {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/** The components at hand in content, by name, as their files declare them. */
export function readComponents(root: string): ReadonlyMap<string, Component> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  return new Map(
    [...componentFiles(root)].map(([name, path]) => [name, componentOf(name, path, read(path), read)]),
  );
}

/** What the source of an `.astro` file says of its component. `read` gives the files of ours from which it imports types. */
export function componentOf(
  name: string,
  path: string,
  source: string,
  read: (path: string) => string,
): Component {
  const script = /^---\r?\n(.*?)\r?\n---/s.exec(source)?.[1] ?? '';
  const types = declaredIn(path, script, read);
  const props = types.get('Props');
  const shape = props ? new Shapes(types).ofDeclaration(props) : undefined;
  const headings = [...source.matchAll(/<h([2-6])[^>]* id="([\w-]+)"/g)].map(([, depth, anchor = '']) => ({
    depth: Number(depth),
    anchor,
  }));
  return { name, path, fields: shape?.kind === 'object' ? shape.fields : [], headings };
}

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** The types that a file declares, and those that the files declare from which it imports. */
function declaredIn(path: string, source: string, read: (path: string) => string): Map<string, Declaration> {
  const types = new Map<string, Declaration>();
  const declare = (at: string, text: string, visit: (from: string) => void): void => {
    for (const node of ts.createSourceFile(at, text, ts.ScriptTarget.ES2023, true).statements) {
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
        if (!types.has(node.name.text)) types.set(node.name.text, node);
      }
      if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
        visit(node.moduleSpecifier.text);
    }
  };
  const imported: string[] = [];
  declare(path, source, (from) => imported.push(from));
  for (const from of imported) {
    if (/^\..*\.tsx?$/.test(from)) {
      const file = posix.join(posix.dirname(path), from);
      declare(file, read(file), () => {});
    }
  }
  return types;
}

/** Reads types by their declarations; what is not among them may be anything. */
class Shapes {
  readonly #types: ReadonlyMap<string, Declaration>;
  /** A type that has itself inside may hold anything there. */
  readonly #reading = new Set<Declaration>();

  constructor(types: ReadonlyMap<string, Declaration>) {
    this.#types = types;
  }

  ofDeclaration(node: Declaration): PropShape {
    if (this.#reading.has(node)) return { kind: 'any' };
    this.#reading.add(node);
    const shape = ts.isTypeAliasDeclaration(node) ? this.of(node.type) : this.#interface(node);
    this.#reading.delete(node);
    return shape;
  }

  #interface(node: ts.InterfaceDeclaration): PropShape {
    const inherited = (node.heritageClauses ?? []).flatMap(({ types }) =>
      types.flatMap(({ expression }): readonly Field[] => {
        const declared = this.#types.get(expression.getText());
        const shape = declared && this.ofDeclaration(declared);
        return shape?.kind === 'object' ? shape.fields : [];
      }),
    );
    const own = this.#fields(node.members);
    const kept = inherited.filter(({ name }) => !own.some((field) => field.name === name));
    return { kind: 'object', fields: [...own, ...kept] };
  }

  of(node: ts.TypeNode | undefined): PropShape {
    if (node === undefined) return { kind: 'any' };
    if (ts.isParenthesizedTypeNode(node)) return this.of(node.type);
    if (ts.isTypeOperatorNode(node)) return this.of(node.type);
    if (ts.isArrayTypeNode(node)) return { kind: 'list', of: this.of(node.elementType) };
    if (ts.isTupleTypeNode(node)) {
      const of = node.elements.map((each) => this.of(ts.isNamedTupleMember(each) ? each.type : each));
      return { kind: 'tuple', of };
    }
    if (ts.isUnionTypeNode(node)) return { kind: 'one of', of: node.types.map((each) => this.of(each)) };
    if (ts.isTypeLiteralNode(node)) return { kind: 'object', fields: this.#fields(node.members) };
    if (ts.isLiteralTypeNode(node)) return literal(node.literal);
    if (ts.isTypeReferenceNode(node)) {
      const declared = this.#types.get(node.typeName.getText());
      return declared ? this.ofDeclaration(declared) : { kind: 'any' };
    }
    if (node.kind === ts.SyntaxKind.StringKeyword) return { kind: 'text' };
    if (node.kind === ts.SyntaxKind.NumberKeyword) return { kind: 'number' };
    return { kind: node.kind === ts.SyntaxKind.BooleanKeyword ? 'truth' : 'any' };
  }

  #fields(members: ts.NodeArray<ts.TypeElement>): Field[] {
    return members.filter(ts.isPropertySignature).map((member) => ({
      name: member.name.getText(),
      needed: member.questionToken === undefined,
      says: commentOf(member),
      shape: this.of(member.type),
    }));
  }
}

function literal(node: ts.LiteralTypeNode['literal']): PropShape {
  if (ts.isStringLiteral(node)) return { kind: 'value', value: node.text };
  if (ts.isNumericLiteral(node)) return { kind: 'value', value: Number(node.text) };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'value', value: true };
  return node.kind === ts.SyntaxKind.FalseKeyword ? { kind: 'value', value: false } : { kind: 'any' };
}

function commentOf(member: ts.PropertySignature): string {
  const [comment] = ts.getJSDocCommentsAndTags(member);
  const text = comment && ts.isJSDoc(comment) ? ts.getTextOfJSDocComment(comment.comment) : undefined;
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** Everything in `value` that is not as `shape` says. */
export function misfits(value: Value, shape: PropShape, path: string): Misfit[] {
  const misfit = [{ path, expected: wordsOf(shape), found: JSON.stringify(value) }];
  switch (shape.kind) {
    case 'any':
      return [];
    case 'text':
      return typeof value === 'string' ? [] : misfit;
    case 'number':
      return typeof value === 'number' ? [] : misfit;
    case 'truth':
      return typeof value === 'boolean' ? [] : misfit;
    case 'value':
      return value === shape.value ? [] : misfit;
    case 'list':
      return Array.isArray(value)
        ? value.flatMap((item, i) => misfits(item as Value, shape.of, `${path}.${i}`))
        : misfit;
    case 'tuple':
      return Array.isArray(value) && value.length === shape.of.length
        ? shape.of.flatMap((of, i) => misfits(value[i] as Value, of, `${path}.${i}`))
        : misfit;
    case 'object':
      return isFields(value) ? objectMisfits(value, shape.fields, path) : misfit;
    case 'one of':
      return shape.of.some((of) => misfits(value, of, path).length === 0) ? [] : misfit;
    default:
      return shape satisfies never;
  }
}

function objectMisfits(
  value: Readonly<Record<string, Value>>,
  fields: readonly Field[],
  path: string,
): Misfit[] {
  const strange = Object.keys(value).filter((name) => !fields.some((field) => field.name === name));
  const expected = `only ${fields.map(({ name }) => name).join(', ')}`;
  return [
    ...strange.map((name) => ({ path: `${path}.${name}`, expected, found: `"${name}"` })),
    ...fields.flatMap(({ name, needed, shape }) => {
      const found = value[name];
      if (found !== undefined) return misfits(found, shape, `${path}.${name}`);
      return needed ? [{ path, expected: `a field "${name}"`, found: 'none' }] : [];
    }),
  ];
}

const words = {
  text: 'a text',
  number: 'a number',
  truth: 'true or false',
  any: 'anything',
  list: 'a list',
} as const;

function wordsOf(shape: PropShape): string {
  if (shape.kind === 'value') return JSON.stringify(shape.value);
  if (shape.kind === 'tuple') return `a list of ${shape.of.length}`;
  if (shape.kind === 'object') return `an object with ${shape.fields.map(({ name }) => name).join(', ')}`;
  if (shape.kind === 'one of') return shape.of.map(wordsOf).join(' or ');
  return words[shape.kind];
}
