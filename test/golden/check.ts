import { isDeepStrictEqual } from 'node:util';
import { type Answering, answering, functionNames } from './answers.ts';
import { type SchedulingCase, decide, isSchedulingCase } from './scheduling.ts';

/** A recorded answer of Kubernetes that ours is not equal to, or a line that cannot be read. */
interface Failure {
  /** From 1. */
  readonly line: number;
  /** Undefined if the line could not be read. */
  readonly fn?: string;
  readonly message: string;
}

export interface Checked {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

/**
 * Puts every question of a file and compares the answers: a line is a question and its answer, `{fn, args, out}`,
 * `{fn, in, out}` or either with `error`, or a cluster and a pod to schedule, `{name, nodes, pods, pending, services,
 * pdbs, answer}`.
 */
export async function check(text: string): Promise<Checked> {
  const failures: Failure[] = [];
  let passed = 0;
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const failure = await checkLine(line);
    if (failure) failures.push({ line: i + 1, ...failure });
    else passed++;
  }
  return { passed, failures };
}

async function checkLine(line: string): Promise<Omit<Failure, 'line'> | undefined> {
  let recorded: unknown;
  try {
    recorded = JSON.parse(line);
  } catch (error) {
    return { message: `expected a line of JSON, found ${short(line)}: ${(error as Error).message}` };
  }
  if (isSchedulingCase(recorded)) return checkScheduling(recorded);
  if (!isCase(recorded)) {
    return {
      message: `expected {fn, in, out} or {fn, args, out}, or error in place of out, found ${short(line)}`,
    };
  }
  const { fn } = recorded;
  const answers = await answering(fn);
  if (!answers) {
    const known = functionNames.join(', ');
    return { fn, message: `expected a function that is here (${known}), found ${fn}` };
  }
  const question = recorded.in ?? recorded.args;
  const expected = compared(answers, recorded.error === undefined ? { out: recorded.out } : recorded);
  const found = compared(answers, put(answers.answer, question));
  if (isDeepStrictEqual(found, expected)) return undefined;
  return { fn, message: `${short(question)}\n  expected ${short(expected)}\n  found    ${short(found)}` };
}

/** Tells the parts of the answer that differ. */
function checkScheduling(asked: SchedulingCase): Omit<Failure, 'line'> | undefined {
  const expected = asked.answer as Readonly<Record<string, unknown>>;
  const { out, error } = put(() => decide(asked), undefined) as { out?: typeof expected; error?: string };
  const fn = `scheduler ${asked.name}`;
  if (!out) return { fn, message: `expected an answer, found the error ${error}` };
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(out)])];
  const differing = keys.filter((key) => !isDeepStrictEqual(expected[key], out[key]));
  if (differing.length === 0) return undefined;
  const parts = differing.map(
    (key) => `${key}\n  expected ${short(expected[key])}\n  found    ${short(out[key])}`,
  );
  return { fn, message: parts.join('\n') };
}

/** A question, as `args` or as `in`, and its answer. */
interface Case {
  readonly fn: string;
  readonly args?: unknown;
  readonly in?: unknown;
  readonly out?: unknown;
  readonly error?: string;
}

function isCase(value: unknown): value is Case {
  if (typeof value !== 'object' || value === null) return false;
  const { fn } = value as { fn?: unknown };
  return typeof fn === 'string' && ('args' in value || 'in' in value) && ('out' in value || 'error' in value);
}

/** The answer as JSON has it, or the message of what was thrown. */
function put(answer: Answering['answer'], question: unknown): { out: unknown } | { error: string } {
  try {
    const out = answer(question);
    return { out: out === undefined ? undefined : JSON.parse(JSON.stringify(out)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** What of an answer is compared; of an error, its text. */
function compared(
  { comparable = (answer) => answer }: Answering,
  { out, error }: { readonly out?: unknown; readonly error?: string },
): unknown {
  return error === undefined ? { out: comparable(out) } : { error };
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return text.length > 400 ? `${text.slice(0, 400)} … (${text.length} characters)` : text;
}
