import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
  ] as const)('%s', async (name, passed) => {
    const checked = await check(readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8'));
    expect(checked).toEqual({ passed, failures: [] });
  });

  const cwd = fileURLToPath(new URL('.', import.meta.url));
  test.each(globSync('kubelet/*.jsonl', { cwd }).sort())('%s', async (file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    expect(await check(text)).toEqual({ passed: text.trimEnd().split('\n').length, failures: [] });
  });
});

describe('a file of recorded answers', () => {
  const good =
    '{"fn":"deltaFifo","args":{"Known":true,"Replaced":true,"Ops":[{"Op":"pop"}]},"out":["empty"]}';

  test('counts what agrees and skips empty lines', async () => {
    expect(await check(`${good}\n\n${good}\n`)).toEqual({ passed: 2, failures: [] });
  });

  test('tells what differs, by line', async () => {
    const { passed, failures } = await check(`${good}\n${good.replace('"empty"', 'true')}`);
    expect(passed).toBe(1);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ line: 2, fn: 'deltaFifo' });
    expect(failures[0]?.message).toContain('expected {"out":[true]}\n  found    {"out":["empty"]}');
  });

  test('a question may be called "in"', async () => {
    expect(await check(good.replace('"args"', '"in"'))).toEqual({ passed: 1, failures: [] });
  });

  test('tells which part of a decision of the scheduler differs', async () => {
    const decision =
      '{"name":"empty","nodes":[],"pods":[],"pending":{"metadata":{},"spec":{"containers":[]}},"answer":{}}';
    const { passed, failures } = await check(decision.replace('"answer":{}', '"answer":{"feasible":["a"]}'));
    expect(passed).toBe(0);
    expect(failures[0]).toMatchObject({ line: 1, fn: 'scheduler empty' });
  });

  test('an error is an answer as well', async () => {
    const wrong = good.replace('"pop"', '"shout"').replace('"out":["empty"]', '"error":"no such operation"');
    expect((await check(wrong)).failures[0]?.message).toContain('found    {"error":"expected add, update');
  });

  test.each([
    ['{"fn":', 'expected a line of JSON, found {"fn":'],
    ['{"fn":"deltaFifo","args":{}}', 'or error in place of out, found {"fn"'],
    ['[]', 'expected {fn, in, out} or {fn, args, out}, or error in place of out, found []'],
    ['{"fn":"toString","args":{},"out":1}', 'found toString'],
  ])('%s counts as failed', async (line, message) => {
    const { passed, failures } = await check(line);
    expect(passed).toBe(0);
    expect(failures[0]?.message).toContain(message);
  });
});
