import { isDeepStrictEqual } from 'node:util';
import { answers } from './answers/index.ts';
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
 * Puts every question of a file and compares the answers: a line is `{fn, args, out}` or `{fn, args, error}`, or a
 * cluster and a pod to schedule, `{name, nodes, pods, pending, services, pdbs, answer}`.
 */
export function check(text: string): Checked {
  const failures: Failure[] = [];
  let passed = 0;
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const failure = checkLine(line);
    if (failure) failures.push({ line: i + 1, ...failure });
    else passed++;
  });
  return { passed, failures };
}

function checkLine(line: string): Omit<Failure, 'line'> | undefined {
  let recorded: unknown;
  try {
    recorded = JSON.parse(line);
  } catch (error) {
    return { message: `expected a line of JSON, found ${short(line)}: ${(error as Error).message}` };
  }
  if (isSchedulingCase(recorded)) return checkScheduling(recorded);
  if (!isCase(recorded)) {
    return { message: `expected {fn, args, out} or {fn, args, error}, found ${short(line)}` };
  }
  const { fn, args } = recorded;
  const answer = Object.hasOwn(answers, fn) ? answers[fn] : undefined;
  if (!answer) {
    const known = Object.keys(answers).sort().join(', ');
    return { fn, message: `expected a function that is here (${known}), found ${fn}` };
  }
  const expected = recorded.error === undefined ? { out: recorded.out } : { error: recorded.error };
  const found = put(answer, args);
  if (isDeepStrictEqual(found, expected)) return undefined;
  return { fn, message: `${short(args)}\n  expected ${short(expected)}\n  found    ${short(found)}` };
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

interface Case {
  readonly fn: string;
  readonly args: unknown;
  readonly out?: unknown;
  readonly error?: string;
}

function isCase(value: unknown): value is Case {
  if (typeof value !== 'object' || value === null) return false;
  const { fn } = value as { fn?: unknown };
  return typeof fn === 'string' && 'args' in value && ('out' in value || 'error' in value);
}

/** The answer as JSON has it, or the message of what was thrown. */
function put(answer: (args: unknown) => unknown, args: unknown): { out: unknown } | { error: string } {
  try {
    const out = answer(args);
    return { out: out === undefined ? undefined : JSON.parse(JSON.stringify(out)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return text.length > 400 ? `${text.slice(0, 400)} … (${text.length} characters)` : text;
}
