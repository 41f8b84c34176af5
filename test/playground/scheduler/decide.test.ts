import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decideAll } from '../../../playground/scheduler/decide.ts';
import { examples } from '../../../playground/scheduler/examples.ts';
import { explain } from '../../../playground/scheduler/explain.ts';
import { type Profile, defaultProfile } from '../../../playground/scheduler/profile.ts';
import { readCluster } from '../../../playground/scheduler/read-cluster.ts';
import type { SchedulingCase } from '../../golden/scheduling.ts';
import { refusersOf, verdictsOf } from './verdicts.ts';

function decide(text: string, profile: Profile = defaultProfile, seed = 1) {
  const { cluster, problems } = readCluster([{ name: 'typed', text }]);
  expect(problems).toEqual([]);
  const [decided, err] = decideAll(cluster, profile, seed);
  if (err) throw err;
  return decided;
}

const golden = readFileSync('test/golden/scheduler.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as SchedulingCase);

/** Decides the pending pod of a recorded case as the playground does. */
function decideCase({ nodes, pods, pending, services, pdbs }: SchedulingCase) {
  const items = [
    ...nodes.map((one) => ({ ...one, kind: 'Node' })),
    ...[...pods, pending].map((one) => ({ ...one, kind: 'Pod' })),
    ...(services ?? []).map((one) => ({ ...one, kind: 'Service' })),
    ...(pdbs ?? []).map((one) => ({ ...one, kind: 'PodDisruptionBudget' })),
  ];
  const decided = decide(JSON.stringify({ kind: 'List', items }));
  const key = `${pending.metadata.namespace}/${pending.metadata.name}`;
  const outcome = decided.outcome.pods.find((one) => one.key === key);
  return { outcome, why: explain(decided, key) };
}

/** What became of the pod of a recorded case. */
function endOf({ pending, answer }: SchedulingCase) {
  // Its node is given already: no scheduler looks at it.
  if (pending.spec.nodeName) return 'given';
  const { length } = answer.feasible ?? [];
  return length === 0 ? 'fits nowhere' : length === 1 ? 'fits one node' : 'fits several';
}

describe('what Kubernetes v1.20.2 decided is decided here', () => {
  const of = (...ends: readonly ReturnType<typeof endOf>[]): readonly SchedulingCase[] =>
    golden.filter((one) => ends.includes(endOf(one)));

  test('the recorded cases have each end', () => {
    const ends = (['given', 'fits nowhere', 'fits one node', 'fits several'] as const).map(
      (end) => of(end).length,
    );
    expect(ends).toEqual([10, 35, 50, 75]);
  });

  test.each(of('fits nowhere'))('$name: the node that is made free, and the victims', (one) => {
    const { outcome } = decideCase(one);
    const { nominated, victims } = one.answer;
    expect(outcome?.preempted?.node).toBe(nominated || undefined);
    expect(outcome?.preempted?.victims.toSorted()).toEqual(nominated ? victims : undefined);
  });

  test.each(of('fits one node', 'fits several'))('$name: who refuses which node, and which fit', (one) => {
    const { why } = decideCase(one);
    const refusers = Object.entries(one.answer.filters ?? {}).map(([node, list]) => [
      node,
      list.map(({ plugin }) => plugin).sort(),
    ]);
    expect(refusersOf(why)).toEqual(Object.fromEntries(refusers));
    const fit = verdictsOf(why).filter(({ refusals }) => refusals?.length === 0);
    expect(fit.map(({ node }) => node).sort()).toEqual(one.answer.feasible);
  });

  test.each(of('fits several'))('$name: scores, sums, and the nodes among which it draws', (one) => {
    const { outcome, why } = decideCase(one);
    const fit = verdictsOf(why).filter(({ refusals }) => refusals?.length === 0);
    // The recorded framework had each node's own; the scheduler's cache has one size of an image.
    const imagesDiffer = sizesDiffer(one.nodes);
    for (const plugin of Object.keys(fit[0]?.scores ?? {})) {
      if (plugin === 'ImageLocality' && imagesDiffer) continue;
      const given = Object.fromEntries(fit.map(({ node, scores }) => [node, scores[plugin]?.weighted]));
      expect(given, plugin).toEqual(one.answer.scores?.[plugin]);
    }
    const most = Math.max(...fit.map(({ total }) => total));
    const best = fit.filter(({ total }) => total === most).map(({ node }) => node);
    if (!imagesDiffer) expect(best.sort()).toEqual(one.answer.best);
    expect(best).toContain(outcome?.node);
    expect(outcome?.best).toBe(best.length);
  });
});

function sizesDiffer(nodes: SchedulingCase['nodes']): boolean {
  const sizes = new Map<string, number>();
  return nodes
    .flatMap(({ status }) => status?.images ?? [])
    .some(({ names = [], sizeBytes = 0 }) =>
      names.some((name) => {
        const known = sizes.get(name) ?? sizeBytes;
        sizes.set(name, known);
        return known !== sizeBytes;
      }),
    );
}

const node = (name: string, cpu: string, more = '') =>
  `apiVersion: v1\nkind: Node\nmetadata:\n  name: ${name}\n${more}status:\n  allocatable: { cpu: "${cpu}", memory: 8Gi, pods: "110" }\n---\n`;
const pod = (name: string, cpu: string, more = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec:\n${more}  containers:\n    - { name: app, image: a, resources: { requests: { cpu: "${cpu}" } } }\n---\n`;
const where = (text: string, profile?: Profile) =>
  Object.fromEntries(
    decide(text, profile).outcome.pods.map(({ key, node, message }) => [key.slice(8), node ?? message]),
  );

describe('pods are decided one after another', () => {
  test('what the first takes the second does not have', () => {
    expect(where(node('n1', '2') + pod('a', '1500m') + pod('b', '1'))).toEqual({
      a: 'n1',
      b: '0/1 nodes are available: 1 Insufficient cpu.',
    });
  });

  test('the most important first, whatever the order of the text', () => {
    const { pods } = decide(node('n1', '2') + pod('a', '1500m') + pod('b', '1', '  priority: 5\n')).outcome;
    expect(pods.map(({ key, turn, node: to }) => [key, turn, to])).toEqual([
      ['default/b', 1, 'n1'],
      ['default/a', 2, undefined],
    ]);
  });

  test('a class stands for its priority, and the global default for none', () => {
    const classes =
      'kind: PriorityClass\nmetadata: { name: high }\nvalue: 9\n---\nkind: PriorityClass\nmetadata: { name: usual }\nvalue: 3\nglobalDefault: true\n---\n';
    const { pods } = decide(
      classes + node('n1', '9') + pod('a', '1') + pod('b', '1', '  priorityClassName: high\n'),
    ).outcome;
    expect(pods.map(({ key, priority }) => [key, priority])).toEqual([
      ['default/b', 9],
      ['default/a', 3],
    ]);
  });

  test('where others of less priority can go, they go, and the pod comes', () => {
    const running = pod('old', '1', '  nodeName: n1\n');
    const [outcome] = decide(node('n1', '1') + running + pod('new', '1', '  priority: 1\n')).outcome.pods;
    expect(outcome).toMatchObject({
      node: 'n1',
      attempts: 3,
      preempted: { node: 'n1', victims: ['default/old'] },
    });
    const off = { ...defaultProfile, preemption: false };
    expect(
      decide(node('n1', '1') + running + pod('new', '1', '  priority: 1\n'), off).outcome.pods[0],
    ).toMatchObject({
      attempts: 2,
      message: '0/1 nodes are available: 1 Insufficient cpu.',
    });
  });

  test('pods of another scheduler wait for that one', () => {
    const { pods, others } = decide(node('n1', '1') + pod('a', '1', '  schedulerName: mine\n')).outcome;
    expect([pods, others]).toEqual([[], [{ scheduler: 'mine', count: 1 }]]);
  });

  test('without a node nothing can be done', () => {
    expect(where(pod('a', '1'))).toEqual({ a: 'no nodes available to schedule pods' });
  });
});

describe('the profile', () => {
  test('without a filter a node is taken that it would refuse', () => {
    const tainted = node('n1', '4', 'spec: { taints: [{ key: gpu, effect: NoSchedule }] }\n');
    expect(where(tainted + pod('a', '1'))).toEqual({
      a: "0/1 nodes are available: 1 node(s) had taint {gpu: }, that the pod didn't tolerate.",
    });
    expect(
      where(tainted + pod('a', '1'), { ...defaultProfile, withoutFilters: ['TaintToleration'] }),
    ).toEqual({ a: 'n1' });
  });

  test('weights decide: the emptier node, or the fuller one', () => {
    const cluster =
      node('empty', '4') + node('full', '4') + pod('old', '2', '  nodeName: full\n') + pod('a', '1');
    expect(where(cluster)).toEqual({ a: 'empty' });
    const weights = { NodeResourcesMostAllocated: 9, NodeResourcesLeastAllocated: 0 };
    expect(where(cluster, { ...defaultProfile, weights })).toEqual({ a: 'full' });
  });
});

describe('an explanation', () => {
  test('has every refusal of every node, and what each plugin gives', () => {
    const cluster =
      node('n1', '4') +
      node('n2', '4') +
      node('n3', '500m', 'spec: { unschedulable: true }\n') +
      pod('a', '1');
    const [n1, n2, n3] = verdictsOf(explain(decide(cluster), 'default/a'));
    expect([n1?.refusals, n2?.refusals, n3?.refusals?.map(({ plugin }) => plugin)]).toEqual([
      [],
      [],
      ['NodeUnschedulable', 'NodeResourcesFit'],
    ]);
    expect(n1?.scores.NodeResourcesLeastAllocated).toEqual({ raw: 86, normalized: 86, weighted: 86 });
    expect(n3?.scores).toEqual({});
  });

  test('is of the moment: a pod that came before is there, one that came later is not', () => {
    const decided = decide(node('n1', '2') + pod('a', '1') + pod('b', '1') + pod('c', '1'));
    expect(verdictsOf(explain(decided, 'default/b'))[0]?.refusals).toEqual([]);
    expect(verdictsOf(explain(decided, 'default/c'))[0]?.refusals).toEqual([
      { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] },
    ]);
  });

  test('says of which nodes the scheduler did not look, because it had found enough', () => {
    const nodes = Array.from({ length: 150 }, (_, i) => node(`n${i}`, '4')).join('');
    const decided = decide(nodes + pod('a', '1') + pod('b', '1'));
    expect(decided.outcome.pods.map(({ evaluated }) => evaluated)).toEqual([100, 100]);
    const passedOver = (key: string) =>
      verdictsOf(explain(decided, key)).flatMap(({ refusals }, at) => (refusals ? [] : [at]));
    // One more than enough is looked at.
    const from = (first: number) => Array.from({ length: 49 }, (_, i) => first + i);
    expect(passedOver('default/a')).toEqual(from(101));
    expect(passedOver('default/b')).toEqual(from(51));
  });

  test('taken back to, each attempt is what it is in a run made anew, in whichever order one looks', () => {
    const spread = `  topologySpreadConstraints:
    - { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: { matchLabels: { app: web } } }
`;
    const apart = `  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        - { topologyKey: zone, labelSelector: { matchLabels: { app: db } } }
`;
    const of = (app: string, text: string): string =>
      text.replace('metadata: {', `metadata: { labels: { app: ${app} },`);
    const crowd =
      ['a', 'b', 'c'].map((zone) => node(`n-${zone}`, '4', `  labels: { zone: ${zone} }\n`)).join('') +
      ['a', 'b', 'c'].map((zone) => pod(`old-${zone}`, '2', `  nodeName: n-${zone}\n`)).join('') +
      [1, 2, 3, 4].map((i) => of('web', pod(`web-${i}`, '1', spread))).join('') +
      [1, 2].map((i) => of('db', pod(`db-${i}`, '1', apart))).join('') +
      [1, 2, 3, 4, 5].map((i) => pod(`urgent-${i}`, '2', `  priority: ${i}\n`)).join('');
    for (const text of [...examples.map((one) => one.text), crowd]) {
      const decided = decide(text);
      const anew = { ...decided, inputs: { ...decided.inputs, heart: { alive() {}, rests() {} } } };
      const all = [...decided.tries].flatMap(([key, tries]) =>
        tries.map(({ number }) => [key, number] as const),
      );
      expect(all.length).toBeGreaterThan(1);
      for (const [key, number] of [...all, ...all.toReversed()])
        expect(explain(decided, key, number), `${key}, attempt ${number}`).toEqual(
          explain(anew, key, number),
        );
    }
    const { tries, outcome } = decide(crowd);
    expect(outcome.pods.some(({ preempted }) => preempted)).toBe(true);
    expect([...tries.values()].flat().some(({ nominated }) => nominated.size > 0)).toBe(true);
  });
});
