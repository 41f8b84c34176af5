import ts from 'typescript';
import type { Problem, SourceFile } from '../../src/sources/problem.ts';

/** What one subject declares, by its own files. */
export interface SubjectNames {
  readonly subject: string;
  /** The kinds of its events and acts. */
  readonly kinds: ReadonlySet<string>;
  /** What it adds to a world. */
  readonly slices: ReadonlySet<string>;
  readonly panes: ReadonlySet<string>;
  /** Its pictures and planes, as `<subject>/<name>`. */
  readonly views: ReadonlySet<string>;
}

const ofSubject = /^src\/(?:runtime\/)?subjects\/([^/]+)\/(.+)$/;

const parse = ({ path, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  );

/** Reads what each subject declares out of its files; what is in `stage` belongs to the stage. */
export function namesOfSubjects(files: readonly SourceFile[]): SubjectNames[] {
  const found = new Map<string, Record<Exclude<keyof SubjectNames, 'subject'>, Set<string>>>();
  for (const file of files) {
    const [, subject = '', within = ''] = ofSubject.exec(file.path) ?? [];
    if (subject === '' || subject === 'stage') continue;
    const names = found.get(subject) ?? {
      kinds: new Set(),
      slices: new Set(),
      panes: new Set(),
      views: new Set(),
    };
    found.set(subject, names);
    const view = /^(?:pictures|planes)\/([^/]+)\.ts$/.exec(within)?.[1];
    if (view !== undefined) names.views.add(`${subject}/${view}`);
    const tree = parse(file);
    if (/^(events|acts)\.ts$/.test(within))
      eachNode(tree, (node) => kindsIn(node).forEach((kind) => names.kinds.add(kind)));
    if (/^panes\.tsx?$/.test(within))
      eachNode(tree, (node) => textOf(node, 'id').forEach((id) => names.panes.add(id)));
    eachNode(tree, (node) => slicesIn(node).forEach((slice) => names.slices.add(slice)));
  }
  return [...found].map(([subject, names]) => ({ subject, ...names }));
}

/** Where files that belong to no subject name what one declares. */
export function namedOutside(files: readonly SourceFile[], subjects: readonly SubjectNames[]): Problem[] {
  return files.flatMap((file) => {
    const tree = parse(file);
    const problems: Problem[] = [];
    eachNode(tree, (node) => {
      const named = subjects.flatMap((subject) => namedBy(node, subject));
      for (const what of named) {
        const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
        problems.push({
          path: file.path,
          line,
          says: `names ${what}: let the subject say it, or take it from the run.`,
        });
      }
    });
    return problems;
  });
}

function namedBy(node: ts.Node, { subject, kinds, slices, panes, views }: SubjectNames): string[] {
  if (
    ts.isPropertyAccessExpression(node) &&
    slices.has(node.name.text) &&
    /\bworld$/.test(node.expression.getText())
  )
    return [`what ${subject} adds to a world, "${node.name.text}"`];
  if (!ts.isStringLiteralLike(node)) return [];
  const { text } = node;
  if (views.has(text)) return [`a picture or a plane of ${subject}, "${text}"`];
  // Words such as "delete" mean a kind only where one is asked for.
  if (kinds.has(text) && (text.includes('.') || isKind(node))) return [`a kind of ${subject}, "${text}"`];
  return panes.has(text) && isPane(node) ? [`a pane of ${subject}, "${text}"`] : [];
}

/** `kind: 'x'`, `….kind === 'x'`, `kind !== 'x'`, and a case of `switch (….kind)`. */
function isKind(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'kind';
  if (ts.isCaseClause(parent)) return isKindExpression(parent.parent.parent.expression);
  return ts.isBinaryExpression(parent) && [parent.left, parent.right].some(isKindExpression);
}

const isKindExpression = (node: ts.Node): boolean => /(^|\.)kind$/.test(node.getText());

/** `opens: 'x'`, `opens="x"`, and what is set or asked of `openPane`. */
function isPane(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent)) return parent.name.getText() === 'opens';
  return ts.isBinaryExpression(parent) && /openPane/.test(parent.getText());
}

/** The kinds that a type says by `readonly kind: 'a' | 'b'`. */
function kindsIn(node: ts.Node): readonly string[] {
  if (!ts.isPropertySignature(node) || node.name.getText() !== 'kind' || !node.type) return [];
  const types = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type];
  return types.flatMap((type) =>
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : [],
  );
}

/** The text of a member of an object, where it is written out. */
function textOf(node: ts.Node, member: string): readonly string[] {
  const is =
    ts.isPropertyAssignment(node) && node.name.getText() === member && ts.isStringLiteral(node.initializer);
  return is ? [(node.initializer as ts.StringLiteral).text] : [];
}

const slicesIn = (node: ts.Node): readonly string[] =>
  ts.isInterfaceDeclaration(node) && node.name.text === 'Slices'
    ? node.members.flatMap(({ name }) => name?.getText() ?? [])
    : [];

function eachNode(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => eachNode(child, look));
}
