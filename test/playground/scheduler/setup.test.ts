import { describe, expect, test } from 'vitest';
import { decideAll } from '../../../playground/scheduler/decide.ts';
import { configurationOf, defaultProfile, isDefault } from '../../../playground/scheduler/profile.ts';
import { readCluster } from '../../../playground/scheduler/read-cluster.ts';
import { SetupWrong, setupOf } from '../../../playground/scheduler/setup.ts';

const head = 'apiVersion: kubescheduler.config.k8s.io/v1beta1\nkind: KubeSchedulerConfiguration\n';
const withText = (configuration: string) => ({ ...defaultProfile, configuration });

const cluster = `
apiVersion: v1
kind: Node
metadata: { name: empty }
status: { allocatable: { cpu: "4", memory: 8Gi, pods: "10" } }
---
apiVersion: v1
kind: Node
metadata: { name: full }
spec: { taints: [{ key: gpu, effect: PreferNoSchedule }] }
status: { allocatable: { cpu: "4", memory: 8Gi, pods: "10" } }
---
apiVersion: v1
kind: Pod
metadata: { name: old }
spec: { nodeName: full, containers: [{ name: a, image: a, resources: { requests: { cpu: "2", memory: 4Gi } } }] }
---
apiVersion: v1
kind: Pod
metadata: { name: mine }
spec: { containers: [{ name: a, image: a, resources: { requests: { cpu: "1", memory: 2Gi } } }] }
---
apiVersion: v1
kind: Pod
metadata: { name: packed }
spec: { schedulerName: packer, containers: [{ name: a, image: a, resources: { requests: { cpu: "1", memory: 2Gi } } }] }
`;

function decide(configuration?: string) {
  const { cluster: found, problems } = readCluster([{ name: '', text: cluster }]);
  expect(problems).toEqual([]);
  return decideAll(found, configuration === undefined ? defaultProfile : withText(configuration), 1);
}
function whereAll(configuration?: string) {
  const [decided, err] = decide(configuration);
  if (err) throw err;
  return [decided.outcome.pods.map(({ key, node }) => `${key.slice(8)} ${node}`), decided.outcome.others];
}

describe('a configuration decides as kube-scheduler would with it', () => {
  test('the default one as the switches do', () => {
    expect(whereAll(head)).toEqual(whereAll());
    expect(isDefault(withText(head))).toBe(false);
  });

  test('several profiles, each for the pods that ask for it, with plugins switched and weighed', () => {
    const plugins = `
      score:
        disabled: [{ name: "*" }]
        enabled: [{ name: NodeResourcesMostAllocated, weight: 5 }]`;
    const two = `${head}profiles:\n- schedulerName: default-scheduler\n- schedulerName: packer\n  plugins:${plugins}\n`;
    expect(whereAll(two)).toEqual([['mine empty', 'packed full'], []]);
    expect(whereAll()).toEqual([['mine empty'], [{ scheduler: 'packer', count: 1 }]]);
  });

  test('arguments of a plugin', () => {
    const noPreference = `${head}profiles:\n- plugins: { score: { disabled: [{ name: "*" }], enabled: [{ name: NodeLabel }] } }
  pluginConfig:
  - name: NodeLabel
    args: { presentLabelsPreference: [ssd] }\n`;
    const [, err] = decide(noPreference);
    expect(err).toBeUndefined();
  });

  test('what the switches say can be gone on from as a text', () => {
    const switched = {
      ...defaultProfile,
      withoutFilters: ['TaintToleration'],
      weights: { NodeResourcesMostAllocated: 9, NodeResourcesLeastAllocated: 0 },
      preemption: false,
    };
    const text = configurationOf(switched);
    const [setup, wrong] = setupOf(withText(text));
    expect(wrong).toBeUndefined();
    expect(setup?.profiles[0]?.plugins).toEqual({
      filter: { enabled: [], disabled: [{ name: 'TaintToleration' }] },
      postFilter: { enabled: [], disabled: [{ name: 'DefaultPreemption' }] },
      score: {
        disabled: [{ name: 'NodeResourcesLeastAllocated' }],
        enabled: [{ name: 'NodeResourcesMostAllocated', weight: 9 }],
      },
    });
    expect(whereAll(text)[0]).toEqual(['mine full']);
  });
});

describe('what is wrong is told with its line', () => {
  test.each([
    ['', 1, 'expected a KubeSchedulerConfiguration, found nothing'],
    [`${head}profiles: [\n`, 4, 'expected YAML, found something else'],
    ['kind: Pod\napiVersion: v1\n', 1, 'no kind "Pod" is registered for version "v1"'],
    [
      `${head}profiles:\n- schedulerName: a\n  plugin: {}\n`,
      5,
      'found unknown field: plugin, at .profiles[0]',
    ],
    [`${head}percentageOfNodesToScore: many\n`, 3, '.percentageOfNodesToScore: expected int32'],
    [`${head}percentageOfNodesToScore: 101\n`, 3, 'not in valid range [0-100]'],
    [
      `${head}profiles:\n- schedulerName: a\n- schedulerName: a\n`,
      5,
      'profiles[1].schedulerName: Duplicate value',
    ],
    [
      `${head}profiles:\n- pluginConfig:\n  - name: InterPodAffinity\n    args:\n      weight: 3\n`,
      7,
      'found unknown field: weight',
    ],
    [`${head}extenders:\n- urlPrefix: http://a\n`, 3, 'this page asks nobody over a network'],
    [`${head}podMaxBackoffSeconds: 7200\n`, 3, 'expected at most 3600 in this page, found 7200'],
    [`${head}---\n${head}`, 3, 'expected one document'],
  ])('%j', (text, line, message) => {
    const [, wrong] = setupOf(withText(text));
    expect(wrong?.problems[0]?.message).toContain(message);
    expect(wrong?.problems[0]?.line).toBe(line);
  });

  test('a plugin that there is not, and arguments that it does not take', () => {
    const unknown = decide(
      `${head}profiles:\n- plugins:\n    filter:\n      enabled:\n      - name: NodeMood\n`,
    )[1];
    expect(unknown).toBeInstanceOf(SetupWrong);
    expect((unknown as SetupWrong).problems).toEqual([
      {
        line: 7,
        message:
          'Kubernetes v1.20.2 would not take this: initializing profiles: creating profile for scheduler name default-scheduler: FilterPlugin "NodeMood" does not exist',
      },
    ]);
    const [, bad] = decide(
      `${head}profiles:\n- pluginConfig:\n  - name: InterPodAffinity\n    args: { hardPodAffinityWeight: 101 }\n`,
    );
    expect((bad as SetupWrong).problems[0]).toMatchObject({ line: 5 });
    expect(bad?.message).toContain('not in valid range [0-100]');
  });
});
