import { expect, test } from 'vitest';
import {
  type StateData,
  newCycleState,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';

class FakeData implements StateData {
  data: string;

  constructor(data: string) {
    this.data = data;
  }

  clone(): FakeData {
    return new FakeData(this.data);
  }
}

test('TestCycleStateClone: what is changed in one does not change in its copy', () => {
  const state = newCycleState();
  const original = new FakeData('value1');
  state.write('key', original);
  const copy = state.clone();
  original.data = 'value2';
  expect(state.read('key')).toEqual([new FakeData('value2'), undefined]);
  expect(copy.read('key')).toEqual([new FakeData('value1'), undefined]);
});

test('what was not written, or was deleted, is not found', () => {
  const state = newCycleState();
  state.write('key', new FakeData('value'));
  const copy = state.clone();
  state.delete('key');
  for (const key of ['key', 'other']) expect(state.read(key)[1]?.message).toBe('not found');
  expect(copy.read('key')[1]).toBeUndefined();
});
