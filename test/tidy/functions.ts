import ts from 'typescript';
import type { SourceFile } from '../../src/sources/problem.ts';

/** A function of a file, and how long it is. */
export interface FunctionLength {
  /** `path#name`; of a function without a name, that of what it is given to. */
  readonly id: string;
  readonly path: string;
  /** Where it begins. */
  readonly line: number;
  readonly lines: number;
}

/** Every function of a file with its length; of an Astro file those of its frontmatter and its scripts. */
export function functionLengths({ path, text }: SourceFile): FunctionLength[] {
  return codeIn(path, text).flatMap(({ code, before }) => {
    const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind);
    const lineOf = (at: number): number => file.getLineAndCharacterOfPosition(at).line;
    const found: FunctionLength[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body) {
        const [first, last] = [lineOf(node.getStart(file)), lineOf(node.end)];
        found.push({
          id: `${path}#${nameOf(node)}`,
          path,
          line: before + first + 1,
          lines: last - first + 1,
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node;
  const name =
    node.name ??
    (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : undefined);
  return name?.getText() ?? '';
}

/** The code of a file, each piece with the number of lines before it. */
function codeIn(path: string, text: string): { readonly code: string; readonly before: number }[] {
  if (!path.endsWith('.astro')) return [{ code: text, before: 0 }];
  const pieces = [...text.matchAll(/^---\n([^]*?)^---$|<script\b[^>]*>([^]*?)<\/script>/gm)];
  return pieces.map(({ index, 0: all, 1: head, 2: script }) => {
    const code = head ?? script ?? '';
    return { code, before: text.slice(0, index + all.indexOf(code)).split('\n').length - 1 };
  });
}
