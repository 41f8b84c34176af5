import { describe, expect, test } from 'vitest';
import { newAuthenticator } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authentication/request/anonymous/anonymous.ts';
import type { Request } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authentication/authenticator/interfaces.ts';
import { newFromTokens } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authentication/authenticatorfactory/loopback.ts';
import {
  union as firstToKnow,
  unionFailOnError,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authentication/request/union/union.ts';
import type {
  Attributes,
  Authorizer,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authorization/authorizer/interfaces.ts';
import { newPrivilegedGroups } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authorization/authorizerfactory/builtin.ts';
import { newAuthorizer } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authorization/path/path.ts';
import { union } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authorization/union/union.ts';
import { valueOf } from '../server/program.ts';

const attributes = (more: Partial<Attributes> = {}): Attributes => ({
  user: { name: 'jane', groups: ['readers'] },
  verb: 'get',
  path: '/',
  isResourceRequest: false,
  ...more,
});

const says = (...answer: ReturnType<Authorizer['authorize']>): Authorizer => ({
  name: answer[0],
  authorize: () => answer,
});

describe('authorizers in a row', () => {
  const failed = new Error('failed');

  test.each<[string, Authorizer[], ReturnType<Authorizer['authorize']>]>([
    ['none', [], ['no opinion', '', undefined]],
    [
      'the first that allows',
      [says('no opinion', 'a', undefined), says('allow', 'b', undefined), says('deny', 'c', undefined)],
      ['allow', 'b', undefined],
    ],
    [
      'the first that denies',
      [says('deny', 'a', undefined), says('allow', 'b', undefined)],
      ['deny', 'a', undefined],
    ],
    [
      'reasons of all',
      [
        says('no opinion', 'a', undefined),
        says('no opinion', '', undefined),
        says('no opinion', 'b', undefined),
      ],
      ['no opinion', 'a\nb', undefined],
    ],
    ['an error with a decision', [says('allow', 'a', failed)], ['allow', 'a', failed]],
    [
      'an error before a decision is no matter',
      [says('no opinion', '', failed), says('allow', '', undefined)],
      ['allow', '', undefined],
    ],
  ])('%s', (_what, authorizers, answer) => {
    expect(union(...authorizers).authorize(attributes())).toEqual(answer);
  });

  test('errors of all, where none decides', () => {
    const [decision, , error] = union(
      says('no opinion', '', failed),
      says('no opinion', '', new Error('too')),
    ).authorize(attributes());
    expect([decision, error?.message]).toEqual(['no opinion', '[failed, too]']);
    expect(union(says('allow', '', undefined), says('deny', '', undefined)).name).toBe('allow; deny');
  });
});

test('groups that may do all', () => {
  const { authorize, name } = newPrivilegedGroups('writers', 'readers');
  expect(name).toBe('groups writers, readers');
  expect(authorize(attributes())).toEqual(['allow', '', undefined]);
  expect(authorize(attributes({ user: { name: 'joe', groups: ['others'] } }))).toEqual([
    'no opinion',
    '',
    undefined,
  ]);
  expect(authorize(attributes({ user: undefined }))).toEqual([
    'no opinion',
    'Error',
    new Error('no user on request.'),
  ]);
});

describe('paths that everybody may ask for', () => {
  const allowed = (paths: string[], path: string, isResourceRequest = false): string =>
    valueOf(newAuthorizer(paths)).authorize(attributes({ path, isResourceRequest }))[0];

  test.each<[paths: string[], path: string, decision: string]>([
    [['/healthz'], '/healthz', 'allow'],
    [['healthz'], '/healthz', 'allow'],
    [['/healthz'], 'healthz', 'allow'],
    [['/healthz'], '/healthz/', 'no opinion'],
    [['/healthz'], '/', 'no opinion'],
    [['/healthz*'], '/healthz', 'allow'],
    [['/healthz*'], '/healthzzz', 'allow'],
    [['/healthz/*'], '/healthz/ping', 'allow'],
    [['/healthz/*'], '/healthz', 'no opinion'],
    [['/a', '/b*'], '/bc', 'allow'],
    [['/a', '/b*'], '/ac', 'no opinion'],
    [['*'], '/anything', 'allow'],
    [[], '/', 'no opinion'],
    [[''], '/', 'allow'],
  ])('%j: %s is %s', (paths, path, decision) => {
    expect(allowed(paths, path)).toBe(decision);
    expect(allowed(paths, path, true)).toBe('no opinion');
  });

  test.each(['/a*b', '**', '*a'])('%s is refused', (path) => {
    expect(newAuthorizer([path])[1]?.message).toBe(`only trailing * allowed in "${path.replace('/', '')}"`);
  });
});

describe('authenticators in a row', () => {
  const knows = (name: string): Request => ({
    name,
    authenticateRequest: () => [{ name, groups: [] }, undefined],
  });
  const fails = (name: string): Request => ({
    name,
    authenticateRequest: () => [undefined, new Error(name)],
  });
  const ignorant: Request = { name: 'ignorant', authenticateRequest: () => [undefined, undefined] };
  const asked = (request: Request): (string | undefined)[] => {
    const [user, error] = request.authenticateRequest({});
    return [user?.name, error?.message];
  };

  test.each<[Request[], (string | undefined)[], (string | undefined)[]]>([
    [[], [undefined, undefined], [undefined, undefined]],
    [
      [ignorant, knows('a'), knows('b')],
      ['a', undefined],
      ['a', undefined],
    ],
    [
      [fails('x'), knows('a')],
      ['a', undefined],
      [undefined, 'x'],
    ],
    [
      [ignorant, fails('x'), fails('y')],
      [undefined, '[x, y]'],
      [undefined, 'x'],
    ],
    [
      [knows('a'), fails('x')],
      ['a', undefined],
      ['a', undefined],
    ],
  ])('%j', (handlers, first, strict) => {
    expect([asked(firstToKnow(...handlers)), asked(unionFailOnError(...handlers))]).toEqual([first, strict]);
    expect(firstToKnow(...handlers).name).toBe(handlers.map(({ name }) => name).join(', '));
  });

  test('a token, and nobody in particular', () => {
    const jane = { name: 'jane', groups: [] };
    const tokens = newFromTokens(new Map([['secret', jane]]));
    expect(tokens.authenticateRequest({ bearerToken: 'secret' })).toEqual([jane, undefined]);
    expect(tokens.authenticateRequest({ bearerToken: 'other' })).toEqual([undefined, undefined]);
    expect(tokens.authenticateRequest({})).toEqual([undefined, undefined]);
    expect(newAuthenticator().authenticateRequest({})[0]?.groups).toEqual(['system:unauthenticated']);
  });
});
