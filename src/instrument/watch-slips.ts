import type * as acorn from 'acorn';
import { type DeclaredResult, declaredResults, mayEnd } from './declared-results.ts';
import { childrenOf } from './scope.ts';
import {
  isOptional,
  isSimple,
  membersOf,
  moduleNames,
  nameOf,
  nearMember,
  saysText,
} from './watched-nodes.ts';
import type { Slips } from './slips.ts';
import type { Writer } from './writer.ts';

/*
 * TypeScript's compiler would refuse most slips of the pen, and no compiler comes into a page. So edited code is watched while it runs:
 * round what may go wrong stands a call that gives back what it is given, or says what is wrong with it.
 */

type Node = acorn.AnyNode;

/** A module whose slips are watched for. */
interface Watched {
  /** Its text, with types. */
  readonly source: string;
  /** The same without types, line by line, which the nodes are of. */
  readonly code: string;
  /** What the code calls the object that has the functions of `Slips`. */
  readonly object: string;
}

/** Writes calls of `Slips` into the text of a whole module. Nothing else about the code changes. */
export function watchSlips(writer: Writer, program: acorn.Program, watched: Watched): void {
  new Watch(writer, program, watched).visit(program, { generator: false, result: undefined, members: [] });
}

/** What holds of everything within a function. */
interface Around {
  readonly generator: boolean;
  readonly result: DeclaredResult | undefined;
  /** What the functions and fields of the class are called, as they are called on `this`. */
  readonly members: readonly string[];
}

const sums: ReadonlySet<string> = new Set(['-', '*', '/', '%', '**']);
const comparisons: ReadonlySet<string> = new Set(['<', '>', '<=', '>=']);
const equalities: ReadonlySet<string> = new Set(['===', '!==', '==', '!=']);
/** Methods of lists that ask a function about each item. */
const predicated: ReadonlySet<string> = new Set('every some filter find findIndex findLast'.split(' '));
const mostLetters = 80;

/** True of a deletion: of what may be gone, and Kubernetes leaves its error unread as well. */
const isDeletion = ({ callee }: acorn.CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  callee.property.name === 'delete';

class Watch {
  readonly #writer: Writer;
  readonly #code: string;
  readonly #object: string;
  readonly #resultOf: (node: acorn.Function) => DeclaredResult | undefined;
  /** What sucrase calls the modules that are imported: names that the reader has not written. */
  readonly #modules: ReadonlySet<string>;
  /** Functions at hand that make a changed copy of an object. */
  readonly #copiers: readonly string[];

  constructor(writer: Writer, program: acorn.Program, { source, code, object }: Watched) {
    this.#writer = writer;
    this.#code = code;
    this.#object = object;
    this.#resultOf = declaredResults(source);
    this.#modules = new Set(['exports', ...program.body.flatMap(moduleNames)]);
    this.#copiers = [...new Set(source.match(/\bwith[A-Z]\w*(?=\()/g))];
  }

  visit(node: Node, around: Around): void {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#function(node, around);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.#inside(node, { ...around, members: membersOf(node) });
        return;
      case 'NewExpression':
        // A call round a part of the callee would be what is made new.
        for (const argument of node.arguments) this.visit(argument, around);
        return;
      case 'MemberExpression':
        this.#member(node, around);
        return;
      case 'CallExpression':
        this.#call(node, around);
        return;
      default:
        this.#mark(node, around);
        this.#inside(node, around);
    }
  }

  #dropped(call: Node): void {
    if (call.type !== 'CallExpression' || call.callee.type === 'Super') return;
    this.#round(isDeletion(call) ? 'used' : 'dropped', call);
  }

  /** What of a node can hold a call that never ran, or no number where one is needed. */
  #mark(node: Node, around: Around): void {
    switch (node.type) {
      case 'ExpressionStatement':
        this.#dropped(node.expression);
        return;
      case 'IfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ConditionalExpression':
        this.#used(node.test, 'tested');
        return;
      case 'LogicalExpression':
        this.#used(node.left, node.operator === '&&' ? 'tested' : 'used');
        return;
      case 'VariableDeclarator':
        if (node.init && node.id.type !== 'Identifier') this.#used(node.init);
        return;
      case 'ReturnStatement':
        this.#returned(node, around);
        return;
      case 'YieldExpression':
        if (node.argument) this.#round('waits', node.argument, String(node.delegate));
        return;
      case 'UnaryExpression':
        if (node.operator === '!') this.#used(node.argument, 'tested');
        if (node.operator === 'delete') this.#written(node.argument, 'delete');
        return;
      case 'UpdateExpression':
        this.#written(node.argument, node.operator);
        return;
      case 'AssignmentExpression':
        this.#assigned(node);
        return;
      case 'BinaryExpression':
        this.#binary(node);
        return;
      default:
    }
  }

  #assigned({ left, operator, right }: acorn.AssignmentExpression): void {
    this.#written(left, operator);
    if (left.type !== 'Identifier' && left.type !== 'MemberExpression') this.#used(right);
    const computed = operator.slice(0, -1);
    if (sums.has(computed)) this.#round('number', right, JSON.stringify(computed));
  }

  #binary({ left, operator, right }: acorn.BinaryExpression): void {
    for (const side of [left, right]) {
      if (side.type === 'PrivateIdentifier') continue;
      if (equalities.has(operator)) this.#used(side);
      const isText = operator === '+' && (saysText(left) || saysText(right));
      if (isText || !(operator === '+' || sums.has(operator) || comparisons.has(operator))) continue;
      this.#round('number', side, JSON.stringify(operator));
    }
  }

  #function(node: acorn.Function, around: Around): void {
    const result = this.#resultOf(node);
    const inside = { ...around, generator: node.generator, result };
    if (result && !mayEnd(result) && node.body.type === 'BlockStatement') {
      const ends = `${this.#object}.returned(undefined,"",${JSON.stringify(result)});`;
      this.#writer.closing(node.body, ends);
    }
    this.#inside(node, inside);
  }

  #returned({ argument }: acorn.ReturnStatement, { generator, result }: Around): void {
    if (!argument) return;
    if (result) this.#round('returned', argument, JSON.stringify(result));
    else if (generator) this.#used(argument);
  }

  #member(node: acorn.MemberExpression, around: Around, call = false): void {
    const { object, property, computed } = node;
    if (this.#canWrap(node)) {
      const text = this.#textOf(property);
      const name = !computed ? nameOf(property) : text.startsWith('Symbol.') ? text : '';
      const near = object.type === 'ThisExpression' ? nearMember(name, around.members) : undefined;
      const rest = [JSON.stringify(name), String(node.optional), ...(near ? [JSON.stringify(near)] : [])];
      this.#round(call ? 'called' : 'read', object, ...rest);
    }
    if (object.type !== 'Super') this.visit(object, around);
    if (computed) this.visit(property, around);
  }

  #call({ callee, arguments: given, optional }: acorn.CallExpression, around: Around): void {
    if (callee.type === 'MemberExpression') this.#member(callee, around, !optional && !callee.computed);
    else if (callee.type !== 'Super') this.visit(callee, around);
    const asks =
      callee.type === 'MemberExpression' && predicated.has(nameOf(callee.property as acorn.Identifier));
    for (const argument of given) {
      if (asks && argument.type === 'ArrowFunctionExpression') this.#used(argument.body, 'tested');
      this.visit(argument, around);
    }
  }

  /** What is assigned to, taken away or counted up: an object that is frozen refuses that. */
  #written(target: Node, operator: string): void {
    if (target.type !== 'MemberExpression' || !this.#canWrap(target)) return;
    const { object, property, computed } = target;
    if (object.type === 'ThisExpression' || property.type === 'PrivateIdentifier') return;
    const key = this.#textOf(property);
    const [copier = ''] = this.#copiers;
    const name = computed ? `(${this.#code.slice(property.start, property.end)})` : JSON.stringify(key);
    // A key that is computed is not computed twice.
    const known = computed && !isSimple(property) ? '""' : name;
    const rest = [JSON.stringify(computed ? `[${key}]` : key), JSON.stringify(operator)];
    this.#round('written', object, known, ...rest, JSON.stringify(copier));
  }

  /** A value that is looked at, or thrown away: not one to be handed on to what runs it. */
  #used(node: Node, how: 'used' | 'tested' = 'used'): void {
    if (['Identifier', 'CallExpression', 'MemberExpression'].includes(node.type)) this.#round(how, node);
  }

  /** True if a call round the object of this means the same: not within `a?.b.c`, where `c` is not read if there is no `a`. */
  #canWrap({ object, property }: acorn.MemberExpression): boolean {
    if (object.type === 'Super' || object.type === 'MetaProperty' || isOptional(object)) return false;
    if (object.type === 'Identifier' && this.#modules.has(object.name)) return false;
    return !(property.type === 'Identifier' && property.name === 'call' && this.#isImported(object));
  }

  #isImported(node: Node): boolean {
    return (
      node.type === 'MemberExpression' &&
      node.object.type === 'Identifier' &&
      this.#modules.has(node.object.name)
    );
  }

  #round(what: keyof Slips, node: Node, ...more: readonly string[]): void {
    const rest = more.map((one) => `,${one}`).join('');
    const text = JSON.stringify(this.#textOf(node));
    this.#writer.enclose(node, `${this.#object}.${what}((`, `),${text}${rest})`);
  }

  /** The text of a node as the reader wrote it, on one line and not too long. */
  #textOf({ start, end }: Node): string {
    const text = this.#code
      .slice(start, end)
      .replace(/\b(?:\w+)\.(\w+)\.call\(void 0, ?/g, '$1(')
      .replace(/\b_\w+\.(?=\w)/g, '')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[),\];])/g, '')
      .replaceAll('`', "'");
    return text.length <= mostLetters ? text : `${text.slice(0, mostLetters - 1)}…`;
  }

  #inside(node: acorn.Node, around: Around): void {
    for (const child of childrenOf(node)) this.visit(child as Node, around);
  }
}
