import { expect, test } from 'vitest';
import {
  type PluginFactory,
  Registry,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';

const factory: PluginFactory = () => [{ name: () => 'any' }, undefined];
const names = (registry: Registry) => [...registry.entries()].map(([name]) => name);

test('TestRegister: a name is taken once', () => {
  const registry = new Registry();
  expect([registry.register('one', factory), registry.has('one'), registry.has('two')]).toEqual([
    undefined,
    true,
    false,
  ]);
  expect(registry.register('one', factory)?.message).toBe('a plugin named one already exists');
  expect(names(registry)).toEqual(['one']);
});

test('TestUnregister: what goes can come again', () => {
  const registry = new Registry({ one: factory, two: factory });
  expect(registry.unregister('one')).toBeUndefined();
  expect(registry.unregister('one')?.message).toBe('no plugin named one exists');
  expect(names(registry)).toEqual(['two']);
  expect(registry.register('one', factory)).toBeUndefined();
});

test('TestMerge: all of another come in, up to one whose name is taken', () => {
  const registry = new Registry({ one: factory });
  expect(registry.merge(new Registry({ two: factory, three: factory }))).toBeUndefined();
  expect(names(registry)).toEqual(['one', 'two', 'three']);
  expect(registry.merge(new Registry({ three: factory, four: factory }))?.message).toBe(
    'a plugin named three already exists',
  );
  expect(registry.has('four')).toBe(false);
});
