import { readFileSync } from 'node:fs';
import type { PodSpec, Toleration } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import { type RecordedNodes, SchedulerStage, type Verdict } from './sched-stage.ts';
import { type RecordedWindow, inBursts, modelled, plain, windowsOf } from './windows.ts';

interface Recorded {
  readonly nodes: RecordedNodes;
  readonly results: readonly (Verdict & { readonly bestNodes?: readonly string[] })[];
  readonly windows: readonly RecordedWindow[];
}

const recorded = JSON.parse(
  readFileSync(new URL('./sched-taints.json', import.meta.url), 'utf8'),
) as Recorded;

const exists = (key: string, effect?: string, tolerationSeconds?: number): Toleration => ({
  key,
  operator: 'Exists',
  ...(effect ? { effect } : {}),
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});
const equal = (key: string, value: string, effect: string): Toleration => ({
  key,
  operator: 'Equal',
  value,
  effect,
});
const preferred = [{ key: 'p', value: 'q', effect: 'PreferNoSchedule' }];
const preferredTwice = [...preferred, { key: 'p2', effect: 'PreferNoSchedule' }];
const noExecute = [{ key: 'x', value: 'y', effect: 'NoExecute' }];

/** Taints and tolerations of every effect, nodes that are cordoned, and pods that are evicted. */
function play(stage: SchedulerStage): void {
  const v = (name: string, tolerations?: Toleration[], node?: string, keep = false): void => {
    const nodeSelector = node ? { nodeSelector: { 'kubernetes.io/hostname': node } } : {};
    const spec: Partial<PodSpec> = { ...(tolerations ? { tolerations } : {}), ...nodeSelector };
    stage.verdict(name, { spec }, { keep });
  };
  v('none');
  v('none-on-a', undefined, 'a');
  v('none-on-b', undefined, 'b');
  v('equal-on-a', [equal('k', 'v', 'NoSchedule')], 'a');
  v('equal-wrong-value-on-a', [equal('k', 'x', 'NoSchedule')], 'a');
  v('exists-on-a', [exists('k')], 'a');
  v('wrong-effect-on-a', [exists('k', 'NoExecute')], 'a');
  v('exists-half-on-b', [exists('k')], 'b');
  v('all-on-b', [{ operator: 'Exists' }], 'b');
  v('prefer-tolerated-one', [exists('p', 'PreferNoSchedule')]);
  v('prefer-tolerated-any', [exists('p'), exists('p2')]);

  for (const node of ['d', 'e']) stage.patchNode(node, { unschedulable: true });
  v('cordoned');
  v('cordoned-tolerates', [exists('node.kubernetes.io/unschedulable', 'NoSchedule')], 'd');
  for (const node of ['d', 'e']) stage.patchNode(node, { unschedulable: null });

  v('ne-none', [], 'd', true);
  v('ne-5s', [exists('x', 'NoExecute', 5)], 'd', true);
  const fiveAndTwo = [exists('x', 'NoExecute', 5), { ...equal('x', 'y', 'NoExecute'), tolerationSeconds: 2 }];
  v('ne-5s-and-2s', fiveAndTwo, 'd', true);
  v('ne-forever', [exists('x', 'NoExecute')], 'd', true);
  v('ne-zero', [exists('x', 'NoExecute', 0)], 'd', true);
  stage.quiet(1500);
  stage.action('taint d x=y:NoExecute');
  stage.patchNode('d', { taints: noExecute });
  stage.wait(2600);
  stage.action('wait');
  stage.quiet(5000);
  stage.patchNode('d', { taints: preferred });

  v('ne-cancel', [exists('x', 'NoExecute', 4)], 'e', true);
  stage.action('taint e x=y:NoExecute');
  stage.patchNode('e', { taints: noExecute });
  stage.wait(1600);
  stage.action('untaint e before the 4 s are over');
  stage.patchNode('e', { taints: preferredTwice });
  stage.wait(4000);
}

describe('as recorded from a real control plane: sched-taints', () => {
  const followed = { kinds: ['Pod'], normalNodes: false, withPlugins: true };
  const stage = new SchedulerStage(recorded.nodes);
  play(stage);
  const windows = windowsOf(stage.trace.entries, stage.marks, followed);

  test('SCH-39 every pod goes where it went, or waits for the same reason', () => {
    expect(stage.verdicts).toEqual(
      recorded.results.map(({ case: name, nodeName, unschedulable, message, nominatedNodeName }, i) => {
        // Among equals, the recorded scheduler drew one.
        const ours = stage.verdicts[i]?.nodeName ?? '';
        const best = recorded.results[i]?.bestNodes ?? [];
        const node = best.includes(ours) ? ours : nodeName;
        const told = { nodeName: node, unschedulable, message, nominatedNodeName };
        return { case: name, ...JSON.parse(JSON.stringify(told)) };
      }),
    );
  });

  test.each(recorded.windows.map((window, i) => [window.action, window, i] as const))(
    '%s',
    (_action, window, i) => {
      const theirs = modelled(window, followed);
      const ours = windows[i];
      if (!ours) throw new Error(`expected a window for ${window.action}, found none`);
      expect(ours.action).toBe(theirs.action);
      expect(inBursts(ours.ops)).toEqual(inBursts(theirs.ops));
      const drawn = (recorded.results[i]?.bestNodes ?? []).length > 1;
      const told = (text: string): string => (drawn ? text.replace(/ to \w+$/, ' to one of the best') : text);
      if (theirs.stable.events) expect(ours.events.map(told)).toEqual(theirs.events.map(told));
      expect(plain(ours.final)).toEqual(plain(theirs.final));
    },
  );
});
