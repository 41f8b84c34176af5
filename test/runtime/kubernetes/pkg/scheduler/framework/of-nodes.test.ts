import { expect, test } from 'vitest';
import { OfNodes } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/of-nodes.ts';
import { newSnapshot } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node } from './plugins/handle.ts';

function stage() {
  const snapshot = newSnapshot([], [node('a'), node('b')]);
  const ofNodes = new OfNodes<string>();
  const found: string[] = [];
  const ask = (question: string) =>
    ofNodes.of(snapshot, question, (nodes) => {
      found.push(question);
      return `${question} of ${nodes.map(({ name }) => name)}`;
    });
  return { snapshot, found, ask };
}

test('the nodes are gone over once for each question, until one of them changes', () => {
  const { snapshot, found, ask } = stage();
  expect([ask('zone'), ask('disk'), ask('zone')]).toEqual(['zone of a,b', 'disk of a,b', 'zone of a,b']);
  expect(found).toEqual(['zone', 'disk']);
  snapshot.nodeChanged();
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
