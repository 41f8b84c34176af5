import { isStackOverflow, isThrown, namedTextOfThrown } from '../runtime/sim/thrown.ts';
import { placeOf } from './edit-place.ts';
import { guardLines } from './guard.ts';
import { type SyntaxProblem, instrument, nestedTooDeep, syntaxProblem } from './instrument.ts';
import { type LineHook, lineHook, noteThrow, setLineHook } from './hook.ts';
import { type Slips, slips } from './slips.ts';

/** Why edited code cannot run. Lines and columns count from 1. */
export interface EditProblem {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export type Exports = Readonly<Record<string, unknown>>;

/** Gives the exports of a module that edited code imports; undefined if it may not import that. */
export type Resolve = (specifier: string) => Exports | undefined;

/** Edited code that is ready to run, with what it imports. */
export type RunEdited = (resolve: Resolve) => [Exports, undefined] | [undefined, EditProblem];

/**
 * Reads the edited text of one module: strips its types and instruments it as `file`. A syntax error comes back as a problem. Else
 * a function comes back that runs it: what the code throws, and an import that is not offered, come back as a problem. Only for a
 * worker: it evaluates the code. Read all that is edited before any of it runs, since what runs can change what reads. Slips of
 * the pen are watched for where `watch` is true: in what a reader wrote.
 */
export function readEdited(
  source: string,
  file: string,
  watch = true,
): [RunEdited, undefined] | [undefined, EditProblem] {
  const before = watch ? watched[file] : plain[file];
  if (before?.source === source) return [before.run, undefined];
  const wrong = syntaxProblem(source);
  if (wrong) return [undefined, editProblem(file, wrong)];
  const [compiledRun, tooDeep] = compiled(source, file, watch);
  if (tooDeep) return [undefined, editProblem(file, tooDeep)];
  const run: RunEdited = (resolve) => runEdited(compiledRun, source, file, resolve);
  (watch ? watched : plain)[file] = { source, run };
  return [run, undefined];
}

interface Compiled {
  readonly source: string;
  readonly run: RunEdited;
}

/**
 * What was read last of each file, by whether slips are watched for: an exercise runs the same text with several seeds. These have no
 * prototype, so that code that ran before cannot say what they hold.
 */
const [watched, plain] = [Object.create(null), Object.create(null)] as [
  Record<string, Compiled | undefined>,
  Record<string, Compiled | undefined>,
];

/** Reads and runs the edited text of one module that stands alone. */
export function loadEdited(
  source: string,
  file: string,
  resolve: Resolve,
): [Exports, undefined] | [undefined, EditProblem] {
  const [run, problem] = readEdited(source, file);
  return problem ? [undefined, problem] : run(resolve);
}

function runEdited(
  run: Run,
  source: string,
  file: string,
  resolve: Resolve,
): [Exports, undefined] | [undefined, EditProblem] {
  const exports: Record<string, unknown> = {};
  const require = (specifier: string): Exports => {
    const module = resolve(specifier);
    if (!module) throw new ImportNotOffered(specifier);
    return required(module, specifier);
  };
  // The module's own statements run once, before any simulator does: its loops end too.
  const before = setLineHook(guardLines({ steps: 0 }));
  try {
    run(require, exports, hooks);
    return [exports, undefined];
  } catch (error) {
    return [undefined, loadProblem(file, source, error)];
  } finally {
    setLineHook(before);
  }
}

/** Where the code finds the hook that is in place, and tells what it throws. */
interface Hooks {
  readonly lineHook: LineHook | undefined;
  readonly noteThrow: typeof noteThrow;
  readonly slips: Slips;
}

const hooks: Hooks = Object.freeze({
  get lineHook() {
    return lineHook;
  },
  noteThrow,
  slips,
});

type Run = (require: unknown, exports: Exports, hooks: Hooks) => void;

// Called by another name, it sees nothing of this module. Taken here, since a worker soon loses it.
const { eval: globalEval } = globalThis;

/** Text that can be read, as a function; a problem where it is nested too deep for what else is done with it. */
function compiled(
  source: string,
  file: string,
  watch: boolean,
): [Run, undefined] | [undefined, SyntaxProblem] {
  try {
    const slips = watch ? '$$hooks.slips' : undefined;
    const { code } = instrument(source, file, { hook: { object: '$$hooks' }, commonJS: true, slips });
    return [evaluate(code, file), undefined];
  } catch (error) {
    if (isStackOverflow(error)) return [undefined, nestedTooDeep(source)];
    throw error;
  }
}

/** Code as a function, on its own lines and under its file's name, so that stacks tell where in it something was. */
function evaluate(code: string, file: string): Run {
  return globalEval(`(function(require,exports,$$hooks){${code}\n})\n//# sourceURL=${file}`) as Run;
}

class ImportNotOffered extends Error {
  readonly specifier: string;

  constructor(specifier: string) {
    super(specifier);
    this.specifier = specifier;
  }
}

function loadProblem(file: string, source: string, error: unknown): EditProblem {
  if (isThrown(error, ImportNotOffered)) {
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
  const { line } = placeOf(error, { [file]: source }) ?? {};
  const found = namedTextOfThrown(error);
  const message = `expected the module to load, found that it throws: ${found}; look at its statements outside functions`;
  return line === undefined
    ? { message: `${file}: ${message}` }
    : { message: `${file} line ${line}: ${message}`, line };
}

function editProblem(file: string, problem: SyntaxProblem): EditProblem {
  const { message, line, column } = problem;
  const place = line === undefined ? file : `${file} line ${line}, column ${column}`;
  return { ...problem, message: `${place}: ${message}` };
}

/** A module as `require` gives it: its exports stay live, and `default` is one of them. */
function required(module: Exports, specifier: string): Exports {
  return new Proxy(module, {
    get(_target, name) {
      if (name === '__esModule') return true;
      if (typeof name === 'symbol' || name in module) return module[name as string];
      const offered = Object.keys(module).join(', ');
      throw new Error(
        `expected of "${specifier}" what the original file imports (${offered}), found ${name}; use no more than that`,
      );
    },
  });
}
