import ts from 'typescript';
import { filesUnder } from '../tidy/files.ts';
import type { Text } from './texts.ts';

/** Where the text stands among the arguments of whoever tells a step of a start. */
const places: Readonly<Record<string, number>> = { startup: 3, begin: 1 };

/** The texts of `startup` events that these files and folders tell. */
export function startupTexts(paths: readonly string[]): Text[] {
  return filesUnder(['src/runtime'], ['.ts'])
    .filter(({ path }) => paths.some((each) => path === each || path.startsWith(`${each}/`)))
    .flatMap(({ path, text }) => {
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      const found: Text[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node)) {
          const argument = node.arguments[places[nameOf(node.expression)] ?? -1];
          if (argument && ts.isStringLiteralLike(argument)) {
            const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
            found.push({ key: argument.text, path, line });
          }
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

function nameOf(called: ts.Expression): string {
  if (ts.isPropertyAccessExpression(called)) return called.name.text;
  return ts.isIdentifier(called) ? called.text : '';
}
