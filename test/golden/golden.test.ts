import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check } from './check.ts';

describe('recorded answers of Kubernetes v1.20.2', () => {
  test.each([
    ['delta_fifo', 50],
    ['workqueue', 50],
    ['pod_deletion_order', 50],
    ['quantity', 50],
    ['selector', 50],
    ['label_selector', 50],
    ['strategic_merge', 100],
    ['merge_patch', 50],
    ['scheduler', 170],
  ] as const)('%s', (name, passed) => {
    const checked = check(readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8'));
    expect(checked).toEqual({ passed, failures: [] });
  });
});

describe('a file of recorded answers', () => {
  const good =
    '{"fn":"deltaFifo","args":{"Known":true,"Replaced":true,"Ops":[{"Op":"pop"}]},"out":["empty"]}';

  test('counts what agrees and skips empty lines', () => {
    expect(check(`${good}\n\n${good}\n`)).toEqual({ passed: 2, failures: [] });
  });

  test('tells what differs, by line', () => {
    const { passed, failures } = check(`${good}\n${good.replace('"empty"', 'true')}`);
    expect(passed).toBe(1);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ line: 2, fn: 'deltaFifo' });
    expect(failures[0]?.message).toContain('expected {"out":[true]}\n  found    {"out":["empty"]}');
  });

  test('tells which part of a decision of the scheduler differs', () => {
    const decision =
      '{"name":"empty","nodes":[],"pods":[],"pending":{"metadata":{},"spec":{"containers":[]}},"answer":{}}';
    const { passed, failures } = check(decision.replace('"answer":{}', '"answer":{"feasible":["a"]}'));
    expect(passed).toBe(0);
    expect(failures[0]).toMatchObject({ line: 1, fn: 'scheduler empty' });
  });

  test('an error is an answer as well', () => {
    const wrong = good.replace('"pop"', '"shout"').replace('"out":["empty"]', '"error":"no such operation"');
    expect(check(wrong).failures[0]?.message).toContain('found    {"error":"expected add, update');
  });

  test.each([
    ['{"fn":', 'expected a line of JSON, found {"fn":'],
    ['{"fn":"deltaFifo","args":{}}', 'expected {fn, args, out} or {fn, args, error}, found {"fn"'],
    ['[]', 'expected {fn, args, out} or {fn, args, error}, found []'],
    ['{"fn":"toString","args":{},"out":1}', 'found toString'],
  ])('%s counts as failed', (line, message) => {
    const { passed, failures } = check(line);
    expect(passed).toBe(0);
    expect(failures[0]?.message).toContain(message);
  });
});
