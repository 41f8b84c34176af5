import { describe, expect, test } from 'vitest';
import {
  Resource,
  type ResourceList,
  newResource,
} from '../../../../src/runtime/scheduler/framework/types_resource.ts';

type Amounts = Partial<
  Record<'milliCPU' | 'memory' | 'ephemeralStorage' | 'allowedPodNumber', number> & {
    readonly scalars: Readonly<Record<string, number>>;
  }
>;

const amountsOf = (r: Resource): Amounts => ({
  milliCPU: r.milliCPU,
  memory: r.memory,
  ephemeralStorage: r.ephemeralStorage,
  allowedPodNumber: r.allowedPodNumber,
  scalars: Object.fromEntries(r.scalarResources),
});

const none: Amounts = { milliCPU: 0, memory: 0, ephemeralStorage: 0, allowedPodNumber: 0, scalars: {} };

const all: ResourceList = {
  cpu: '4m',
  memory: '2000',
  pods: '80',
  'ephemeral-storage': '5000',
  'scalar.test/scalar1': '1',
  'hugepages-test': '2',
};
const ofAll: Amounts = {
  milliCPU: 4,
  memory: 2000,
  ephemeralStorage: 5000,
  allowedPodNumber: 80,
  scalars: { 'scalar.test/scalar1': 1, 'hugepages-test': 2 },
};

test.each<[ResourceList, Amounts]>([
  [{}, none],
  [all, ofAll],
])('TestNewResource: %j', (list, expected) => {
  expect(amountsOf(newResource(list))).toEqual(expected);
});

test('TestResourceClone: a copy does not change with what was copied', () => {
  const resource = newResource(all);
  const clone = resource.clone();
  resource.milliCPU += 1000;
  resource.addScalar('hugepages-test', 1);
  expect(amountsOf(clone)).toEqual(ofAll);
});

test('TestResourceAddScalar', () => {
  const resource = new Resource();
  resource.addScalar('scalar1', 100);
  expect(amountsOf(resource)).toEqual({ ...none, scalars: { scalar1: 100 } });
  resource.addScalar('scalar2', 200);
  resource.addScalar('scalar1', 1);
  expect(amountsOf(resource)).toEqual({ ...none, scalars: { scalar1: 101, scalar2: 200 } });
});

describe('TestSetMaxResource', () => {
  test.each<[string, ResourceList, ResourceList, Amounts]>([
    [
      'of nothing',
      {},
      { cpu: '4m', memory: '2000', 'ephemeral-storage': '5000' },
      { ...none, milliCPU: 4, memory: 2000, ephemeralStorage: 5000 },
    ],
    [
      'what is more stays, what is less is raised',
      { ...all, memory: '4000' },
      {
        cpu: '4m',
        memory: '2000',
        'ephemeral-storage': '7000',
        'scalar.test/scalar1': '4',
        'hugepages-test': '5',
      },
      {
        ...ofAll,
        memory: 4000,
        ephemeralStorage: 7000,
        scalars: { 'scalar.test/scalar1': 4, 'hugepages-test': 5 },
      },
    ],
  ])('%s', (_what, has, list, expected) => {
    const resource = newResource(has);
    resource.setMaxResource(list);
    expect(amountsOf(resource)).toEqual(expected);
  });
});
