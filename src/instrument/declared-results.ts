import type { Function as FunctionNode } from 'acorn';

/** What a function says that it returns, as far as that can be held to it when it runs. */
export type DeclaredResult =
  'boolean' | 'number' | 'string' | 'Error | undefined' | 'Error[]' | 'Result' | 'Answer';

const plain: ReadonlySet<string> = new Set([
  'boolean',
  'number',
  'string',
  'Error | undefined',
  'Error[]',
  'Answer',
]);

/** Whether a function may come to its end without a `return`, as `undefined` is one of its results. */
export const mayEnd = (type: DeclaredResult): boolean => type === 'Error | undefined' || type === 'Answer';

/**
 * What the functions of a TypeScript module say that they return. `source` has the lines of the code that the nodes are of, with types.
 * Undefined for what says nothing, for what does not say it on the line of its opening brace, and for types that are not known here.
 */
export function declaredResults(source: string): (node: FunctionNode) => DeclaredResult | undefined {
  const lines = source.split('\n');
  return (node) => {
    if (node.body.type !== 'BlockStatement') return undefined;
    const line = node.body.loc?.start.line ?? 0;
    const [, written = ''] =
      /^[^{}]*\)\s*:\s*([^;{}]+?)\s*(?:=>\s*)?\{(?:\s*\/\/.*)?$/.exec(lines[line - 1] ?? '') ?? [];
    // What blocks is a generator, and returns what stands between the brackets.
    const [, blocking] = /^Blocking<(.+)>$/.exec(written) ?? [];
    if ((blocking !== undefined) !== node.generator) return undefined;
    const type = (blocking ?? written).replace(/^undefined \| Error$/, 'Error | undefined');
    if (/^Result<.+>$/.test(type)) return 'Result';
    return plain.has(type) ? (type as DeclaredResult) : undefined;
  };
}
