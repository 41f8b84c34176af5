import { describe, expect, test } from 'vitest';
import {
  Resource,
  type ResourceList,
  calculateResource,
  newResource,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { pod } from './plugins/handle.ts';

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

test('a sum has all amounts of both, and ends where it began when they are taken away', () => {
  const sum = newResource({ cpu: '1', 'scalar.test/scalar1': '5' });
  sum.sum(newResource(all), 1);
  const scalars = { 'scalar.test/scalar1': 6, 'hugepages-test': 2 };
  expect(amountsOf(sum)).toEqual({
    milliCPU: 1004,
    memory: 2000,
    ephemeralStorage: 5000,
    allowedPodNumber: 0,
    scalars,
  });
  sum.sum(newResource({ cpu: '1' }), -1);
  sum.sum(newResource(all), -1);
  const left = { 'scalar.test/scalar1': 5, 'hugepages-test': 0 };
  expect(amountsOf(sum)).toEqual({ ...none, scalars: left });
});

test('what is neither native nor counted by its name is left out', () => {
  expect(amountsOf(newResource({ gpus: '4', 'requests.example.com/gpu': '1' }))).toEqual(none);
  const resource = newResource({});
  resource.setMaxResource({ gpus: '4', pods: '5' });
  expect(amountsOf(resource)).toEqual(none);
  expect(amountsOf(newResource(undefined))).toEqual(none);
});

describe('what a pod asks for', () => {
  const asking = (...requests: readonly (ResourceList | undefined)[]) =>
    requests.map((each, i) => ({ name: `c${i}`, ...(each && { resources: { requests: each } }) }));
  const two = asking({ cpu: '100m', memory: '500' }, { cpu: '200m', 'example.com/gpu': '1' });
  const counted = (spec: object) => {
    const { res, non0CPU, non0Mem } = calculateResource(pod({}, spec));
    return [res.milliCPU, res.memory, res.scalar('example.com/gpu'), non0CPU, non0Mem];
  };
  const mebi = 1024 * 1024;

  test.each<[string, object, readonly number[]]>([
    ['without containers: nothing', {}, [0, 0, 0, 0, 0]],
    [
      'its containers together, where none counts as some',
      { containers: two },
      [300, 500, 1, 300, 500 + 200 * mebi],
    ],
    ['a container that says nothing', { containers: asking(undefined) }, [0, 0, 0, 100, 200 * mebi]],
    [
      'an init container that asks for more, each for itself',
      {
        containers: two,
        initContainers: asking({ cpu: '250m', memory: '800Mi' }, { cpu: '400m', 'example.com/gpu': '3' }),
      },
      [400, 800 * mebi, 3, 400, 800 * mebi],
    ],
    [
      'init containers that ask for less',
      { containers: two, initContainers: asking({ cpu: '1m', memory: '1' }, undefined) },
      [300, 500, 1, 300, 500 + 200 * mebi],
    ],
    [
      'and what it costs itself',
      { containers: two, overhead: { cpu: '50m', memory: '7', 'example.com/gpu': '1' } },
      [350, 507, 2, 350, 507 + 200 * mebi],
    ],
    ['of one of them', { containers: two, overhead: { cpu: '50m' } }, [350, 500, 1, 350, 500 + 200 * mebi]],
    ['of the other', { containers: two, overhead: { memory: '7' } }, [300, 507, 1, 300, 507 + 200 * mebi]],
  ])('%s', (_what, spec, expected) => expect(counted(spec)).toEqual(expected));
});
