import { typescriptLanguage } from '@codemirror/lang-javascript';
import type { SyntaxNode } from '@lezer/common';

/** A name that the text declares, and where it is known. */
export interface Declared {
  readonly name: string;
  /** The name itself, where it is declared. */
  readonly node: SyntaxNode;
  readonly from: number;
  readonly to: number;
}

/** What stands around a member of a class, so that it can be read. */
const classStart = 'class Y{';

/** The nodes within which a name is known that one of their parts declares. */
const scopes = new Set(
  (
    'Script Block ForStatement CatchClause ArrowFunction FunctionDeclaration FunctionExpression MethodDeclaration Property ClassBody ' +
    'FunctionSignature MethodType'
  ).split(' '),
);

/** The code that a reader writes, read as far as it can be. Places count from the beginning of the text. */
export class TextCode {
  readonly text: string;
  readonly root: SyntaxNode;
  /** How far the tree is ahead of the text. */
  readonly ahead: number;
  readonly #declared: Declared[] = [];
  /** The names of the members that the text adds to its class, with their nodes. */
  readonly members = new Map<string, SyntaxNode>();
  /** Names of types that the text declares itself. */
  readonly ownTypes = new Set<string>();

  constructor(text: string, inClass: boolean) {
    this.ahead = inClass ? classStart.length : 0;
    this.text = text;
    const whole = inClass ? `${classStart}${text}}` : text;
    const { parser } = typescriptLanguage;
    this.root = parser.parse(whole).topNode;
    this.root.cursor().iterate(({ node }) => this.#note(node, inClass));
  }

  #note(node: SyntaxNode, inClass: boolean): void {
    const { name, parent } = node;
    if (name === 'TypeDefinition') this.ownTypes.add(this.of(node));
    if (!parent || node.from < this.ahead) return;
    if (name === 'VariableDefinition') {
      const scope = scopeOf(node);
      this.#declared.push({ name: this.of(node), node, from: scope.from, to: scope.to });
    }
    const isMember =
      /^(Private)?PropertyDefinition$/.test(name) && /^(Method|Property)Declaration$/.test(parent.name);
    if (inClass && isMember && parent.parent?.parent?.parent?.name === 'Script')
      this.members.set(this.of(node), parent);
  }

  /** The text of a node. */
  of({ from, to }: SyntaxNode): string {
    return this.text.slice(Math.max(0, from - this.ahead), Math.max(0, to - this.ahead));
  }

  /** What a name means at a place of the tree: the declaration that is nearest around it. */
  declared(name: string, at: number): Declared | undefined {
    return this.known(at).get(name);
  }

  /** All names that the text declares around a place of the tree. */
  known(at: number): Map<string, Declared> {
    const found = new Map<string, Declared>();
    for (const one of this.#declared) {
      if (at < one.from || at > one.to) continue;
      const before = found.get(one.name);
      if (!before || one.from >= before.from) found.set(one.name, one);
    }
    return found;
  }
}

/** The node within which a name is known that is declared there. */
function scopeOf(definition: SyntaxNode): SyntaxNode {
  const { parent } = definition;
  // A function is known around it.
  const isOwnName = parent && /^(Function|Class)Declaration$/.test(parent.name);
  let scope = isOwnName ? parent.parent : parent;
  while (scope?.parent && !scopes.has(scope.name)) scope = scope.parent;
  return scope ?? definition;
}

/** The parts of a node. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let part = node.firstChild; part; part = part.nextSibling) parts.push(part);
  return parts;
}

/** Parts between commas. What stands outside of these, as brackets do, is left out. */
export function items(node: SyntaxNode): SyntaxNode[][] {
  const list: SyntaxNode[][] = [[]];
  for (const part of partsOf(node)) {
    if (part.name === ',') list.push([]);
    else if (!/^[()[\]{}<>]$/.test(part.name)) list.at(-1)!.push(part);
  }
  return list.length === 1 && list[0]!.length === 0 ? [] : list;
}

/** What stands for a value: no bracket, no comment, no key word. */
export const isExpression = ({ name }: SyntaxNode): boolean =>
  /(Expression|Literal|String|Name|Function|^Number|^RegExp|^this|^null|^super)$/.test(name);

/** The arguments of a call. */
export function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  const list = call.getChild('ArgList');
  return list ? items(list).flatMap((item) => item.slice(-1)) : [];
}
