import { parse } from 'acorn';
import { transform } from 'sucrase';
import { isStackOverflow } from '../runtime/sim/thrown.ts';
import { nearestWord } from './nearest-word.ts';
import { visitProgram } from './visit.ts';
import { watchSlips } from './watch-slips.ts';
import { type HookedLine, Writer } from './writer.ts';

/** Where the instrumented code finds `lineHook`: by an import, or as a field of an object it can see, with `noteThrow` beside it. */
type HookSource = { readonly from: string } | { readonly object: string };

export interface InstrumentOptions {
  readonly hook: HookSource;
  /** Turn imports and exports into `require` and `exports`, for code that is not loaded as a module. */
  readonly commonJS?: boolean;
  /** What the code calls the object that has `slips`, to be told of slips of the pen; none are watched for if it is left out. */
  readonly slips?: string;
}

export interface Instrumented {
  /** JavaScript; every statement is on the line on which it was in the source. */
  readonly code: string;
  /** In the order of the lines. */
  readonly lines: readonly HookedLine[];
}

/**
 * Strips the types of a TypeScript module and makes it tell the line hook, before each statement, where it is and
 * what its variables hold, and when its functions are entered and left. Nothing else about the code changes.
 * `file` is what the hook is told. Shown of a function are its parameters, its variables that have been set, and
 * those of enclosing functions that it mentions. Not shown are `this`, whose state has panes of its own, names of
 * the module, and functions declared inside.
 * Throws a SyntaxError with `loc` where the source cannot be read.
 */
export function instrument(source: string, file: string, options: InstrumentOptions): Instrumented {
  const code = stripTypes(source, options.commonJS);
  const sourceType = options.commonJS ? 'script' : 'module';
  const program = parse(code, { ecmaVersion: 'latest', sourceType, locations: true });
  const writer = writerOf(code, options);
  visitProgram(writer, program);
  if (options.slips !== undefined) watchSlips(writer, program, { source, code, object: options.slips });
  const from =
    'from' in options.hook ? `import{lineHook as $$line}from${JSON.stringify(options.hook.from)};` : '';
  // A `var`, so that functions which run while modules still load each other find it.
  return { code: writer.finish(`${from}var $$file=${JSON.stringify(file)};`), lines: writer.lines };
}

/** Only code of a reader, which is no module here, is ended where it calls itself without end, and notes what it throws. */
function writerOf(code: string, { hook, slips }: InstrumentOptions): Writer {
  if (!('object' in hook)) return new Writer(code, '$$line');
  const { object } = hook;
  return new Writer(code, `${object}.lineHook`, `${object}.noteThrow`, slips && `${slips}.broke`);
}

/** What was expected of the text of a module, what was found, and what to do; and where, if that is known, from 1. */
export interface SyntaxProblem {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** The first thing in a TypeScript module that cannot be read; undefined if all can. Types are not checked. */
export function syntaxProblem(source: string): SyntaxProblem | undefined {
  let code = '';
  try {
    code = stripTypes(source);
    parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
    return undefined;
  } catch (error) {
    if (isStackOverflow(error)) return nestedTooDeep(source);
    if (!(error instanceof SyntaxError)) throw error;
    // Sucrase and acorn both put the place on the error and at the end of its message.
    const { loc } = error as { loc?: { line: number; column: number } };
    const found = error.message.replace(/^Error transforming [^:]+: /, '').replace(/ \(\d+:\d+\)$/, '');
    const remedy = remedyOf(found, source);
    const message = `expected TypeScript, found something else: ${found}; ${remedy}`;
    const { line, column } = loc ?? { line: 1, column: 1 };
    // Only acorn, which reads the code without its types, says where it was when it found out.
    if (!('raisedAt' in error)) return { message, line, column };
    return { message, line, column: columnBefore(lineOf(source, line), lineOf(code, line), column) + 1 };
  }
}

/** What to do about what was found. */
function remedyOf(found: string, source: string): string {
  const [, field] = /^Private field '(#\w+)' must be declared/.exec(found) ?? [];
  if (field) return privateRemedy(field, source);
  return /keyword 'yield' is reserved/.test(found)
    ? 'write a star before the name of the function: only a generator, `*name()`, has `yield*` in it'
    : 'look there, and just before, for a missing or extra bracket, comma or quote';
}

function privateRemedy(field: string, source: string): string {
  const others = new Set(source.match(/#[A-Za-z_$][\w$]*/g));
  others.delete(field);
  const near = nearestWord(field, [...others]);
  return near ? `did you mean ${near}?` : 'use one that the class has';
}

/** So deep code can be nested at least. How deep it can be beyond that, the stack decides. */
const mostDepth = 200;

/** What is said of code whose nesting the stack does not hold, with the bracket that is the first too deep. */
export function nestedTooDeep(source: string): SyntaxProblem {
  const message = `expected code nested at most ${mostDepth} deep, found it deeper; write it in smaller parts`;
  let depth = 0;
  for (const { 0: bracket, index } of source.matchAll(/[([{}\])]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1;
    if (depth <= mostDepth) continue;
    const before = source.slice(0, index).split('\n');
    return { message, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
  return { message };
}

function stripTypes(source: string, commonJS = false): string {
  const transforms: ('typescript' | 'imports')[] = commonJS ? ['typescript', 'imports'] : ['typescript'];
  return transform(source, {
    transforms,
    disableESTransforms: true,
    keepUnusedImports: !commonJS,
    // All modules are ours, so `import *` needs no function that makes one of what another system exports.
    enableLegacyTypeScriptModuleInterop: commonJS,
  }).code;
}

function lineOf(text: string, line: number): string {
  return text.split('\n')[line - 1] ?? '';
}

/** Where a column of a line stood before its types were taken out: what is left is found in order in what was. */
function columnBefore(source: string, code: string, column: number): number {
  let at = -1;
  for (const letter of code.slice(0, column + 1)) at = Math.max(at, source.indexOf(letter, at + 1));
  return Math.max(0, at);
}
