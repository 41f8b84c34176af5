import { describe, expect, test } from 'vitest';
import {
  AmbiguousKindError,
  AmbiguousResourceError,
  NoKindMatchError,
  NoResourceMatchError,
  isNoMatchError,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/errors.ts';
import { isListType } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/help.ts';
import type {
  RESTMapper,
  RESTMapping,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/interfaces.ts';
import {
  accessor,
  asPartialObjectMetadata,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/meta.ts';
import { MultiRESTMapper } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.ts';
import {
  PriorityRESTMapper,
  any,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/priority.ts';
import { DefaultRESTMapper } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.ts';
import type {
  GroupVersionKind,
  GroupVersionResource,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import type { Result } from '../../../../../../../../../../src/runtime/go/result.ts';

const kind = (text: string): GroupVersionKind => {
  const [group = '', version = '', name = ''] = text.split('/');
  return { group, version, kind: name };
};
const resource = (text: string): GroupVersionResource => {
  const [group = '', version = '', name = ''] = text.split('/');
  return { group, version, resource: name };
};
const textOf = ({ group, version, ...rest }: GroupVersionKind | GroupVersionResource): string =>
  `${group}/${version}/${'kind' in rest ? rest.kind : rest.resource}`;
const mapping = (text: string): RESTMapping => ({
  resource: resource(text),
  groupVersionKind: kind(text),
  scope: 'root',
});
const noMatch = new NoResourceMatchError(resource('//x'));
const down = new Error('the server is down');

/** A mapper that gives the same answer to every question. */
function fixed(found: readonly string[] | Error): RESTMapper {
  const answer = <T>(of: (text: string) => T): Result<T[]> =>
    found instanceof Error ? [undefined, found] : [found.map(of), undefined];
  const only = <T>([all, err]: Result<T[]>): Result<T> => (err ? [undefined, err] : [all[0] as T, undefined]);
  return {
    kindsFor: () => answer(kind),
    kindFor: () => only(answer(kind)),
    resourcesFor: () => answer(resource),
    resourceFor: () => only(answer(resource)),
    restMappings: () => answer(mapping),
    restMapping: () => only(answer(mapping)),
  };
}

const messageOf = ([, err]: Result<unknown>): string | undefined => err?.message;

describe('several mappers as one (upstream multirestmapper_test.go)', () => {
  const multi = (...answers: (readonly string[] | Error)[]): MultiRESTMapper =>
    new MultiRESTMapper(answers.map(fixed));

  test.each<[what: string, answers: (readonly string[] | Error)[], found: readonly string[] | string]>([
    ['nobody', [], 'no matches for //foo'],
    ['nobody knows', [noMatch, noMatch], 'no matches for //foo'],
    ['one knows', [noMatch, ['a/v1/foo']], ['a/v1/foo']],
    ['both know', [['a/v1/foo'], ['b/v1/foo', 'c/v1/foo']], ['a/v1/foo', 'b/v1/foo', 'c/v1/foo']],
    ['both know the same', [['a/v1/foo', 'b/v1/foo'], ['b/v1/foo']], ['a/v1/foo', 'b/v1/foo']],
    ['one fails', [['a/v1/foo'], down], 'the server is down'],
    ['one fails first', [down, ['a/v1/foo']], 'the server is down'],
  ])('%s', (_what, answers, found) => {
    const mapper = multi(...answers);
    const asked = resource('//foo');
    for (const [all, err] of [mapper.kindsFor(asked), mapper.resourcesFor(asked)]) {
      if (Array.isArray(found)) expect(all?.map(textOf)).toEqual(found);
      else expect(err?.message.replace('/, Resource=', '//')).toBe(found);
    }
  });

  test.each<[what: string, answers: (readonly string[] | Error)[], kind: string, resource: string]>([
    ['one', [['a/v1/foo']], 'a/v1/foo', 'a/v1/foo'],
    [
      'two',
      [['a/v1/foo'], ['b/v1/foo']],
      '/, Resource=foo matches multiple kinds [a/v1, Kind=foo b/v1, Kind=foo]',
      '/, Resource=foo matches multiple resources [a/v1, Resource=foo b/v1, Resource=foo]',
    ],
    ['none', [noMatch], 'no matches for /, Resource=foo', 'no matches for /, Resource=foo'],
  ])('of %s there is an only one, or not', (_what, answers, onlyKind, onlyResource) => {
    const mapper = multi(...answers);
    const only = ([value, err]: Result<GroupVersionKind | GroupVersionResource>) =>
      err ? err.message : textOf(value);
    expect([only(mapper.kindFor(resource('//foo'))), only(mapper.resourceFor(resource('//foo')))]).toEqual([
      onlyKind,
      onlyResource,
    ]);
  });

  test.each<
    [what: string, answers: (readonly string[] | Error)[], one: string, all: readonly string[] | string]
  >([
    [
      'nobody knows',
      [noMatch, noMatch],
      'no matches for kind "Foo" in version "a/v1"',
      'no matches for kind "Foo" in version "a/v1"',
    ],
    ['one knows', [noMatch, ['a/v1/Foo']], 'a/v1/Foo', ['a/v1/Foo']],
    ['one knows, another fails', [down, ['a/v1/Foo']], 'a/v1/Foo', 'the server is down'],
    [
      'two know',
      [['a/v1/Foo'], ['a/v2/Foo']],
      'a/, Kind=Foo matches multiple kinds [a/v1, Kind=Foo a/v2, Kind=Foo]',
      ['a/v1/Foo', 'a/v2/Foo'],
    ],
    [
      'all fail',
      [down, new Error('so is this')],
      '[the server is down, so is this]',
      '[the server is down, so is this]',
    ],
    ['one fails', [noMatch, down], 'the server is down', 'the server is down'],
  ])('a kind is mapped where %s', (_what, answers, one, all) => {
    const mapper = multi(...answers);
    const gk = { group: 'a', kind: 'Foo' };
    const [found, err] = mapper.restMapping(gk, 'v1');
    expect(err ? err.message : textOf(found.groupVersionKind)).toBe(one);
    const [several, severalErr] = mapper.restMappings(gk, 'v1');
    expect(severalErr ? severalErr.message : several.map(({ resource: each }) => textOf(each))).toEqual(all);
  });
});

describe('a mapper that chooses (upstream priority_test.go)', () => {
  const choosing = (found: readonly string[] | Error, ...patterns: string[]): PriorityRESTMapper =>
    new PriorityRESTMapper(fixed(found), patterns.map(resource), patterns.map(kind));
  const chosen = ([value, err]: Result<GroupVersionKind | GroupVersionResource>) =>
    err ? err.message : textOf(value);

  test.each<[what: string, found: readonly string[] | Error, patterns: string[], choice: string]>([
    ['an error stays', down, [], 'the server is down'],
    ['one is the choice', ['a/v1/foo'], [], 'a/v1/foo'],
    ['one is the choice, whatever is preferred', ['a/v1/foo'], ['b/v1/foo'], 'a/v1/foo'],
    ['a group decides', ['a/v1/foo', 'b/v1/foo'], [`b/${any}/${any}`], 'b/v1/foo'],
    ['a version decides', ['a/v1/foo', 'a/v2/foo'], [`${any}/v2/${any}`], 'a/v2/foo'],
    ['a name decides', ['a/v1/foo', 'a/v1/bar'], [`${any}/${any}/bar`], 'a/v1/bar'],
    [
      'the first that fits decides',
      ['a/v1/foo', 'b/v1/foo'],
      ['c/v1/foo', 'b/v1/foo', 'a/v1/foo'],
      'b/v1/foo',
    ],
    [
      'patterns narrow one after the other',
      ['a/v1/foo', 'a/v2/foo', 'b/v1/foo'],
      [`a/${any}/${any}`, `${any}/v2/${any}`],
      'a/v2/foo',
    ],
    [
      'a pattern that fits nothing is passed over',
      ['a/v1/foo', 'a/v2/foo'],
      ['c/v1/foo', `${any}/v1/${any}`],
      'a/v1/foo',
    ],
  ])('%s', (_what, found, patterns, choice) => {
    const mapper = choosing(found, ...patterns);
    expect([
      chosen(mapper.kindFor(resource('//foo'))),
      chosen(mapper.resourceFor(resource('//foo'))),
    ]).toEqual([choice, choice]);
    const [mapped, err] = mapper.restMapping({ group: 'a', kind: 'foo' });
    expect(err ? err.message : textOf(mapped.groupVersionKind)).toBe(choice);
  });

  test('leaves open what nothing decides', () => {
    const mapper = choosing(['a/v1/foo', 'b/v1/foo'], `${any}/v1/${any}`);
    expect(messageOf(mapper.kindFor(resource('//foo')))).toContain(
      'matches multiple kinds [a/v1, Kind=foo b/v1, Kind=foo]',
    );
    expect(messageOf(mapper.resourceFor(resource('//foo')))).toContain('matches multiple resources');
    expect(messageOf(mapper.restMapping({ group: 'a', kind: 'foo' }))).toContain(
      'a/, Kind=foo matches multiple kinds',
    );
    expect(mapper.kindsFor(resource('//foo'))[0]).toHaveLength(2);
    expect(mapper.resourcesFor(resource('//foo'))[0]).toHaveLength(2);
    expect(mapper.restMappings({ group: 'a', kind: 'foo' })[0]).toHaveLength(2);
  });

  test('takes the version that is asked for before all others', () => {
    const mapper = choosing(['a/v1/foo', 'a/v2/foo'], `${any}/v1/${any}`);
    expect(mapper.restMapping({ group: 'a', kind: 'foo' }, 'v2')[0]?.groupVersionKind.version).toBe('v2');
    expect(mapper.restMapping({ group: 'a', kind: 'foo' }, 'v3', 'v2')[0]?.groupVersionKind.version).toBe(
      'v2',
    );
    expect(mapper.restMapping({ group: 'a', kind: 'foo' })[0]?.groupVersionKind.version).toBe('v1');
  });
});

describe('the default mapper orders what it finds', () => {
  const mapper = new DefaultRESTMapper([
    { group: 'b', version: 'v2' },
    { group: 'a', version: 'v1' },
  ]);
  for (const text of ['a/v1/Thing', 'b/v2/Thing', 'c/v1/Thing']) mapper.add(kind(text), 'root');
  mapper.addSpecific(kind('a/v1/Other'), resource('a/v1/things'), resource('a/v1/other'), 'namespace');

  test('by the order of its versions, those that it does not prefer first', () => {
    expect(mapper.kindsFor(resource('//thing'))[0]?.map(textOf)).toEqual([
      'c/v1/Thing',
      'b/v2/Thing',
      'a/v1/Thing',
    ]);
    expect(mapper.resourcesFor(resource('//things'))[0]?.map(textOf)).toEqual([
      'c/v1/things',
      'b/v2/things',
      'a/v1/things',
    ]);
  });

  test('of a whole name it finds one, of the beginning of a group several', () => {
    expect(mapper.kindsFor(resource('b/v2/things'))[0]?.map(textOf)).toEqual(['b/v2/Thing']);
    expect(mapper.resourcesFor(resource('a/v1/other'))[0]?.map(textOf)).toEqual(['a/v1/things']);
    expect(messageOf(mapper.resourcesFor(resource('a/v2/other')))).toBe(
      'no matches for a/v2, Resource=other',
    );
    expect(messageOf(mapper.resourcesFor(resource('a/v1/')))).toBe(
      'a resource must be present, got: a/v1, Resource=',
    );
  });

  test('the internal version is none', () => {
    expect(mapper.kindsFor(resource('a/__internal/other'))[0]?.map(textOf)).toEqual(['a/v1/Other']);
    expect(mapper.restMapping({ group: 'a', kind: 'Other' }, '__internal', '')[0]?.scope).toBe('namespace');
    expect(mapper.restMapping({ group: 'b', kind: 'Thing' })[0]?.scope).toBe('root');
  });

  test('a version that is named is tried before those behind it', () => {
    expect(mapper.restMapping({ group: 'a', kind: 'Other' }, 'v9', 'v1')[0]?.resource.version).toBe('v1');
    expect(mapper.restMappings({ group: 'a', kind: 'Nothing' })[1]).toBeInstanceOf(NoResourceMatchError);
  });
});

describe('why nothing is found', () => {
  test.each<[Error, boolean, string]>([
    [new NoResourceMatchError(resource('a/v1/x')), true, 'no matches for a/v1, Resource=x'],
    [new NoKindMatchError({ group: 'a', kind: 'X' }, []), true, 'no matches for kind "X" in group "a"'],
    [
      new NoKindMatchError({ group: 'a', kind: 'X' }, ['v1']),
      true,
      'no matches for kind "X" in version "a/v1"',
    ],
    [
      new NoKindMatchError({ group: '', kind: 'X' }, ['v2', 'v1', 'v2']),
      true,
      'no matches for kind "X" in versions ["v1" "v2"]',
    ],
    [
      new AmbiguousKindError(kind('a//X'), [kind('a/v1/X')]),
      false,
      'a/, Kind=X matches multiple kinds [a/v1, Kind=X]',
    ],
    [
      new AmbiguousResourceError(resource('a//x'), { kinds: [kind('a/v1/X')] }),
      false,
      'a/, Resource=x matches multiple kinds [a/v1, Kind=X]',
    ],
    [
      new AmbiguousResourceError(resource('a//x'), { resources: [] }),
      false,
      'a/, Resource=x matches multiple resources []',
    ],
    [down, false, 'the server is down'],
  ])('%s', (err, noMatchError, message) => {
    expect([err.message, isNoMatchError(err)]).toEqual([message, noMatchError]);
  });

  test('no error is no such error', () => expect(isNoMatchError(undefined)).toBe(false));
});

describe('metadata', () => {
  const object = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' }, spec: {} };

  test('are there, or an error says that they are not', () => {
    expect(accessor(object)).toEqual([{ name: 'a' }, undefined]);
    for (const value of [undefined, null, 5, 'x', {}, { metadata: null }, { metadata: 'x' }])
      expect(accessor(value)[1]?.message).toBe('object does not implement the Object interfaces');
  });

  test('are an object of their own, the same one each time', () => {
    const partial = asPartialObjectMetadata(object);
    expect(partial).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name: 'a' },
    });
    expect([asPartialObjectMetadata(object) === partial, Object.isFrozen(partial)]).toEqual([true, true]);
    expect(asPartialObjectMetadata({ ...object })).not.toBe(partial);
  });

  test('a list is told by its kind', () => {
    expect([
      isListType({ ...object, kind: 'PodList' }),
      isListType({ ...object, items: [] } as never),
    ]).toEqual([true, false]);
  });
});
