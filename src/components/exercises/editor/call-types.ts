import type { SyntaxNode } from '@lezer/common';
import { items } from './text-code.ts';
import type { TextTypes } from './text-types.ts';
import type { TypeId } from './type-table.ts';
import { type Call, type Given, type Type, unionOf, unknown } from './types.ts';

/** What a call gives, of a function that can be called in these ways. `written` are types that the call itself gives. */
export function callResult(
  text: TextTypes,
  calls: readonly Call[],
  args: readonly SyntaxNode[],
  written: SyntaxNode | undefined,
): Type {
  const fitting = calls.filter((call) => fits(text, call, args));
  const [call] = fitting.length > 0 ? fitting : calls;
  if (!call) return unknown;
  const given = inferred(text, call, args, written);
  return text.types.known(call.signature.gives, given, call.self);
}

/** True if a function can be called in this way, as far as the number of arguments tells. */
function fits(text: TextTypes, { signature, given }: Call, args: readonly SyntaxNode[]): boolean {
  const { takes } = signature;
  const needed = takes.filter(([name]) => !/^\.\.\.|\?$/.test(name)).length;
  const most = takes.some(([name]) => name.startsWith('...')) ? Infinity : takes.length;
  if (args.length < needed || args.length > most) return false;
  // What asks for a test of a type is for those that are one.
  return !args.some((arg, at) => {
    const type = takes[at] && text.types.known(takes[at][1], given);
    const says = type && text.types.calls(type)[0]?.signature.says;
    return says !== undefined && text.types.calls(text.of(arg))[0]?.signature.says === undefined;
  });
}

/** What the type parameters of a function stand for in a call. */
function inferred(
  text: TextTypes,
  { signature, given }: Call,
  args: readonly SyntaxNode[],
  written: SyntaxNode | undefined,
): Given {
  const { over = [], takes } = signature;
  if (over.length === 0) return given;
  const found = new Map(given);
  const own = written ? items(written).map(([one]) => text.written(one)) : [];
  for (const [at, id] of over.entries()) if (own[at]) found.set(id, own[at]);
  // Functions last: what they take is known by the others.
  const isFunction = ({ name }: SyntaxNode): boolean => /Function/.test(name);
  const order = args
    .map((arg, at) => ({ arg, at }))
    .sort((a, b) => Number(isFunction(a.arg)) - Number(isFunction(b.arg)));
  for (const { arg, at } of order) {
    const parameter = takes[at] ?? takes.at(-1);
    if (parameter) match(text, parameter[1], text.of(arg), new Set(over), found);
  }
  for (const id of over) if (!found.has(id)) found.set(id, unknown);
  return found;
}

/** As deep a type of a parameter is compared with that of its argument. */
const mostDepth = 6;

/** Finds what type parameters stand for, where the type of a parameter is compared with that of its argument. */
function match(
  text: TextTypes,
  id: TypeId,
  argument: Type,
  over: ReadonlySet<TypeId>,
  found: Map<TypeId, Type>,
  depth = 0,
): void {
  const { types } = text;
  const shape = types.shape(id);
  if (depth > mostDepth || argument.kind === 'unknown') return;
  const inner = (one: TypeId, of: Type): void => match(text, one, of, over, found, depth + 1);
  if (shape.kind === 'parameter') {
    if (over.has(id) && !found.has(id)) found.set(id, widened(text, argument));
  } else if (shape.kind === 'union') {
    for (const one of shape.of) for (const part of types.parts(argument)) inner(one, part);
  } else if (shape.kind === 'of') {
    const name = types.shape(shape.type);
    const isLoop = 'name' in name && /^(Iterable|ReadonlyArray|Array)$/.test(name.name ?? '');
    for (const [at, one] of shape.given.entries()) {
      if (isLoop && at === 0) inner(one, types.items(argument));
      else inner(one, types.argument(argument, at));
    }
  } else if (shape.kind === 'tuple') {
    const [settled] = types.parts(argument);
    if (settled?.kind === 'tuple')
      for (const [at, one] of shape.of.entries()) inner(one, settled.of[at] ?? unknown);
  } else if (shape.kind === 'object' && shape.calls?.[0]) {
    const [call] = types.calls(argument);
    const gives =
      argument.kind === 'function' ? argument.gives() : call && types.known(call.signature.gives, call.given);
    if (gives) inner(shape.calls[0].gives, gives);
  }
}

/** A type for all values of the kind. */
function widened(text: TextTypes, type: Type): Type {
  if (type.kind === 'tuple') return text.types.language('Array', unionOf(type.of));
  const shape = type.kind === 'known' ? text.types.shape(type.id) : undefined;
  return shape?.kind === 'value' ? text.plain(shape.of) : type;
}

/** What a parameter of a function gets that is written where the type of the function is known. */
export function callbackParameter(text: TextTypes, fn: SyntaxNode, at: number): Type {
  const expected = expectedType(text, fn);
  const [call] = text.types.calls(expected);
  const taken = call?.signature.takes[at];
  return call && taken ? text.types.known(taken[1], call.given, call.self) : unknown;
}

/** The type that an expression is to have, by where it stands; unknown where that says nothing. */
function expectedType(text: TextTypes, node: SyntaxNode): Type {
  const { parent } = node;
  if (!parent) return unknown;
  if (node.name === 'Property') return inObject(text, node);
  switch (parent.name) {
    case 'ArgList':
      return parent.parent ? ofArgument(text, node, parent, parent.parent) : unknown;
    case 'Property':
      return inObject(text, parent);
    case 'ParenthesizedExpression':
      return expectedType(text, parent);
    case 'VariableDeclaration': {
      const item = items(parent).find((parts) => parts.some(({ from }) => from === node.from));
      return text.written(item?.find(({ name }) => name === 'TypeAnnotation'));
    }
    default:
      return unknown;
  }
}

/** Of a property of an object that is written. */
function inObject(text: TextTypes, property: SyntaxNode): Type {
  const name = property.getChild('PropertyDefinition');
  if (!name || !property.parent) return unknown;
  return text.types.member(expectedType(text, property.parent), text.code.of(name))?.type ?? unknown;
}

function ofArgument(text: TextTypes, node: SyntaxNode, list: SyntaxNode, call: SyntaxNode): Type {
  const args = items(list).flatMap((item) => item.slice(-1));
  const place = args.findIndex((arg) => arg.from === node.from);
  const how = call.name === 'NewExpression' ? 'makes' : 'calls';
  const callee = call.getChild('MemberExpression') ?? call.getChild('VariableName');
  const calls = text.types
    .calls(text.of(callee), how)
    .filter(({ signature }) => signature.takes.length > place);
  // What asks for a test of a type is for functions that are one.
  const asksNothing = ({ signature, given }: Call): boolean =>
    text.types.calls(text.types.known(signature.takes[place]![1], given))[0]?.signature.says === undefined;
  const chosen = calls.find(asksNothing) ?? calls[0];
  if (!chosen) return unknown;
  const given = inferredByOthers(text, chosen, args, place);
  return text.types.known(chosen.signature.takes[place]![1], given, chosen.self);
}

/** What the type parameters stand for by all arguments but the one that needs to know them. */
function inferredByOthers(text: TextTypes, call: Call, args: readonly SyntaxNode[], but: number): Given {
  const { over = [], takes } = call.signature;
  const found = new Map(call.given);
  for (const [at, arg] of args.entries()) {
    const parameter = takes[at];
    if (parameter && at !== but) match(text, parameter[1], text.of(arg), new Set(over), found);
  }
  for (const id of over) if (!found.has(id)) found.set(id, unknown);
  return found;
}
