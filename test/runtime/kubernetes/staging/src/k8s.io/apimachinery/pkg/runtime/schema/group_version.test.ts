import { describe, expect, test } from 'vitest';
import {
  fromAPIVersionAndKind,
  groupVersion,
  kindText,
  parseGroupVersion,
  resourceText,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';

describe('the version of an object', () => {
  test.each([
    ['', '', ''],
    ['v1', '', 'v1'],
    ['apps/v1', 'apps', 'v1'],
    ['/v1', '', 'v1'],
    ['/', '', ''],
    ['apps/', 'apps', ''],
  ])('%j is group %j, version %j', (text, group, version) => {
    expect(parseGroupVersion(text)).toEqual([{ group, version }, undefined]);
    expect(fromAPIVersionAndKind(text, 'K')).toEqual({ group, version, kind: 'K' });
  });

  test('has at most one slash', () => {
    expect(parseGroupVersion('a/b/c')).toEqual([
      undefined,
      new Error('unexpected GroupVersion string: a/b/c'),
    ]);
    expect(fromAPIVersionAndKind('a/b/c', 'K')).toEqual({ group: '', version: '', kind: 'K' });
  });

  test('is written without the core group', () => {
    const core = { group: '', version: 'v1' };
    const apps = { group: 'apps', version: 'v1' };
    expect([groupVersion(core), groupVersion(apps)]).toEqual(['v1', 'apps/v1']);
    expect([resourceText({ ...core, resource: 'pods' }), resourceText({ ...apps, resource: 'x' })]).toEqual([
      '/v1, Resource=pods',
      'apps/v1, Resource=x',
    ]);
    expect([kindText({ ...core, kind: 'Pod' }), kindText({ ...apps, kind: 'X' })]).toEqual([
      '/v1, Kind=Pod',
      'apps/v1, Kind=X',
    ]);
  });
});
