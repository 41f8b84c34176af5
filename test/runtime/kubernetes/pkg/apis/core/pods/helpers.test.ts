import { expect, test } from 'vitest';
import { convertDownwardAPIFieldLabel } from '../../../../../../../src/runtime/kubernetes/pkg/apis/core/pods/helpers.ts';

test.each([
  ['metadata.labels', 'metadata.labels'],
  ["metadata.labels['app']", "metadata.labels['app']"],
  ["metadata.annotations['note']", "metadata.annotations['note']"],
  ['spec.host', 'spec.nodeName'],
  ['status.podIPs', 'status.podIPs'],
])('%s is known as %s', (label, want) => {
  expect(convertDownwardAPIFieldLabel('v1', label)).toEqual([want, undefined]);
});

test.each([
  ['', 'metadata.name', 'unsupported pod version: '],
  ['v1', 'spec.bogus', 'field label not supported: spec.bogus'],
  ['v1', "spec.host['a']", "field label does not support subscript: spec.host['a']"],
])('%j %s', (version, label, message) => {
  expect(convertDownwardAPIFieldLabel(version, label)).toEqual([undefined, new Error(message)]);
});
