import { describe, expect, test } from 'vitest';
import { hostileThrows } from '../instrument/throws.ts';
import { scenarios } from '../../content/controllers/replicaset/scenario.ts';
import type { Edits } from '../../src/instrument/edit-place.ts';
import { filesOnDisk, reloadOrder, runtimeText } from '../../src/instrument/runtime-graph.ts';
import { firstDifference } from '../../src/recording/compare.ts';
import { canonicalText } from '../../src/recording/fingerprint.ts';
import { type RecordOptions, record } from '../../src/recording/record.ts';
import { recordEdited } from '../../src/recording/record-edited.ts';
import type { Recording } from '../../src/recording/recording.ts';

const life = scenarios.find(({ id }) => id === 'controllers/replicaset')!;
const controller = 'kubernetes/pkg/controller/replicaset/replica_set.ts';

/** The text of a file in which a part, which must be there, is replaced. */
function edit(file: string, part: string, by: string): Edits {
  const text = runtimeText(file);
  expect(text).toContain(part);
  return { [file]: text.replace(part, () => by) };
}

function run(edits: Edits, options: Omit<RecordOptions, 'edited'> = {}): Promise<Recording> {
  return recordEdited(life, edits, filesOnDisk(Object.keys(edits)), { lines: false, ...options });
}

/** The line of a text, from 1, on which a part of it first stands. */
function lineOf(text: string | undefined, part: string): number {
  return (text ?? '').slice(0, text?.indexOf(part)).split('\n').length;
}

function podsMade({ entries }: Recording): number {
  return entries.filter(
    ({ event }) => event.kind === 'store.write' && event.verb === 'create' && event.resource === 'pods',
  ).length;
}

describe('a run of edited files', () => {
  test.each([
    controller,
    'kubernetes/pkg/controller/controller_utils.ts',
    'kubernetes/staging/src/k8s.io/client-go/util/workqueue/queue.ts',
    'kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts',
    'kubernetes/staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.ts',
    'subjects/nodes/stand-ins/scheduler-stand-in.ts',
    'sim/chan.ts',
  ])('is the same, byte for byte, where the text of %s is the same', async (file) => {
    const edits = { [file]: runtimeText(file) };
    const recording = await run(edits);
    expect(recording.edits).toBe(edits);
    expect(canonicalText({ ...recording, edits: undefined })).toBe(
      canonicalText(await record(life, { lines: false })),
    );
  });

  test('does what the edit says, and ours does what it did', async () => {
    const edited = await run(
      edit(
        controller,
        'let diff = filteredPods.length - rs.spec.replicas;',
        'let diff = filteredPods.length - 1;',
      ),
    );
    expect(podsMade(edited)).toBe(2);
    expect(podsMade(await record(life))).toBe(9);
  });

  test('reaches through every file in between: who goes first is decided two imports away', async () => {
    const deletions = ({ entries }: Recording): string[] =>
      entries.flatMap(({ event }) =>
        event.kind === 'api.request' && event.verb === 'delete' && event.resource === 'pods'
          ? [event.key]
          : [],
      );
    const file = 'kubernetes/pkg/controller/controller_utils.ts';
    const edited = await run(
      edit(file, 'order.sort((i, j) => (this.less(i, j) ? -1', 'order.sort((j, i) => (this.less(i, j) ? -1'),
    );
    expect(deletions(edited)).not.toEqual(deletions(await record(life)));
  });

  test('records the lines of the edited file by its own numbers', async () => {
    const edits = edit(controller, '    let diff =', '    const added = 1;\n\n    let diff =');
    const recording = await run(edits, { lines: true });
    const line = lineOf(edits[controller], 'const added = 1;');
    const lines = recording.entries.flatMap(({ event }) =>
      event.kind === 'line' && event.function === 'manageReplicas' ? [event] : [],
    );
    expect(lines[0]).toMatchObject({ file: controller, line });
    expect(lines[1]).toMatchObject({ line: line + 2, locals: { added: '1' } });
  });

  test('differs from another where what it does differs, not where its lines do', async () => {
    const ours = await run({ [controller]: runtimeText(controller) }, { lines: true });
    const moved = await run(
      { [controller]: `// One line further down.\n${runtimeText(controller)}` },
      { lines: true },
    );
    expect(ours.entries).not.toEqual(moved.entries);
    expect(firstDifference(ours, moved)).toBeUndefined();
    const fewer = await run(
      edit(
        controller,
        'let diff = filteredPods.length - rs.spec.replicas;',
        'let diff = filteredPods.length - 1;',
      ),
      { lines: true },
    );
    const difference = firstDifference(ours, fewer);
    expect(difference?.a?.event).toMatchObject({ kind: 'expectations.change', why: 'set', add: 3 });
    expect(difference?.b?.event).toMatchObject({ kind: 'expectations.change', why: 'set', add: 1 });
    expect(difference?.a).toBe(ours.entries[difference!.index]);
    expect(difference?.b).toBe(fewer.entries[difference!.indexInB]);
  });

  test('takes seeds and acts as any run does', async () => {
    const edits = { [controller]: runtimeText(controller) };
    const acts = [
      { step: 800, act: { kind: 'scale', namespace: 'default', name: 'web', replicas: 5 } as const },
    ];
    const recording = await run(edits, { seed: 9, acts });
    expect(canonicalText({ ...recording, edits: undefined })).toBe(
      canonicalText(await record(life, { seed: 9, acts, lines: false })),
    );
  });
});

describe('an edit that breaks', () => {
  const start = '    let diff = filteredPods.length - rs.spec.replicas;';

  test.each([
    [
      "throw new Error('no');",
      'Error: no.*An error that is thrown ends the process\\. Where Go returns an error, return it',
    ],
    [
      'getPodKeys([undefined as unknown as Pod]);',
      'Something is `undefined` here, or in what is called here: .*',
    ],
    [
      'filteredPods.map({} as never);',
      'Something is of another kind than is needed, here or in what is called here: .*',
    ],
  ])('by %s says what is at fault', async (line, says) => {
    const { outcome } = await run(edit(controller, start, `${start}\n    ${line}`));
    expect(outcome.message).toMatch(new RegExp(says));
  });

  test('by giving back what has not the method that is called says so', async () => {
    const file = 'kubernetes/staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
    const edits = edit(file, 'return new MaxOfRateLimiter<T>(limiters);', 'return {} as RateLimiter<T>;');
    expect((await run(edits)).outcome.message).toMatch(
      /forget is not a function\. A function that you edited may return something else than its caller calls/,
    );
  });

  test('by throwing ends the run with its file and line', async () => {
    const edits = edit(controller, start, `${start}\n    rs.spec.replica.toFixed();`);
    const line = lineOf(edits[controller], 'rs.spec.replica.toFixed');
    const { outcome, entries } = await run(edits);
    expect(outcome).toEqual({
      ended: 'failed',
      message:
        '`rs.spec` has no `replica`. Did you mean `replicas`? This ended the process `replicaset/worker-1` at 302 ms, ' +
        `at line ${line} of \`replica_set.ts\`.`,
      place: { file: controller, line },
    });
    expect(entries.length).toBeGreaterThan(20);
  });

  test.each(hostileThrows)('by %s ends the run with its file and line', async (statement, says) => {
    const edits = edit(controller, start, `${start}\n    ${statement}`);
    const line = lineOf(edits[controller], statement);
    const { outcome } = await run(edits);
    const advice = says.startsWith('Error: ')
      ? '. An error that is thrown ends the process. Where Go returns an error, return it.'
      : '';
    expect(outcome).toEqual({
      ended: 'failed',
      message: `process replicaset/worker-1 failed at 302 ms: ${says}, at line ${line} of ${controller}${advice}`,
      place: { file: controller, line },
    });
  });

  test('by a loop without end ends the run there, with lines and without', async () => {
    const edits = edit(controller, start, `${start}\n    for (;;) diff++;`);
    const line = lineOf(edits[controller], 'for (;;)');
    for (const lines of [false, true]) {
      const { outcome } = await run(edits, { lines });
      expect(outcome.place).toEqual({ file: controller, line });
      expect(outcome.message).toBe(
        'process replicaset/worker-1 failed at 302 ms: EndlessLoop: endless loop: expected at most 200000 lines in one step, ' +
          `found manageReplicas still running at line ${line} of ${controller}; ` +
          'check that its loop ends, or waits with a yield* in every round',
      );
    }
  });

  test('by calling itself without end says where', async () => {
    const edits = edit(controller, start, `${start}\n    yield* this.manageReplicas(filteredPods, rs);`);
    const { outcome } = await run(edits);
    expect(outcome.message).toContain(
      'RangeError: expected calls that end, found functions that call each other deeper',
    );
    expect(outcome.place?.file).toBe(controller);
  });

  test('by doing without end ends at the limit of entries', async () => {
    const edits = edit(controller, start, `${start}\n    for (;;) this.#queue.add('default/web');`);
    const { outcome, entries } = await run(edits);
    expect(outcome.ended).toBe('limit');
    expect(outcome.message).toMatch(
      /^The run does not end: it was stopped after 60000 events, at line \d+ of /,
    );
    expect(entries).toHaveLength(60_000);
  });

  test('by waiting for its turn without end ends at the limit of steps', async () => {
    const edits = edit(controller, start, `${start}\n    for (;;) yield* this.#sim.yieldNow();`);
    const { outcome } = await run(edits);
    expect(outcome.ended).toBe('limit');
    expect(outcome.message).toMatch(/^The run does not end: it was stopped after 1000000 steps\. /);
  });

  test('by a slip of the pen never begins', async () => {
    const edits = edit(controller, start, `${start})`);
    const line = lineOf(edits[controller], start);
    const { outcome, entries } = await run(edits);
    expect(entries).toEqual([]);
    expect(outcome).toEqual({
      ended: 'failed',
      message:
        `${controller} line ${line}, column 55: expected TypeScript, found something else: Unexpected token; ` +
        'look there, and just before, for a missing or extra bracket, comma or quote',
      place: { file: controller, line, column: 55 },
    });
  });

  test('by an import of its own never begins, and by a name of its own ends where it is used', async () => {
    const module = await run(
      edit(
        controller,
        'import ',
        "import { lineHook } from '../../../instrument/hook.ts';\nlineHook;\nimport ",
      ),
    );
    expect(module.outcome.message).toContain(
      'found "../../../instrument/hook.ts"; import only from the modules',
    );
    const name = await run(
      edit(controller, 'import { isPodReady }', 'import { isPodAvailable as isPodReady }'),
    );
    expect(name.outcome.message).toContain(
      'expected of "../../api/v1/pod/util.ts" what the original file imports (isPodReady), found isPodAvailable; use no more than that',
    );
  });
});

describe('what has to be loaded anew', () => {
  test('is the file and all through which the cluster imports it, each behind what it imports', () => {
    expect(reloadOrder([])).toEqual([]);
    const order = reloadOrder(['kubernetes/pkg/controller/replicaset/replica_set_utils.ts']);
    expect(order.slice(0, 2)).toEqual([
      'kubernetes/pkg/controller/replicaset/replica_set_utils.ts',
      controller,
    ]);
    expect(order).toContain('subjects/control-loop/planes/replicaset.ts');
    // Other planes run the controller, too, one of them within another controller.
    const [adapted, other] = [
      'kubernetes/pkg/controller/replication/replication_controller.ts',
      'subjects/control-loop/planes/controllers.ts',
    ];
    expect(order.filter((file) => file === adapted || file === other)).toEqual([adapted, other]);
  });

  test('cannot be what the recorder shares, nor what no cluster runs', async () => {
    expect(() => reloadOrder(['sim/process.ts'])).toThrow(
      'sim/process.ts cannot be edited: the machine and its recorder need to have the same.',
    );
    expect(() => reloadOrder(['controllers/replicaset/gone.ts'])).toThrow(
      'controllers/replicaset/gone.ts cannot be edited: neither the cluster nor a plane imports it, so no cluster runs it.',
    );
    const other = await recordEdited(life, { 'sim/chan.ts': '' }, filesOnDisk([controller]));
    expect(other.outcome.message).toBe(
      `expected an edit of one of ${controller}, subjects/control-loop/planes/replicaset.ts, found one of sim/chan.ts; take it back`,
    );
  });
});
