import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type SchedulingCase, decide } from './scheduling.ts';

const cases = readFileSync(new URL('./scheduler.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as SchedulingCase);

const kinds = [...new Set(cases.map(({ name }) => name.split('-')[0] ?? ''))];

describe('decisions of kube-scheduler v1.20.2 for one pod: filters by node, scores by plugin, the best nodes, who must go', () => {
  test('the file has all its cases', () => {
    expect(cases).toHaveLength(170);
  });

  test.each(kinds)('%s', (kind) => {
    for (const asked of cases.filter(({ name }) => name.split('-')[0] === kind)) {
      expect({ name: asked.name, ...decide(asked) }).toEqual({ name: asked.name, ...asked.answer });
    }
  });
});
