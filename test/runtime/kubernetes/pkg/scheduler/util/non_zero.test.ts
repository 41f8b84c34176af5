import { expect, test } from 'vitest';
import type { ResourceList } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import {
  defaultMemoryRequest,
  defaultMilliCPURequest,
  getNonzeroRequestForResource,
  getNonzeroRequests,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/util/non_zero.ts';

const mebi = 1024 * 1024;

test('who asks for nothing counts as a tenth of a processor, and as 200 MiB', () => {
  expect([defaultMilliCPURequest, defaultMemoryRequest]).toEqual([100, 200 * mebi]);
});

test.each<[ResourceList | undefined, readonly [number, number]]>([
  [undefined, [100, 200 * mebi]],
  [{}, [100, 200 * mebi]],
  [{ cpu: '200m' }, [200, 200 * mebi]],
  [{ memory: '400Mi' }, [100, 400 * mebi]],
  [{ cpu: '200m', memory: '400Mi' }, [200, 400 * mebi]],
  [{ cpu: '0', memory: '0' }, [0, 0]],
])('TestGetNonZeroRequest: %j', (requests, expected) => {
  expect(getNonzeroRequests(requests)).toEqual(expected);
});

test.each<[string, string | undefined, number]>([
  ['intel.com/foo', undefined, 0],
  ['intel.com/foo', '4', 4],
  ['hugepages-2Mi', '4Mi', 4 * mebi],
  ['attachable-volumes-aws-ebs', '3', 3],
  ['cpu', undefined, 100],
  ['cpu', '1500m', 1500],
  ['memory', undefined, 200 * mebi],
  ['memory', '400Mi', 400 * mebi],
  ['ephemeral-storage', undefined, 0],
  ['ephemeral-storage', '400Mi', 400 * mebi],
  // Neither known by itself nor counted by its name.
  ['gpus', '4', 0],
])('TestGetLeastRequestResource: %s, asked for: %s', (resource, quantity, expected) => {
  const requests: ResourceList = quantity === undefined ? {} : { [resource]: quantity };
  expect(getNonzeroRequestForResource(resource, requests)).toBe(expected);
});
