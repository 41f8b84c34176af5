import { describe, expect, test } from 'vitest';
import type { RoundTripper } from '../../../../../src/runtime/go/http-client.ts';
import type { ExtenderConfig } from '../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import { SchedulerStage } from './stage.ts';

const pluginsOf = (stage: SchedulerStage, point: 'score' | 'filter') =>
  (stage.sched.parts.profiles.get('default-scheduler')?.listPlugins()[point]?.enabled ?? []).map(
    ({ name }) => name,
  );

describe('a scheduler is made', () => {
  test('with the plugins of a provider, as a profile changes them', () => {
    const score = {
      disabled: [{ name: 'NodeResourcesLeastAllocated' }],
      enabled: [{ name: 'NodeResourcesMostAllocated', weight: 5 }],
    };
    const stage = new SchedulerStage({
      profiles: [{ schedulerName: 'default-scheduler', plugins: { score } }],
    });
    expect(pluginsOf(stage, 'score').at(-1)).toBe('NodeResourcesMostAllocated');
    expect(pluginsOf(stage, 'score')).not.toContain('NodeResourcesLeastAllocated');
    expect(pluginsOf(stage, 'filter')).toContain('NodeResourcesFit');
  });

  test('with SelectorSpread, where the feature DefaultPodTopologySpread is off', () => {
    const featureGate = { enabled: (feature: string) => feature === 'PodOverhead' };
    expect(pluginsOf(new SchedulerStage({ featureGate }), 'score').at(-1)).toBe('SelectorSpread');
    expect(pluginsOf(new SchedulerStage(), 'score')).not.toContain('SelectorSpread');
  });

  test('not with arguments that are wrong', () => {
    const pluginConfig = [{ name: 'InterPodAffinity', args: { hardPodAffinityWeight: 101 } }];
    expect(
      () => new SchedulerStage({ profiles: [{ schedulerName: 'default-scheduler', pluginConfig }] }),
    ).toThrow(
      'initializing plugin "InterPodAffinity": hardPodAffinityWeight: Invalid value: 101: not in valid range [0-100]',
    );
  });
});

describe('an extender', () => {
  const extender: ExtenderConfig = {
    urlPrefix: 'http://extender',
    filterVerb: 'filter',
    bindVerb: 'bind',
    nodeCacheCapable: true,
    managedResources: [{ name: 'example.com/gpu', ignoredByScheduler: true }],
  };

  /** An extender that lets pods onto one node only, and keeps what it was asked to bind. */
  function extended(node: string, config: Partial<ExtenderConfig> = {}) {
    const bound: unknown[] = [];
    const roundTripper: RoundTripper = {
      *post(url, body) {
        const asked = JSON.parse(body) as { readonly NodeNames: readonly string[] };
        if (url.endsWith('/bind')) bound.push(asked);
        const failed = (asked.NodeNames ?? []).filter((name) => name !== node);
        const FailedNodes = Object.fromEntries(failed.map((name) => [name, 'has no gpu that works']));
        const answer = url.endsWith('/bind')
          ? {}
          : { NodeNames: (asked.NodeNames ?? []).filter((name) => name === node), FailedNodes };
        return [{ statusCode: 200, body: JSON.stringify(answer) }, undefined];
      },
    };
    const stage = new SchedulerStage({ extenders: [{ ...extender, ...config }], roundTripper });
    for (const name of ['a', 'b']) stage.node(name);
    return { stage, bound };
  }

  const gpu = {
    containers: [{ name: 'c', image: 'i', resources: { requests: { 'example.com/gpu': '1' } } }],
  };

  test('chooses the node and binds, for pods that ask for what it manages', () => {
    const { stage, bound } = extended('b');
    stage.pod('with', '0', gpu);
    stage.pod('without');
    expect(bound).toMatchObject([{ PodName: 'with', PodNamespace: 'default', Node: 'b' }]);
    expect(stage.requests.filter((text) => text.includes('binding'))).toEqual([
      'create pods/binding without',
    ]);
  });

  test('is asked after those without which scheduling does not go on, if it is ignorable', () => {
    const asked: string[] = [];
    const roundTripper: RoundTripper = {
      *post(url, body) {
        asked.push(url);
        const { NodeNames } = JSON.parse(body) as { readonly NodeNames: readonly string[] };
        return [{ statusCode: 200, body: JSON.stringify({ NodeNames }) }, undefined];
      },
    };
    const extenders = ['one', 'two', 'three', 'four'].map((name, i) => ({
      urlPrefix: `http://${name}`,
      filterVerb: 'filter',
      nodeCacheCapable: true,
      ignorable: i % 2 === 0,
    }));
    const stage = new SchedulerStage({ extenders, roundTripper });
    stage.node('a');
    stage.pod('web');
    expect(asked).toEqual(['two', 'four', 'one', 'three'].map((name) => `http://${name}/filter`));
  });

  test('leaves the arguments of NodeResourcesFit to the profile, unless the scheduler is to ignore what it manages', () => {
    const pluginConfig = [{ name: 'NodeResourcesFit', args: {} }];
    const made = (...managedResources: readonly object[]) =>
      new SchedulerStage({
        profiles: [{ schedulerName: 'default-scheduler', pluginConfig }],
        extenders: [
          { urlPrefix: 'http://x', managedResources },
          { urlPrefix: 'http://y' },
        ] as ExtenderConfig[],
      });
    expect(() => made()).not.toThrow();
    expect(() => made({ name: 'example.com/gpu' })).not.toThrow();
    expect(() =>
      made({ name: 'example.com/gpu' }, { name: 'example.com/tpu', ignoredByScheduler: true }),
    ).toThrow('repeated config for plugin NodeResourcesFit');
  });

  test('says why it takes no node', () => {
    const { stage } = extended('nowhere');
    stage.pod('with', '0', gpu);
    expect(stage.recorder.events[0]).toBe(
      'Warning FailedScheduling 0/2 nodes are available: 2 has no gpu that works.',
    );
  });

  test('manages a resource that the scheduler looks at too, unless it is told to ignore it', () => {
    const { stage } = extended('b', { managedResources: [{ name: 'example.com/gpu' }] });
    stage.pod('with', '0', gpu);
    expect(stage.recorder.events[0]).toBe(
      'Warning FailedScheduling 0/2 nodes are available: 2 Insufficient example.com/gpu.',
    );
  });
});
