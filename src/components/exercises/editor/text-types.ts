import type { SyntaxNode } from '@lezer/common';
import { callbackParameter, callResult } from './call-types.ts';
import { checksIn, contains } from './class-checks.ts';
import { definedType } from './defined-types.ts';
import { type Declared, type TextCode, argumentsOf, isExpression, items, partsOf } from './text-code.ts';
import { type Type, type Types, unionOf, unknown } from './types.ts';
import { plainType, writtenType } from './written-types.ts';

/** What the expressions are in the text of a reader, as far as that can be told. */
export class TextTypes {
  readonly code: TextCode;
  readonly types: Types;
  readonly #known = new Map<string, Type>();
  /** What is being found out: a name that needs itself for its type has none. */
  readonly #asked = new Set<string>();
  #checked: ReadonlyMap<string, readonly SyntaxNode[]> | undefined;

  constructor(code: TextCode, types: Types) {
    this.code = code;
    this.types = types;
  }

  /** The type of an expression; unknown where that cannot be told. */
  of(node: SyntaxNode | null | undefined): Type {
    if (!node) return unknown;
    return this.#once(`${node.name} ${node.from} ${node.to}`, () => this.#checkedOf(node, this.#read(node)));
  }

  /** What a name means at a place of the tree, and what its docstring says; undefined if it is not there. */
  meaning(name: string, at: number): { readonly type: Type; readonly doc: string } | undefined {
    const declared = this.code.declared(name, at);
    const { values } = this.types.table;
    const ours = Object.hasOwn(values, name) ? values[name] : undefined;
    // The declaration itself, which the reader writes anew, is as the file has it.
    if (declared && !(ours && isOutermost(declared.node))) return { type: this.declared(declared), doc: '' };
    return ours && { type: this.types.known(ours[0]), doc: ours[1] ?? '' };
  }

  ofName(name: string, at: number): Type {
    return this.meaning(name, at)?.type ?? unknown;
  }

  declared({ node }: Declared): Type {
    return this.#once(`declared ${node.from}`, () => definedType(this, node));
  }

  written(node: SyntaxNode | null | undefined): Type {
    return writtenType(node, this.code, this.types, (value) => this.of(value));
  }

  plain(name: string): Type {
    return plainType(this.types, name);
  }

  #once(key: string, find: () => Type): Type {
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#asked.has(key)) return unknown;
    this.#asked.add(key);
    const found = find();
    this.#asked.delete(key);
    this.#known.set(key, found);
    return found;
  }

  /** An expression that the text asks for its class may be of that class, wherever that is asked. */
  #checkedOf(node: SyntaxNode, type: Type): Type {
    if (node.name !== 'VariableName' && node.name !== 'MemberExpression') return type;
    this.#checked ??= checksIn(this.code);
    const asked = this.#checked.get(this.code.of(node)) ?? [];
    if (asked.length === 0 || asked.some((check) => contains(check, node))) return type;
    return unionOf([type, ...asked.map((check) => this.#saidBy(check))]);
  }

  #saidBy(check: SyntaxNode): Type {
    if (check.name === 'BinaryExpression') return this.made(check.lastChild, []);
    const [call] = this.types.calls(this.of(check.firstChild));
    const says = call?.signature.says;
    return call && says ? this.types.known(says[1], call.given, call.self) : unknown;
  }

  /** What `new` makes of a class. */
  made(callee: SyntaxNode | null, args: readonly SyntaxNode[]): Type {
    const calls = this.types.calls(this.of(callee), 'makes');
    return callResult(this, calls, args, undefined);
  }

  #read(node: SyntaxNode): Type {
    const { code, types } = this;
    switch (node.name) {
      case 'VariableName':
        return this.ofName(code.of(node), node.from);
      case 'this':
        return types.table.self === undefined || isOwnThis(node) ? unknown : types.known(types.table.self);
      case 'MemberExpression':
        return this.#member(node);
      case 'CallExpression':
        return this.#call(node);
      case 'NewExpression':
        return this.#new(node);
      case 'YieldExpression':
        return node.getChild('Star') ? types.argument(this.#part(node), 1) : unknown;
      case 'ParenthesizedExpression':
      case 'InstantiationExpression':
      case 'AwaitExpression':
        return this.#part(node);
      case 'PostfixExpression':
        return node.getChild('ArithOp') ? this.plain('number') : unionOf(types.parts(this.#part(node)));
      case 'ConditionalExpression': {
        const [, one, other] = partsOf(node).filter(isExpression);
        return unionOf([this.of(one), this.of(other)]);
      }
      case 'AssignmentExpression':
        return this.of(node.lastChild);
      case 'BinaryExpression':
        return this.#binary(node);
      case 'UnaryExpression':
        return this.#unary(node);
      default:
        return this.#value(node);
    }
  }

  /** Of what is written out as a value. */
  #value(node: SyntaxNode): Type {
    const { code, types } = this;
    switch (node.name) {
      case 'String':
      case 'TemplateString':
        return this.plain('string');
      case 'Number':
        return this.plain('number');
      case 'BooleanLiteral':
        return this.plain('boolean');
      case 'RegExp':
        return types.language('RegExp');
      case 'null':
        return this.plain('null');
      case 'ArrayExpression':
        return { kind: 'tuple', of: items(node).map((item) => this.#item(item)) };
      case 'ObjectExpression': {
        const fields = new Map<string, Type>();
        const others: Type[] = [];
        for (const property of node.getChildren('Property')) {
          const name = property.getChild('PropertyDefinition') ?? property.getChild('String');
          const value = property.getChild(':')?.nextSibling;
          if (property.getChild('Spread')) others.push(this.of(property.lastChild));
          else if (!name) others.push(unknown);
          else if (property.getChild('ParamList')) fields.set(code.of(name), this.#function(property));
          else fields.set(code.of(name), value ? this.of(value) : this.ofName(code.of(name), name.from));
        }
        return { kind: 'literal', fields, others };
      }
      case 'ArrowFunction':
      case 'FunctionExpression':
        return this.#function(node);
      default:
        return unknown;
    }
  }

  #item(item: readonly SyntaxNode[]): Type {
    const value = item.at(-1);
    return item[0]?.name === 'Spread' ? this.types.items(this.of(value)) : this.of(value);
  }

  #part(node: SyntaxNode): Type {
    return this.of(partsOf(node).find(isExpression));
  }

  #function(node: SyntaxNode): Type {
    return { kind: 'function', gives: () => functionResult(this, node) };
  }

  #member(node: SyntaxNode): Type {
    const { types } = this;
    const of = this.of(node.firstChild);
    const name = node.getChild('PropertyName') ?? node.getChild('PrivatePropertyName');
    if (name) {
      const member = types.member(of, this.code.of(name));
      if (member) return member.type;
      return this.code.members.has(this.code.of(name)) ? unknown : types.rest(of);
    }
    const key = partsOf(node).at(-2);
    if (key?.name === 'String')
      return types.member(of, this.code.of(key).slice(1, -1))?.type ?? types.rest(of);
    const found = types.parts(of).map((part) => {
      const at = key?.name === 'Number' ? Number(this.code.of(key)) : -1;
      if (part.kind === 'tuple') return part.of[at] ?? unionOf(part.of);
      const rest = types.rest(part);
      return rest.kind === 'unknown' ? types.items(part) : rest;
    });
    return unionOf(found);
  }

  #call(node: SyntaxNode): Type {
    const { first, written } = calleeOf(node);
    const callee = this.of(first);
    if (callee.kind === 'function') return callee.gives();
    return callResult(this, this.types.calls(callee), argumentsOf(node), written);
  }

  #new(node: SyntaxNode): Type {
    const { first, written } = calleeOf(node);
    return callResult(this, this.types.calls(this.of(first), 'makes'), argumentsOf(node), written);
  }

  #binary(node: SyntaxNode): Type {
    const [left, operator, right] = partsOf(node);
    const sign = operator ? this.code.of(operator) : '';
    if (sign === 'as' || sign === 'satisfies')
      return right?.name === 'const' ? this.of(left) : this.written(right);
    if (sign === '??' || sign === '||' || sign === '&&') {
      const first = this.of(left);
      const some = sign === '&&' ? [first] : this.types.parts(first);
      return unionOf([...some, this.of(right)]);
    }
    if (sign === '+') {
      const sides = [this.of(left), this.of(right)].map((side) => this.types.object(side)?.shape.name);
      return sides.includes('String')
        ? this.plain('string')
        : sides.every((one) => one === 'Number')
          ? this.plain('number')
          : unknown;
    }
    return this.plain(/^(\*\*?|[-/%]|[&|^]|<<|>>>?)$/.test(sign) ? 'number' : 'boolean');
  }

  #unary(node: SyntaxNode): Type {
    const [sign] = partsOf(node);
    const written = sign ? this.code.of(sign) : '';
    if (written === 'typeof') return this.plain('string');
    if (written === 'void') return this.plain('undefined');
    return this.plain(written === '!' || written === 'delete' ? 'boolean' : 'number');
  }

  /** What a parameter of a function gets that stands as an argument of a call. */
  callback(fn: SyntaxNode, at: number): Type {
    return callbackParameter(this, fn, at);
  }
}

/** True for the name of a function that stands in nothing else. */
function isOutermost({ parent }: SyntaxNode): boolean {
  const around = parent?.parent?.name === 'ExportDeclaration' ? parent.parent.parent : parent?.parent;
  return parent?.name === 'FunctionDeclaration' && around?.name === 'Script';
}

/** What a function gives back, by what it says of itself, else by what it returns. */
function functionResult(text: TextTypes, node: SyntaxNode): Type {
  const says = node.getChild('TypeAnnotation');
  if (says) return text.written(says);
  const { lastChild: body } = node;
  if (node.getChild('Star') || node.getChild('async') || !body) return unknown;
  if (body.name !== 'Block') return text.of(body);
  const returned: SyntaxNode[] = [];
  body.cursor().iterate(({ node: inner }) => {
    if (inner.name === 'ReturnStatement') returned.push(inner);
    return !/Function|MethodDeclaration/.test(inner.name);
  });
  if (returned.length === 0) return text.plain('void');
  return unionOf(
    returned.map((one) => {
      const value = partsOf(one).find(isExpression);
      return value ? text.of(value) : text.plain('undefined');
    }),
  );
}

/** What is called, without the types that are given to it. */
function calleeOf(node: SyntaxNode): { readonly first: SyntaxNode | null; readonly written?: SyntaxNode } {
  const first = partsOf(node).find(isExpression) ?? null;
  if (first?.name !== 'InstantiationExpression') return { first };
  return { first: first.firstChild, written: first.getChild('TypeArgList') ?? undefined };
}

/** True where `this` is not that of the declaration: in a function of its own, or in another class. */
function isOwnThis(node: SyntaxNode): boolean {
  for (let around = node.parent; around; around = around.parent) {
    if (/^(FunctionExpression|FunctionDeclaration|Property)$/.test(around.name)) {
      if (around.name !== 'Property' || around.getChild('ParamList')) return true;
    }
    if (around.name === 'ClassBody') return around.parent?.parent?.name !== 'Script';
  }
  return false;
}
