import { expect, test } from 'vitest';
import { Asker, GivenUp } from '../../../playground/scheduler/asker.ts';
import type { Answered, Asked as Question } from '../../../playground/scheduler/messages.ts';
import type { Port as AnyPort } from '../../../src/components/base/worker-calls.ts';
import { inputOf } from '../../../playground/scheduler/scheduler-model.ts';

type Asked = Question & { readonly id: number };

/** A worker that answers as it is told. */
class Port extends EventTarget implements AnyPort {
  static made = 0;
  ended = false;
  readonly #answers: (asked: Asked) => Answered[];

  constructor(answers: (asked: Asked) => Answered[]) {
    super();
    this.#answers = answers;
    Port.made++;
  }

  postMessage(asked: Asked): void {
    for (const data of this.#answers(asked)) this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate(): void {
    this.ended = true;
  }
}

const question = { kind: 'all', compact: true } as const;

test('gives the answer to each question, and tells how far it is', async () => {
  const far: number[] = [];
  const port = new Port(({ id }) => [
    { id, progress: { decided: 3, of: 9 } },
    { id: id - 1, value: { kind: 'all', is: 'old' } },
    { id, value: { kind: 'all', is: 'all' } },
  ]);
  const asker = new Asker(undefined, 1000, () => port);
  expect(await asker.ask<'all'>(inputOf(''), question, (decided) => far.push(decided))).toBe('all');
  expect(far).toEqual([3]);
});

test('what went wrong is told, and the worker stays', async () => {
  const port = new Port(({ id }) => [{ id, problem: 'no such pod' }]);
  const asker = new Asker(undefined, 1000, () => port);
  await expect(asker.ask<'all'>(inputOf(''), question)).rejects.toThrow('no such pod');
  expect(port.ended).toBe(false);
});

test('what is too late ends the worker, and the next question has another', async () => {
  const ports = [new Port(() => []), new Port(({ id }) => [{ id, value: { kind: 'all', is: 'all' } }])];
  let next = 0;
  const asker = new Asker(undefined, 1, () => ports[next++] as Port);
  await expect(asker.ask<'all'>(inputOf(''), question)).rejects.toThrow(
    /^expected an answer within 0\.001 s, found none/,
  );
  expect(ports[0]?.ended).toBe(true);
  expect(await asker.ask<'all'>(inputOf(''), question)).toBe('all');
});

test('a question can be given up', async () => {
  const port = new Port(() => {
    queueMicrotask(() => asker.stop());
    return [];
  });
  const asker: Asker = new Asker(undefined, 60_000, () => port);
  await expect(asker.ask<'all'>(inputOf(''), question)).rejects.toBeInstanceOf(GivenUp);
  expect(port.ended).toBe(true);
});
