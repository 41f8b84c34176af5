import { expect, test } from 'vitest';
import { Answers } from '../../../playground/scheduler/answers.ts';
import { Asker } from '../../../playground/scheduler/asker.ts';
import type { Answered, Asked } from '../../../playground/scheduler/messages.ts';
import type { Port as AnyPort } from '../../../src/components/base/worker-calls.ts';
import { examples } from '../../../playground/scheduler/examples.ts';
import { SchedulerModel, inputOf } from '../../../playground/scheduler/scheduler-model.ts';

/** A worker in the same thread. It answers later, as one does, and notes what it was asked to run. */
class Port extends EventTarget implements AnyPort {
  readonly ran: string[] = [];
  readonly #answers = new Answers();

  postMessage({ id, input, question }: Asked & { readonly id: number }): void {
    queueMicrotask(() =>
      this.dispatchEvent(new MessageEvent('message', { data: this.#answer(id, input, question) })),
    );
  }

  #answer(id: number, input: Asked['input'], question: Asked['question']): Answered {
    if (question.kind === 'run') this.ran.push(input.sources.map(({ text }) => text.length).join());
    const value =
      question.kind === 'run'
        ? this.#answers.run(input)[0]
        : question.kind === 'explain'
          ? this.#answers.explain(input, question.side, question.pod)[0]
          : question.kind === 'object'
            ? this.#answers.object(input, question.of, question.key)
            : question.kind === 'edit'
              ? this.#answers.edit(input, question.of, question.key, question.field, question.value)[0]
              : question.kind === 'all'
                ? this.#answers.all(input, question.compact)
                : undefined;
    return { id, value: { kind: question.kind, is: value } } as Answered;
  }

  terminate(): void {}
}

const text = (id: string): string => examples.find((one) => one.id === id)?.text ?? '';

function newModel() {
  const port = new Port();
  return { port, model: new SchedulerModel(new Asker(undefined, 10_000, () => port)) };
}

test('what was looked at stays while it is there; else the first that has no node is shown', async () => {
  const { model } = newModel();
  await model.set(inputOf(text('room')));
  expect(model.shown.value?.picked.key).toBe('default/training');
  await model.pick({ kind: 'Node', key: 'big' });
  await model.set({ seed: 2 });
  expect(model.shown.value?.picked).toEqual({ kind: 'Node', key: 'big' });
  await model.set(inputOf(text('apart')));
  expect(model.shown.value?.picked).toEqual({ kind: 'Pod', key: 'default/db-2' });
});

test('what is set while something is decided is decided after it, once', async () => {
  const { model, port } = newModel();
  const first = model.type(text('room'));
  void model.type('a');
  void model.type('ab');
  await first;
  expect(port.ran).toEqual([String(text('room').length), '2']);
  expect(model.busy.value).toBe(false);
});

test('a pod that is taken away is shown as it was before, until the change is undone', async () => {
  const { model } = newModel();
  await model.set(inputOf(text('room')));
  const picked = { kind: 'Pod', key: 'default/training' } as const;
  await model.change({ ...picked, text: null });
  expect(model.shown.value).toMatchObject({ picked, object: undefined, after: undefined });
  expect(model.shown.value?.before?.pod).toBe('default/training');
  await model.undo(picked);
  expect(model.shown.value?.object?.fields[0]).toEqual({ name: 'cpu', value: '6' });
  expect(model.input.value.changes).toEqual([]);
});

test('a line that is changed changes the object', async () => {
  const { model } = newModel();
  await model.set(inputOf(text('room')));
  await model.edit({ kind: 'Pod', key: 'default/training' }, 'cpu', '1');
  expect(model.result.value?.after.pods.find(({ key }) => key === 'default/training')?.message).toContain(
    'Insufficient memory',
  );
});

test('files take the place of an example, and stand beside what is typed', async () => {
  const { model } = newModel();
  await model.set(inputOf(text('room')));
  await model.addFiles([{ name: 'a.yaml', text: text('apart') }], true);
  expect(model.result.value?.counts).toMatchObject({ nodes: 2 });
  await model.type(text('zones'));
  expect(model.result.value?.counts).toMatchObject({ nodes: 5 });
  await model.removeFile(1);
  expect(model.result.value?.counts).toMatchObject({ nodes: 3 });
});
