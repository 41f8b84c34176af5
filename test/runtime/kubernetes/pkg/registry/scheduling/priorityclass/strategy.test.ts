import { describe, expect, test } from 'vitest';
import type {
  Pod,
  PriorityClass,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { enabledPlugins } from '../../../../../../../src/runtime/kubernetes/pkg/kubeapiserver/options/plugins.ts';
import { coreKinds } from '../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { priorityClasses } from '../../../../../../../src/runtime/kubernetes/pkg/registry/scheduling/priorityclass/strategy.ts';
import { Requests, podNamed } from '../../../../staging/src/k8s.io/apiserver/requests.ts';

const resource = 'priorityclasses';
const none = { enableAdmissionPlugins: [], disableAdmissionPlugins: [] };

function cluster(settings: Partial<Parameters<typeof enabledPlugins>[0]> = {}): Requests {
  const kinds = [...coreKinds, priorityClasses];
  return new Requests({ kinds, admission: enabledPlugins({ ...none, ...settings }) });
}

function classNamed(name: string, value: number, more: object = {}): object {
  return { metadata: { name }, value, ...more };
}

describe('priority classes', () => {
  test('PRE-02 the system has two of its own, above what users may have', () => {
    const api = cluster();
    const list = api.list(resource).items as unknown as PriorityClass[];
    expect(list.map(({ metadata, value }) => [metadata.name, value])).toEqual([
      ['system-cluster-critical', 2_000_000_000],
      ['system-node-critical', 2_000_001_000],
    ]);
    expect(api.refusal('delete', resource, { name: 'system-node-critical' })).toBe(
      '403 Forbidden: priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority ' +
        'class and cannot be deleted',
    );
    expect(api.refusal('create', resource, { body: classNamed('high', 1_000_000_001) })).toBe(
      '422 Invalid: PriorityClass.scheduling.k8s.io "high" is invalid: value: Forbidden: maximum allowed value of a user ' +
        'defined priority is 1000000000',
    );
  });

  test('PRE-01 and PRE-02: a name becomes a number in the spec, without any gate; 0 if nobody says another', () => {
    const api = cluster();
    api.do('create', resource, { body: classNamed('high', 1000, { preemptionPolicy: 'Never' }) });
    const spec = { containers: [{ name: 'c', image: 'app:v1' }] };
    const made = (name: string, more: object): Pod =>
      api.do('create', 'pods', { body: { metadata: { name }, spec: { ...spec, ...more } } });
    const told = (pod: Pod): unknown => [
      pod.spec?.priorityClassName,
      pod.spec?.priority,
      pod.spec?.preemptionPolicy,
    ];
    expect(told(made('plain', {}))).toEqual([undefined, 0, 'PreemptLowerPriority']);
    expect(told(made('important', { priorityClassName: 'high' }))).toEqual(['high', 1000, 'Never']);

    api.do('create', resource, { body: classNamed('usual', 10, { globalDefault: true }) });
    expect(told(made('later', {}))).toEqual(['usual', 10, 'PreemptLowerPriority']);
    // Those that are there keep what they got.
    expect(told(api.do('get', 'pods', { name: 'plain' }))).toEqual([undefined, 0, 'PreemptLowerPriority']);

    expect(api.refusal('create', resource, { body: classNamed('second', 20, { globalDefault: true }) })).toBe(
      '403 Forbidden: priorityclasses.scheduling.k8s.io "second" is forbidden: PriorityClass usual is already marked as ' +
        'default. Only one default can exist',
    );
    expect(
      api.refusal('create', 'pods', {
        body: { metadata: { name: 'x' }, spec: { ...spec, priorityClassName: 'none' } },
      }),
    ).toBe('403 Forbidden: pods "x" is forbidden: no PriorityClass with name none was found');
  });

  test('PRE-02 the value of a class, and the priority of a pod, never change', () => {
    const api = cluster();
    api.do('create', resource, { body: classNamed('high', 1000) });
    const body = { value: 2000 };
    expect(api.refusal('patch', resource, { name: 'high', body })).toBe(
      '422 Invalid: PriorityClass.scheduling.k8s.io "high" is invalid: Value: Forbidden: may not be changed in an update.',
    );
    api.pod('a');
    const patch = { spec: { priority: 7 } };
    expect(api.refusal('patch', 'pods', { name: 'a', body: patch })).toContain('changed: spec.priority');
    // A client that has never heard of priorities leaves the field out.
    const old = podNamed('a', { labels: { seen: 'yes' } });
    const { spec } = api.do('get', 'pods', { name: 'a' });
    const { priority: _priority, preemptionPolicy: _policy, ...known } = spec ?? { containers: [] };
    const updated = api.do('update', 'pods', { name: 'a', body: { ...old, spec: known } });
    expect([updated.spec?.priority, updated.metadata.labels]).toEqual([0, { seen: 'yes' }]);
  });
});

describe('which plugins are on', () => {
  const apart = (topologyKey: string): object => ({
    metadata: { name: 'p' },
    spec: {
      containers: [{ name: 'c', image: 'app:v1' }],
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: { matchLabels: { app: 'web' } }, topologyKey },
          ],
        },
      },
    },
  });

  test('SCH-33 any topology key is allowed, unless LimitPodHardAntiAffinityTopology is on', () => {
    const zone = { body: apart('zone') };
    expect(cluster().do('create', 'pods', zone).metadata.name).toBe('p');
    const strict = cluster({ enableAdmissionPlugins: ['LimitPodHardAntiAffinityTopology'] });
    expect(strict.refusal('create', 'pods', zone)).toBe(
      '403 Forbidden: pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but ' +
        'only key kubernetes.io/hostname is allowed',
    );
    expect(strict.do('create', 'pods', { body: apart('kubernetes.io/hostname') }).metadata.name).toBe('p');
  });

  test('those that are on by default can be turned off', () => {
    const pod = cluster({ disableAdmissionPlugins: ['Priority', 'DefaultTolerationSeconds'] }).pod('a');
    expect([pod.spec?.priority, pod.spec?.tolerations]).toEqual([undefined, undefined]);
    expect(cluster().pod('a').spec?.tolerations).toHaveLength(2);
  });

  test('a name that is none is told, with those there are', () => {
    expect(() => enabledPlugins({ ...none, enableAdmissionPlugins: ['Prority'] })).toThrow(
      'expected some of LimitPodHardAntiAffinityTopology, Priority, DefaultTolerationSeconds; found Prority',
    );
  });
});
