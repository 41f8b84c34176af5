import type * as acorn from 'acorn';
import {
  type Names,
  blockNames,
  boundNames,
  childrenOf,
  declaredNames,
  mentionedNames,
  withNames,
  without,
} from './scope.ts';
import type { FunctionScope, Writer } from './writer.ts';

type Node = acorn.AnyNode;
type FunctionNode =
  | acorn.FunctionDeclaration
  | acorn.AnonymousFunctionDeclaration
  | acorn.FunctionExpression
  | acorn.ArrowFunctionExpression;
type Loop =
  | acorn.WhileStatement
  | acorn.DoWhileStatement
  | acorn.ForStatement
  | acorn.ForInStatement
  | acorn.ForOfStatement;

const noNames: Names = new Set();

/** Writes the hooks of a whole module. Its own statements have none, but for those in its blocks and loops. */
export function visitProgram(writer: Writer, program: acorn.Program): void {
  const place: FunctionScope = { name: 'the module', names: noNames, outer: noNames };
  for (const node of program.body as Node[]) visitInside(writer, node, place);
}

function isDirective(node: Node): boolean {
  return node.type === 'ExpressionStatement' && node.directive !== undefined;
}

/** A statement that has its own line: the hook goes in front of it. */
function visitStatement(writer: Writer, node: Node, place: FunctionScope): void {
  if (node.type === 'BlockStatement') {
    visitBlock(writer, node.body as Node[], place);
  } else if (node.type === 'FunctionDeclaration') {
    visitFunction(writer, node, place, node.id?.name);
  } else if (node.type !== 'EmptyStatement' && !isDirective(node)) {
    writer.before(node, writer.line(node, place));
    visitInside(writer, node, place);
  }
}

/** What stands inside a statement whose own hook is written. */
function visitInside(writer: Writer, node: Node, place: FunctionScope): void {
  switch (node.type) {
    case 'IfStatement':
      visitExpression(writer, node.test, place);
      visitBranch(writer, node.consequent, place);
      if (node.alternate) visitBranch(writer, node.alternate, place);
      return;
    case 'LabeledStatement':
      visitInside(writer, node.body, place);
      return;
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
      visitLoop(writer, node, place);
      return;
    case 'SwitchStatement':
      visitSwitch(writer, node, place);
      return;
    case 'TryStatement':
      visitBlock(writer, node.block.body as Node[], place);
      if (node.handler) visitCatch(writer, node.handler, place);
      if (node.finalizer) visitBlock(writer, node.finalizer.body as Node[], place);
      return;
    case 'BlockStatement':
      visitBlock(writer, node.body as Node[], place);
      return;
    default:
      visitExpression(writer, node, place);
  }
}

/** Statements in order: each sees what those before it have declared. */
function visitBlock(writer: Writer, statements: readonly Node[], place: FunctionScope): void {
  // What the block declares hides the same names outside from its start on, though it has no value yet.
  const start = hide(place, blockNames(statements));
  let now = start;
  for (const node of statements) {
    // Functions can be called from the start of their block.
    visitStatement(writer, node, node.type === 'FunctionDeclaration' ? start : now);
    if (node.type === 'VariableDeclaration') now = declare(now, declaredNames(node));
  }
}

function visitBranch(writer: Writer, node: Node, place: FunctionScope): void {
  if (node.type === 'BlockStatement') {
    visitBlock(writer, node.body as Node[], place);
  } else {
    writer.wrap(node, node.type === 'EmptyStatement' ? '' : writer.line(node, place));
    visitInside(writer, node, place);
  }
}

/** Each round of a loop tells its line again, with the values of that round. */
function visitLoop(writer: Writer, node: Loop, place: FunctionScope): void {
  let inside = place;
  if (node.type === 'ForStatement') {
    const declared = node.init?.type === 'VariableDeclaration' ? declaredNames(node.init) : [];
    if (node.init) visitExpression(writer, node.init, hide(place, declared));
    inside = declare(place, declared);
    for (const part of [node.test, node.update]) if (part) visitExpression(writer, part, inside);
  } else if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
    const declared = node.left.type === 'VariableDeclaration' ? declaredNames(node.left) : [];
    visitExpression(writer, node.right, hide(place, declared));
    inside = declare(place, declared);
  } else {
    visitExpression(writer, node.test, place);
  }
  if (node.body.type === 'BlockStatement') {
    // The call stands in the block, where what the block declares hides the same names outside.
    writer.opening(node.body, writer.line(node, hide(inside, blockNames(node.body.body))));
    visitBlock(writer, node.body.body as Node[], inside);
  } else {
    const statement = node.body.type === 'EmptyStatement' ? '' : writer.line(node.body, inside);
    writer.wrap(node.body, writer.line(node, inside) + statement);
    visitInside(writer, node.body, inside);
  }
}

/** A case cannot count on what another has declared: it may have been jumped over. */
function visitSwitch(writer: Writer, node: acorn.SwitchStatement, place: FunctionScope): void {
  visitExpression(writer, node.discriminant, place);
  const inside = hide(place, blockNames(node.cases.flatMap((one) => one.consequent)));
  for (const one of node.cases) {
    if (one.test) visitExpression(writer, one.test, inside);
    visitBlock(writer, one.consequent as Node[], inside);
  }
}

function visitCatch(writer: Writer, node: acorn.CatchClause, place: FunctionScope): void {
  visitBlock(writer, node.body.body as Node[], declare(place, boundNames(node.param)));
}

/** Looks for functions in anything that is not a statement of its own. `name` is what such a function is called. */
function visitExpression(writer: Writer, node: Node, place: FunctionScope, name?: string): void {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      visitFunction(writer, node, place, node.id?.name ?? name);
      return;
    case 'ClassDeclaration':
    case 'ClassExpression':
      visitClass(writer, node, place, node.id?.name ?? name);
      return;
    case 'VariableDeclarator':
      if (node.init) visitExpression(writer, node.init, place, boundNames(node.id)[0]);
      return;
    case 'AssignmentExpression':
      visitExpression(writer, node.left, place);
      visitExpression(writer, node.right, place, keyName(node.left));
      return;
    case 'Property':
      visitExpression(writer, node.key, place);
      visitExpression(writer, node.value, place, keyName(node.key));
      return;
    case 'VariableDeclaration': {
      let now = hide(place, declaredNames(node));
      for (const one of node.declarations) {
        visitExpression(writer, one, now);
        now = declare(now, boundNames(one.id));
      }
      return;
    }
    case 'ThrowStatement':
      writer.throwing(node);
      visitExpression(writer, node.argument, place);
      return;
    default:
      for (const child of childrenOf(node)) visitExpression(writer, child as Node, place);
  }
}

function visitClass(writer: Writer, node: acorn.Class, place: FunctionScope, name = 'a class'): void {
  if (node.superClass) visitExpression(writer, node.superClass, place);
  for (const member of node.body.body) {
    if (member.type === 'StaticBlock') {
      visitBlock(writer, member.body as Node[], {
        name,
        names: noNames,
        outer: withNames(place.names, place.outer),
      });
      continue;
    }
    visitExpression(writer, member.key, place);
    const isConstructor = member.type === 'MethodDefinition' && member.kind === 'constructor';
    if (member.value)
      visitExpression(writer, member.value, place, isConstructor ? `new ${name}` : keyName(member.key));
  }
}

function visitFunction(writer: Writer, node: FunctionNode, place: FunctionScope, name?: string): void {
  const called =
    name ?? (place.name.startsWith('a function of') ? place.name : `a function of ${place.name}`);
  const params = node.params.flatMap(boundNames);
  const mentioned = mentionedNames(node);
  const around = [...withNames(place.names, place.outer)].filter((one) => mentioned.has(one));
  const outer = without(new Set(around), params);
  for (const param of node.params) visitExpression(writer, param, { name: called, names: noNames, outer });
  const inside: FunctionScope = { name: called, names: new Set(params), outer };
  if (node.body.type === 'BlockStatement') {
    writer.around(node.body, called);
    visitBlock(writer, node.body.body as Node[], inside);
  } else {
    writer.pass(node.body, inside);
    visitExpression(writer, node.body, inside);
  }
}

/** The name of a property, variable or private field; undefined for a computed one. */
function keyName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  if (node.type === 'MemberExpression') return keyName(node.property);
  return undefined;
}

function hide(place: FunctionScope, names: readonly string[]): FunctionScope {
  if (names.length === 0) return place;
  return { ...place, names: without(place.names, names), outer: without(place.outer, names) };
}

function declare(place: FunctionScope, names: readonly string[]): FunctionScope {
  if (names.length === 0) return place;
  const { outer } = hide(place, names);
  return { ...place, names: withNames(place.names, names), outer };
}
