import { describe, expect, test } from 'vitest';
import { newNotFound } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Draft,
  KubeObject,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { Chain } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/admission/chain.ts';
import { newForbiddenRequest } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/admission/errors.ts';
import type {
  Attributes,
  ClusterReader,
  Interface,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/admission/interfaces.ts';
import { newLifecycle } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.ts';
import { Requests, podNamed } from '../../requests.ts';

const pods = { group: '', resource: 'pods' };
const attributes = (more: Partial<Attributes> = {}): Attributes => ({
  operation: 'create',
  resource: pods,
  subresource: '',
  namespace: 'shop',
  name: 'a',
  ...more,
});
const no = newForbiddenRequest(attributes(), new Error('no'));

describe('plugins one after the other', () => {
  const seen: string[] = [];
  const plugin = (name: string, refuses?: 'admit' | 'validate'): Interface => ({
    admit: () => (seen.push(`${name} admit`), refuses === 'admit' ? no : undefined),
    validate: () => (seen.push(`${name} validate`), refuses === 'validate' ? no : undefined),
  });
  const asked = (...plugins: Interface[]) => {
    seen.length = 0;
    const chain = new Chain(plugins);
    return [chain.admit(attributes()), chain.validate(attributes()), [...seen]];
  };

  test('are all asked, until one refuses', () => {
    expect(asked(plugin('a'), {}, plugin('b'))).toEqual([
      undefined,
      undefined,
      ['a admit', 'b admit', 'a validate', 'b validate'],
    ]);
    expect(asked(plugin('a', 'admit'), plugin('b'))).toEqual([
      no,
      undefined,
      ['a admit', 'a validate', 'b validate'],
    ]);
    expect(asked(plugin('a', 'validate'), plugin('b'))).toEqual([
      undefined,
      no,
      ['a admit', 'b admit', 'a validate'],
    ]);
    expect(asked()).toEqual([undefined, undefined, []]);
  });

  test('see what is there and what is to be, and may change it before it is checked', () => {
    const told: string[] = [];
    const api = new Requests({
      admission: [
        () => ({
          admit: ({ operation, object, oldObject, subresource, name }) => {
            told.push(
              `admit ${operation} ${name || '-'}/${subresource} ${object ? 'new' : ''}${oldObject ? ' old' : ''}`,
            );
            if (object?.kind === 'Pod') object.metadata.labels = { ...object.metadata.labels, seen: 'yes' };
            return undefined;
          },
          validate: ({ operation, object, oldObject }) => {
            told.push(
              `validate ${operation} ${object?.metadata.labels?.seen ?? ''}${oldObject ? ' old' : ''}`,
            );
            return undefined;
          },
        }),
      ],
    });
    told.length = 0;
    api.pod('a');
    api.do('patch', 'pods', { name: 'a', body: { metadata: { annotations: { x: 'y' } } } });
    api.phase('a', 'Running');
    api.do('delete', 'pods', { name: 'a' });
    expect(told).toEqual([
      'admit create -/ new',
      'validate create yes',
      'admit update a/ new old',
      'validate update yes old',
      'admit update a/status new old',
      'validate update yes old',
      'admit delete a/ ',
    ]);
  });

  test('refuse, and nothing is written', () => {
    const refusing = (what: 'admit' | 'validate', operation: string) =>
      new Requests({
        admission: [
          () => ({
            [what]: (asked: Attributes) =>
              asked.operation === operation && asked.resource.resource === 'pods' ? no : undefined,
          }),
        ],
      });
    for (const what of ['admit', 'validate'] as const) {
      const creating = refusing(what, 'create');
      expect(creating.refusal('create', 'pods', { body: podNamed('a') })).toBe(
        '403 Forbidden: pods "a" is forbidden: no',
      );
      expect(creating.server.storage.revision).toBe(2);
      const updating = refusing(what, 'update');
      updating.pod('a');
      expect(
        updating.refusal('patch', 'pods', { name: 'a', body: { metadata: { labels: { x: 'y' } } } }),
      ).toContain('403');
      expect(updating.server.storage.revision).toBe(3);
    }
    const deleting = refusing('admit', 'delete');
    deleting.pod('a');
    expect([
      deleting.refusal('delete', 'pods', { name: 'a' }).slice(0, 3),
      deleting.server.storage.revision,
    ]).toEqual(['403', 3]);
  });
});

test.each<[Partial<Attributes>, string]>([
  [{}, 'pods "a" is forbidden: no'],
  [
    { name: '', object: { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'b' } } as Draft<KubeObject> },
    'pods "b" is forbidden: no',
  ],
  [
    {
      name: '',
      object: { kind: 'Pod', apiVersion: 'v1', metadata: { generateName: 'c-' } } as Draft<KubeObject>,
    },
    'pods "c-" is forbidden: no',
  ],
  [{ name: '' }, 'pods "Unknown" is forbidden: no'],
])('a refusal names what it is about: %j', (more, message) => {
  expect(newForbiddenRequest(attributes(more), new Error('no')).message).toBe(message);
});

describe('the life of a namespace', () => {
  const cluster = (phase?: string): ClusterReader => ({
    get: (resource, name) =>
      phase === undefined
        ? [undefined, newNotFound({ group: '', resource }, name)]
        : [
            { kind: 'Namespace', apiVersion: 'v1', metadata: { name }, status: { phase } } as KubeObject,
            undefined,
          ],
    list: () => {
      throw new Error('expected no list');
    },
  });
  const admit = (phase: string | undefined, more: Partial<Attributes>): string | undefined =>
    newLifecycle(cluster(phase)).admit?.(attributes(more))?.message;
  const terminating =
    'pods "a" is forbidden: unable to create new content in namespace shop because it is being terminated';
  const namespaces = { group: '', resource: 'namespaces' };

  test.each<[phase: string | undefined, more: Partial<Attributes>, message: string | undefined]>([
    ['Active', {}, undefined],
    ['Terminating', {}, terminating],
    ['Terminating', { operation: 'update' }, undefined],
    ['Terminating', { operation: 'delete' }, undefined],
    [undefined, {}, 'namespaces "shop" not found'],
    [undefined, { operation: 'update' }, 'namespaces "shop" not found'],
    [undefined, { operation: 'delete' }, undefined],
    [undefined, { namespace: '' }, undefined],
    ['Active', { operation: 'delete', resource: namespaces, namespace: '', name: 'shop' }, undefined],
    [
      'Active',
      { operation: 'delete', resource: namespaces, namespace: '', name: 'default' },
      'namespaces "default" is forbidden: this namespace may not be deleted',
    ],
    [
      'Active',
      { operation: 'delete', resource: namespaces, namespace: '', name: 'kube-system' },
      'namespaces "kube-system" is forbidden: this namespace may not be deleted',
    ],
    [
      'Active',
      { operation: 'delete', resource: namespaces, namespace: '', name: 'kube-public' },
      'namespaces "kube-public" is forbidden: this namespace may not be deleted',
    ],
    ['Active', { operation: 'update', resource: namespaces, namespace: '', name: 'default' }, undefined],
    ['Active', { operation: 'delete', resource: pods, name: 'default' }, undefined],
  ])('%s, %j: %s', (phase, more, message) => expect(admit(phase, more)).toBe(message));
});
