import { describe, expect, test } from 'vitest';
import { isNoMatchError } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/errors.ts';
import { MultiRESTMapper } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.ts';
import {
  PriorityRESTMapper,
  any,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/priority.ts';
import {
  DefaultRESTMapper,
  unsafeGuessKindToResource,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.ts';
import {
  kindText,
  resourceText,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';

const gv = (group: string, version: string) => ({ group, version });
const resource = (group: string, version: string, name: string) => ({ group, version, resource: name });

describe('a kind becomes a resource', () => {
  test.each([
    ['Pod', 'pods', 'pod'],
    ['ReplicationController', 'replicationcontrollers', 'replicationcontroller'],
    ['ImageRepository', 'imagerepositories', 'imagerepository'],
    ['miss', 'misses', 'miss'],
    ['Endpoints', 'endpoints', 'endpoints'],
    ['lowercases', 'lowercaseses', 'lowercases'],
    ['', '', ''],
  ])('%s: %s, %s', (kind, plural, singular) => {
    const guessed = unsafeGuessKindToResource({ ...gv('g', 'v1'), kind });
    expect(guessed.map((each) => each.resource)).toEqual([plural, singular]);
  });
});

describe('the default mapper', () => {
  const mapper = new DefaultRESTMapper([gv('first.group', 'v1'), gv('first.group', 'v2')]);
  for (const version of ['v1', 'v2'])
    mapper.add({ ...gv('first.group', version), kind: 'Thing' }, 'namespace');
  mapper.add({ ...gv('second.group', 'v1'), kind: 'Other' }, 'root');

  test.each([
    [resource('first.group', 'v1', 'things'), 'first.group/v1, Kind=Thing'],
    [resource('first.group', 'v2', 'thing'), 'first.group/v2, Kind=Thing'],
    [resource('second', '', 'others'), 'second.group/v1, Kind=Other'],
    [resource('', 'v2', 'THINGS'), 'first.group/v2, Kind=Thing'],
    [resource('', '', 'other'), 'second.group/v1, Kind=Other'],
  ])('%j is %s', (partial, kind) => {
    const [found] = mapper.kindFor(partial);
    expect(found && kindText(found)).toBe(kind);
  });

  test.each([
    [
      resource('first.group', '', 'things'),
      'matches multiple kinds [first.group/v1, Kind=Thing first.group/v2, Kind=Thing]',
    ],
    [resource('', '', 'nothings'), 'no matches for /, Resource=nothings'],
    [resource('third', 'v1', 'things'), 'no matches for third/v1, Resource=things'],
    [resource('third', 'v1', ''), 'a resource must be present, got: third/v1, Resource='],
  ])('%j: %s', (partial, message) => {
    expect(mapper.kindFor(partial)[1]?.message).toContain(message);
  });

  test('finds the whole name of a resource, and the resource of a kind with its scope', () => {
    const [found] = mapper.resourceFor(resource('second', '', 'other'));
    expect(found && resourceText(found)).toBe('second.group/v1, Resource=others');
    const thing = { group: 'first.group', kind: 'Thing' };
    expect(mapper.restMapping(thing, 'v2')[0]).toMatchObject({
      resource: { version: 'v2' },
      scope: 'namespace',
    });
    expect(mapper.restMapping(thing)[0]?.resource.version).toBe('v1');
    expect(mapper.restMappings(thing)[0]).toHaveLength(2);
  });

  test.each([
    [['v3'], 'no matches for kind "Thing" in version "first.group/v3"'],
    [['v3', 'v4'], 'no matches for kind "Thing" in versions ["first.group/v3" "first.group/v4"]'],
  ])('of versions %j: %s', (versions, message) => {
    const [, err] = mapper.restMapping({ group: 'first.group', kind: 'Thing' }, ...versions);
    expect(err?.message).toBe(message);
    expect(isNoMatchError(err)).toBe(true);
  });

  test('a kind of a group without versions is not there', () => {
    expect(mapper.restMapping({ group: 'none', kind: 'Thing' })[1]?.message).toBe(
      'no matches for kind "Thing" in group "none"',
    );
  });
});

describe('several mappers', () => {
  const one = new DefaultRESTMapper([gv('one', 'v1')]);
  one.add({ ...gv('one', 'v1'), kind: 'Event' }, 'namespace');
  const two = new DefaultRESTMapper([gv('two', 'v1')]);
  two.add({ ...gv('two', 'v1'), kind: 'Event' }, 'namespace');
  const both = new MultiRESTMapper([one, two]);

  test('together they know all, and cannot choose', () => {
    expect(both.resourcesFor(resource('', '', 'events'))[0]).toHaveLength(2);
    expect(both.resourceFor(resource('', '', 'events'))[1]?.message).toBe(
      '/, Resource=events matches multiple resources [one/v1, Resource=events two/v1, Resource=events]',
    );
    expect(both.restMapping({ group: 'two', kind: 'Event' })[0]?.resource.group).toBe('two');
    expect(both.restMapping({ group: 'three', kind: 'Event' })[1]?.message).toContain('no matches');
  });

  test('a priority chooses', () => {
    const prefer = gv('two', any);
    const mapper = new PriorityRESTMapper(both, [{ ...prefer, resource: any }], [{ ...prefer, kind: any }]);
    expect(mapper.kindFor(resource('', '', 'events'))[0]?.group).toBe('two');
    expect(mapper.resourceFor(resource('', '', 'events'))[0]?.group).toBe('two');
    expect(mapper.kindFor(resource('one', '', 'events'))[0]?.group).toBe('one');
  });

  test('a priority that fits nothing leaves the choice open', () => {
    const none = gv('three', any);
    const mapper = new PriorityRESTMapper(both, [{ ...none, resource: any }], [{ ...none, kind: any }]);
    expect(mapper.kindFor(resource('', '', 'events'))[1]?.message).toContain('matches multiple kinds');
  });
});
