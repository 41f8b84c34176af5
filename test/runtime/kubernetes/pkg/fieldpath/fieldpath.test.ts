import { describe, expect, test } from 'vitest';
import {
  extractFieldPathAsString,
  splitMaybeSubscriptedPath,
} from '../../../../../src/runtime/kubernetes/pkg/fieldpath/fieldpath.ts';
import type { KubeObject } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

const extract = (metadata: object, path: string) =>
  extractFieldPathAsString({ apiVersion: 'v1', kind: 'Pod', metadata } as unknown as KubeObject, path);

describe('TestExtractFieldPathAsString', () => {
  test.each<[string, object, string]>([
    ['metadata.namespace', { namespace: 'object-namespace' }, 'object-namespace'],
    ['metadata.name', { name: 'object-name' }, 'object-name'],
    ['metadata.uid', { uid: 'b70b3269-858e-12a8-9cf2-1232a194038a' }, 'b70b3269-858e-12a8-9cf2-1232a194038a'],
    ['metadata.labels', { labels: { key: 'value' } }, 'key="value"'],
    ['metadata.labels', { labels: { key: 'value\n' } }, String.raw`key="value\n"`],
    ['metadata.labels', { labels: { b: '2', a: '1' } }, 'a="1"\nb="2"'],
    ['metadata.labels', {}, ''],
    ['metadata.annotations', { annotations: { builder: 'john-doe' } }, 'builder="john-doe"'],
    ["metadata.annotations['a.k8s.io/index']", { annotations: { 'a.k8s.io/index': '1' } }, '1'],
    ["metadata.annotations['Www.k8s.io/test']", { annotations: { 'Www.k8s.io/test': '1' } }, '1'],
    ["metadata.labels['something']", { labels: { something: 'label value' } }, 'label value'],
    ["metadata.labels['other']", { labels: { something: 'label value' } }, ''],
  ])('%s of %j', (path, metadata, want) => {
    expect(extract(metadata, path)).toEqual([want, undefined]);
  });

  test.each([
    ['metadata.whoops', 'unsupported fieldPath: metadata.whoops'],
    ["metadata.annotations['invalid~key']", 'invalid key subscript in metadata.annotations'],
    ["metadata.labels['Www.k8s.io/test']", 'invalid key subscript in metadata.labels'],
    [
      "metadata.notexisting['something']",
      `fieldPath "metadata.notexisting['something']" does not support subscript`,
    ],
  ])('%s', (path, message) => {
    const [, err] = extract({ name: 'p' }, path);
    expect(err?.message).toContain(message);
  });
});

describe('TestSplitMaybeSubscriptedPath', () => {
  test.each([
    ["metadata.annotations['key']", 'metadata.annotations', 'key'],
    ["metadata.annotations['a[b']c']", 'metadata.annotations', "a[b']c"],
    ["metadata.labels['['key']", 'metadata.labels', "['key"],
    ["metadata.labels['key']']", 'metadata.labels', "key']"],
    ["metadata.labels['']", 'metadata.labels', ''],
    ["metadata.labels[' ']", 'metadata.labels', ' '],
  ])('%s', (fieldPath, path, subscript) => {
    expect(splitMaybeSubscriptedPath(fieldPath)).toEqual([path, subscript, true]);
  });

  test.each([
    "metadata.labels[ 'key' ]",
    'metadata.labels[]',
    "metadata.labels[']",
    "metadata.labels['key']foo",
    "['key']",
    'metadata.labels',
  ])('%s has no subscript', (fieldPath) => {
    expect(splitMaybeSubscriptedPath(fieldPath)).toEqual([fieldPath, '', false]);
  });
});
