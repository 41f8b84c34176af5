import * as hook from './hook.ts';
import { guardLines } from './guard.ts';
import { type SyntaxProblem, instrument, syntaxProblem } from './instrument.ts';
import { setLineHook } from './hook.ts';

/** Why edited code cannot run. Lines and columns count from 1. */
export interface EditProblem {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export type Exports = Readonly<Record<string, unknown>>;

/** Gives the exports of a module that edited code imports; undefined if it may not import that. */
export type Resolve = (specifier: string) => Exports | undefined;

/**
 * Loads the edited text of one module: strips its types, instruments it as `file`, and runs it. What it throws, an
 * import that is not offered, and a syntax error come back as a problem. Only for a worker: it evaluates the code.
 */
export function loadEdited(
  source: string,
  file: string,
  resolve: Resolve,
): [Exports, undefined] | [undefined, EditProblem] {
  const wrong = syntaxProblem(source);
  if (wrong) return [undefined, editProblem(file, wrong)];
  const exports: Record<string, unknown> = {};
  const require = (specifier: string): Exports => {
    const module = resolve(specifier);
    if (!module) throw new ImportNotOffered(specifier);
    return required(module);
  };
  // The module's own statements run once, before any simulator does: its loops end too.
  const before = setLineHook(guardLines({ steps: 0 }));
  try {
    const { code } = instrument(source, file, { hook: { object: '$$hooks' }, commonJS: true });
    new Function('require', 'exports', '$$hooks', code)(require, exports, hook);
    return [exports, undefined];
  } catch (error) {
    return [undefined, loadProblem(file, source, error)];
  } finally {
    setLineHook(before);
  }
}

class ImportNotOffered extends Error {
  readonly specifier: string;

  constructor(specifier: string) {
    super(specifier);
    this.specifier = specifier;
  }
}

function loadProblem(file: string, source: string, error: unknown): EditProblem {
  if (error instanceof ImportNotOffered) {
    const line =
      source
        .split('\n')
        .findIndex((text) => text.includes(`'${error.specifier}'`) || text.includes(`"${error.specifier}"`)) +
      1;
    const message =
      `${file}: expected imports that the original file has, found "${error.specifier}"; ` +
      'import only from the modules that it imports already';
    return line > 0 ? { message, line } : { message };
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    message: `${file}: expected the module to load, found ${what}; look at its statements outside functions`,
  };
}

function editProblem(file: string, { message, line, column }: SyntaxProblem): EditProblem {
  const place = `${file} line ${line}, column ${column}`;
  const remedy = 'look there, and just before, for a missing or extra bracket, comma or quote';
  return {
    message: `${place}: expected TypeScript, found something else: ${message}; ${remedy}`,
    line,
    column,
  };
}

/** A module as `require` gives it: its exports stay live, and `default` is one of them. */
function required(module: Exports): Exports {
  const wrapped: Exports = {};
  for (const name of Object.keys(module)) {
    Object.defineProperty(wrapped, name, { enumerable: true, get: () => module[name] });
  }
  return Object.defineProperty(wrapped, '__esModule', { value: true });
}
