import { expect, test, vi } from 'vitest';
import { mostCharacters } from '../../../src/components/manifests/manifest.ts';
import { type ManifestPort, readApart } from '../../../src/components/manifests/read-apart.ts';
import type { ManifestAsked } from '../../../src/components/manifests/yaml.worker.ts';

/** A worker that does what it is told once it is asked. */
class FakePort extends EventTarget implements ManifestPort {
  asked: ManifestAsked | undefined;
  ended = false;
  readonly #answer: (port: FakePort) => void;

  constructor(answer: (port: FakePort) => void) {
    super();
    this.#answer = answer;
  }

  postMessage(asked: ManifestAsked): void {
    this.asked = asked;
    this.#answer(this);
  }

  terminate(): void {
    this.ended = true;
  }
}

const at = (message: string) => ({ problems: [{ line: 1, column: 1, message }], moreProblems: 0 });

test('a manifest is what the worker reads, and the worker ends', async () => {
  const manifest = { objects: [{ kind: 'Pod' }] };
  const port = new FakePort((one) => one.dispatchEvent(new MessageEvent('message', { data: manifest })));
  expect(await readApart('kind: Pod', 1000, () => port)).toEqual(manifest);
  expect(port.asked).toEqual({ text: 'kind: Pod' });
  expect(port.ended).toBe(true);
});

test('what is too long is refused before a worker is made', async () => {
  const newPort = vi.fn<() => ManifestPort>();
  expect(await readApart('x'.repeat(mostCharacters + 1), 1000, newPort)).toEqual(
    at(
      `expected at most ${mostCharacters} characters, found ${mostCharacters + 1}. Apply the objects in parts.`,
    ),
  );
  expect(newPort).not.toHaveBeenCalled();
});

test('what is not read by the deadline is given up', async () => {
  vi.useFakeTimers();
  const port = new FakePort(() => undefined);
  const read = readApart('a', 5000, () => port);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await read).toEqual(
    at(
      'expected a text that can be read within 5 s, found one that takes longer. Apply the objects in parts.',
    ),
  );
  expect(port.ended).toBe(true);
  vi.useRealTimers();
});

test('where the worker cannot be fetched, it is said', async () => {
  const port = new FakePort((one) => one.dispatchEvent(new Event('error')));
  expect(await readApart('a', 1000, () => port)).toEqual(
    at('the YAML parser could not be fetched. Apply again when you are connected.'),
  );
  expect(port.ended).toBe(true);
});
