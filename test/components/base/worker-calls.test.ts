import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Port, WorkerCalls, silenceMs } from '../../../src/components/base/worker-calls.ts';
import type { Shapes } from '../../../src/gate/shape.ts';

interface Asked {
  readonly edits?: Readonly<Record<string, string>>;
}

/** As the types below say it: the value is a text, progress a number. */
const shapes: Shapes = [
  { either: [1, 2, 3, 4] },
  { fields: { id: 5, value: 6 }, may: {} },
  { fields: { id: 5, problem: 6 }, may: {} },
  { fields: { id: 5, progress: 5 }, may: {} },
  { fields: { id: 5, alive: 7 }, may: {} },
  'number',
  'text',
  'boolean',
];

class FakePort extends EventTarget implements Port {
  id = 0;
  ended = false;
  postMessage(message: unknown): void {
    ({ id: this.id } = message as { readonly id: number });
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function asking(edits?: Asked['edits'], progress: number[] = []) {
  const port = new FakePort();
  const opened: boolean[] = [];
  const calls = new WorkerCalls<Asked, string, number>({
    open(edited) {
      opened.push(edited);
      return port;
    },
    shapes: () => Promise.resolve(shapes),
    deadlineMs: 10_000,
    late: (seconds) => `not within ${seconds} s`,
    broken: (found) => `broken: ${found}`,
  });
  const answer = calls.call({ edits }, (one) => progress.push(one));
  answer.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { port, calls, answer, opened, say: (reply: object) => port.say({ id: port.id, ...reply }) };
}

const edits = { 'a.ts': 'code' };

describe('a worker that runs code of a reader', () => {
  test('is started as one, and its answer is a copy', async () => {
    const { answer, opened, say } = await asking(edits);
    say({ value: 'done' });
    expect(await answer).toBe('done');
    expect(opened).toEqual([true]);
  });

  test.each<readonly [string, unknown, string]>([
    [
      'an element as the value',
      { value: { type: 'img', props: {}, constructor: undefined } },
      'expected a text',
    ],
    [
      'an element as a problem',
      { problem: { type: 'img', props: {}, constructor: undefined } },
      'expected a text',
    ],
    ['an element as progress', { progress: { type: 'img' } }, 'expected a number'],
    ['a text where a sign of life is a word', { alive: 'yes' }, 'expected true or false'],
    ['nothing that it could be', { worth: 1 }, 'expected an object'],
  ])('says %s: it is dropped, and the worker ended', async (_what, reply, says) => {
    const progress: number[] = [];
    const { answer, port, say } = await asking(edits, progress);
    say(reply as object);
    await expect(answer).rejects.toThrow(
      /^The edited code gave something that is no run, and it was dropped: .*\. Undo your last change\.$/,
    );
    await expect(answer).rejects.toThrow(says);
    expect(port.ended).toBe(true);
    expect(progress).toEqual([]);
  });

  test.each([
    ['null', null],
    ['a text', 'id'],
    ['nothing', undefined],
    ['a list', [1]],
    ['the number of another question', { id: -1, value: 'forged' }],
    ['the number as a text', { id: '1', value: 'forged' }],
  ])('says %s, which answers nothing: it is passed over', async (_what, data) => {
    const { answer, port, say } = await asking(edits);
    port.say(data);
    say({ value: 'done' });
    expect(await answer).toBe('done');
  });

  test('says more than anybody could want to hear: it is ended', async () => {
    const { answer, port, say } = await asking(edits);
    for (let i = 0; i < 20_001; i++) say({ progress: i });
    await expect(answer).rejects.toThrow('at most 20000 replies, found more');
    expect(port.ended).toBe(true);
  });

  test('has given a sign of life and then none: it is ended long before the deadline', async () => {
    const { answer, port, say } = await asking(edits);
    say({ alive: true });
    await vi.advanceTimersByTimeAsync(silenceMs - 1);
    say({ alive: true });
    await vi.advanceTimersByTimeAsync(silenceMs - 1);
    expect(port.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(answer).rejects.toThrow(
      'expected a sign of life within 3 s, found none; the run was ended. Look for a loop, a list or a regular expression that has no end.',
    );
    expect(port.ended).toBe(true);
  });

  test('is not waited for so once its code has run, nor before it begins', async () => {
    const { answer, port, say } = await asking(edits);
    await vi.advanceTimersByTimeAsync(4000);
    say({ alive: true });
    say({ alive: false });
    await vi.advanceTimersByTimeAsync(4000);
    expect(port.ended).toBe(false);
    say({ value: 'done' });
    expect(await answer).toBe('done');
  });
});

test('the deadline holds for all, whatever life there is', async () => {
  const { answer, say } = await asking(edits);
  for (let at = 0; at < 10_000; at += 1000) {
    say({ alive: true });
    await vi.advanceTimersByTimeAsync(1000);
  }
  await expect(answer).rejects.toThrow('not within 10 s');
});

test('a message that cannot be read ends the worker, and so does an error outside any answer, in at most 2,000 letters', async () => {
  const unread = await asking();
  unread.port.dispatchEvent(new Event('messageerror'));
  await expect(unread.answer).rejects.toThrow('broken: it could not be loaded');
  const failed = await asking();
  failed.port.dispatchEvent(Object.assign(new Event('error'), { message: 'x'.repeat(5_000_000) }));
  await expect(failed.answer).rejects.toThrow(`broken: ${'x'.repeat(2000)}`);
});

test('a worker that is given up while it starts is ended as soon as it is there', async () => {
  const port = new FakePort();
  let start: (port: Port) => void = () => {};
  const calls = new WorkerCalls<Asked, string>({
    open: () => new Promise((resolve) => (start = resolve)),
    shapes: () => Promise.resolve(shapes),
    deadlineMs: 10_000,
    late: () => 'late',
    broken: () => 'broken',
  });
  const answer = calls.call({});
  const given = expect(answer).rejects.toThrow('given up');
  await vi.advanceTimersByTimeAsync(0);
  calls.stop(new Error('given up'));
  await given;
  start(port);
  await vi.advanceTimersByTimeAsync(0);
  expect(port.ended).toBe(true);
});
