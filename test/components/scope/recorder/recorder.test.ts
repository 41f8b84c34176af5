import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Port } from '../../../../src/components/base/worker-calls.ts';
import { Recorder } from '../../../../src/components/scope/recorder/recorder.ts';
import type { RunReply, RunRequest } from '../../../../src/components/scope/recorder/messages.ts';
import { runOf } from '../sample-recording.ts';

/** A worker that answers when the test says so. */
class FakePort extends EventTarget implements Port {
  readonly asked: (RunRequest & { readonly id: number })[] = [];
  ended = false;
  postMessage(message: RunRequest & { readonly id: number }): void {
    this.asked.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(data: RunReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function recorder() {
  const ports: FakePort[] = [];
  const made = new Recorder(5000, () => {
    const port = new FakePort();
    ports.push(port);
    return port;
  });
  return { made, ports };
}

const run = { recording: runOf(), title: 'One loop', shows: [] };

test('a run is asked for and given back; the worker stays for the next', async () => {
  const { made, ports } = recorder();
  const first = made.record({ scenario: 'a/b', seed: 4 });
  await vi.advanceTimersByTimeAsync(0);
  expect(ports[0]?.asked).toEqual([{ id: 1, scenario: 'a/b', seed: 4, acts: [], lines: true }]);
  ports[0]?.answer({ id: 1, value: run });
  expect((await first).recording).toBe(run.recording);
  const second = made.record({ scenario: 'a/b', lines: false });
  await vi.advanceTimersByTimeAsync(0);
  ports[0]?.answer({ id: 2, problem: 'no such scenario' });
  await expect(second).rejects.toThrow('no such scenario');
  expect(ports.length).toBe(1);
});

test('a run that does not come in time ends the worker, and the next one gets a new one', async () => {
  const { made, ports } = recorder();
  const never = made.record({ scenario: 'a/b' });
  const said = expect(never).rejects.toThrow(
    'expected this run to take less than 5 s, found it still going; it was ended. Undo your last change.',
  );
  await vi.advanceTimersByTimeAsync(5000);
  await said;
  expect(ports[0]?.ended).toBe(true);
  const next = made.record({ scenario: 'a/b' });
  await vi.advanceTimersByTimeAsync(0);
  ports[1]?.answer({ id: 2, value: run });
  expect((await next).title).toBe('One loop');
});

test('a worker that cannot start says so', async () => {
  const { made, ports } = recorder();
  const broken = made.record({ scenario: 'a/b' });
  const said = expect(broken).rejects.toThrow(
    'expected the engine to run, found "it could not be loaded". Reload the page.',
  );
  await vi.advanceTimersByTimeAsync(0);
  ports[0]?.dispatchEvent(new Event('error'));
  await said;
  expect(ports[0]?.ended).toBe(true);
});

test('what ran edited code runs nothing else', async () => {
  const { made, ports } = recorder();
  const runs = async (edits?: Record<string, string>): Promise<void> => {
    const asked = made.record({ scenario: 'a/b', edits });
    await vi.advanceTimersByTimeAsync(0);
    const port = ports.at(-1);
    port?.answer({ id: port.asked.at(-1)!.id, value: run });
    await asked;
  };
  await runs();
  await runs({ 'a.ts': 'one' });
  await runs({ 'a.ts': 'one' });
  await runs({ 'a.ts': 'two' });
  await runs();
  expect(ports.map(({ asked }) => asked.map(({ edits }) => edits))).toEqual([
    [undefined],
    [{ 'a.ts': 'one' }, { 'a.ts': 'one' }],
    [{ 'a.ts': 'two' }],
    [undefined],
  ]);
  expect(ports.map(({ ended }) => ended)).toEqual([true, true, true, false]);
});

test('a run that is stopped rejects, and its worker is gone', async () => {
  const { made, ports } = recorder();
  const stopped = made.record({ scenario: 'a/b' });
  const said = expect(stopped).rejects.toThrow('this run was stopped');
  await vi.advanceTimersByTimeAsync(0);
  made.end();
  await said;
  expect(ports[0]?.ended).toBe(true);
});
