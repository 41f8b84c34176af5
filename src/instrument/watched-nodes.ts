/** What is asked of the nodes of edited code, whose slips are watched for. */
import type * as acorn from 'acorn';

type Node = acorn.AnyNode;

/** The variables in which the code of sucrase has the modules that a statement imports. */
export function moduleNames(node: Node): string[] {
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id, init }) => {
    const isModule =
      init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'require';
    return isModule && id.type === 'Identifier' ? [id.name] : [];
  });
}

export function membersOf({ body }: acorn.Class): string[] {
  return body.body.flatMap((member) => {
    if (member.type === 'StaticBlock' || member.computed) return [];
    return [nameOf(member.key)];
  });
}

/** The member of a class that is meant by a name that is none: one that is private, or begins with a small letter. */
export function nearMember(name: string, members: readonly string[]): string | undefined {
  const plain = (one: string): string => one.replace(/^#/, '').toLowerCase();
  return name === '' || members.includes(name)
    ? undefined
    : members.find((one) => plain(one) === plain(name));
}

export function nameOf(key: acorn.Expression | acorn.PrivateIdentifier): string {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  return key.type === 'Identifier' ? key.name : '';
}

/** True if reading this may end before it has come to its end: there is a `?.` in it. */
export function isOptional(node: Node): boolean {
  if (node.type === 'MemberExpression') return node.optional || isOptional(node.object);
  return node.type === 'CallExpression' && (node.optional || isOptional(node.callee));
}

/** True if computing this twice does the same as once. */
export function isSimple(node: Node): boolean {
  if (node.type === 'MemberExpression') return !node.computed && isSimple(node.object);
  return node.type === 'Identifier' || node.type === 'Literal' || node.type === 'ThisExpression';
}

/** True for what is a text whatever its variables hold. */
export function saysText(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'Literal') return typeof node.value === 'string';
  return (
    node.type === 'BinaryExpression' && node.operator === '+' && (saysText(node.left) || saysText(node.right))
  );
}
