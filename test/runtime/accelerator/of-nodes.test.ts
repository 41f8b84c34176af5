import { expect, test } from 'vitest';
import { OfNodes } from '../../../src/runtime/accelerator/of-nodes.ts';
import { newSnapshot } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';

function stage() {
  const snapshot = newSnapshot([], [node('a'), node('b')]);
  const ofNodes = new OfNodes<string>(snapshot);
  const found: string[] = [];
  const ask = (question: string) =>
    ofNodes.of(question, (nodes) => {
      found.push(question);
      return `${question} of ${nodes.map(({ name }) => name)}`;
    });
  return { ofNodes, found, ask };
}

test('the nodes are gone over once for each question, until it is told that one of them changed', () => {
  const { ofNodes, found, ask } = stage();
  expect([ask('zone'), ask('disk'), ask('zone')]).toEqual(['zone of a,b', 'disk of a,b', 'zone of a,b']);
  expect(found).toEqual(['zone', 'disk']);
  ofNodes.forget();
  ask('disk');
  ask('disk');
  expect(found).toEqual(['zone', 'disk', 'disk']);
});

test('64 answers are kept: before one more, all are forgotten', () => {
  const { found, ask } = stage();
  for (let i = 0; i < 63; i++) ask(`${i}`);
  found.length = 0;
  ask('0');
  ask('last');
  expect(found).toEqual(['last']);
  ask('one more');
  ask('0');
  ask('one more');
  expect(found).toEqual(['last', 'one more', '0']);
});
