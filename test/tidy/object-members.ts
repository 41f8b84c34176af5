import ts from 'typescript';
import type { SourceFile } from '../../src/sources/problem.ts';

/** A function that is a member of an object, made within a declaration that says what it mirrors. */
interface ObjectMember {
  /** The name, without the `#` of a private field. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** Where the member itself begins, under what is said of it. */
  readonly start: number;
  /** `path#Symbol` that the declaration around it says. */
  readonly within: string;
}

/** All such members of a file that have no mark of their own. */
export function objectMembers({ path, text }: SourceFile): ObjectMember[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found: ObjectMember[] = [];
  const visit = (node: ts.Node, around: string | undefined): void => {
    const within = markOf(text, node) ?? around;
    if (ts.isObjectLiteralExpression(node) && within !== undefined) {
      for (const member of node.properties) {
        if (!isFunction(member) || markOf(text, member) !== undefined) continue;
        const start = member.getStart(tree);
        const line = tree.getLineAndCharacterOfPosition(start).line + 1;
        found.push({ name: member.name.getText(tree), line, start, within });
      }
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(tree, undefined);
  return found;
}

function isFunction(
  member: ts.ObjectLiteralElementLike,
): member is ts.MethodDeclaration | ts.PropertyAssignment {
  if (ts.isMethodDeclaration(member)) return true;
  if (!ts.isPropertyAssignment(member)) return false;
  return ts.isArrowFunction(member.initializer) || ts.isFunctionExpression(member.initializer);
}

/** What the last mark right above a node says. */
function markOf(text: string, node: ts.Node): string | undefined {
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const said = comments.map(({ pos, end }) => text.slice(pos, end)).join('\n');
  return [...said.matchAll(/(?:Mirrors|Part of)(?: v[\d.]+)?: (\S+#\S+)/g)].at(-1)?.[1];
}
