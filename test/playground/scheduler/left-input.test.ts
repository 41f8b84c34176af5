import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteFor } from '../../../src/components/base/note.ts';
import { noting, takeLeft } from '../../../playground/scheduler/left-input.ts';
import type { Answering } from '../../../playground/scheduler/left-input.ts';
import { SchedulerModel, inputOf } from '../../../playground/scheduler/scheduler-model.ts';
import { storageOf } from '../../components/exercises/storage.ts';

const place = { getBoundingClientRect: () => ({ top: 40 }) } as Element;
const edits = { 'a.ts': 'code', 'b.ts': 'more' };

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storageOf());
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** Answers nothing; while it is asked, a page that is ended would leave what `seen` has. */
function asked(input: ReturnType<typeof inputOf>, editing?: string) {
  const seen: (string | undefined)[] = [];
  const left: ReturnType<typeof takeLeft>[] = [];
  const asker = {
    ask: () => {
      seen.push(noteFor());
      left.push(takeLeft());
      return Promise.resolve(undefined);
    },
    stop: () => undefined,
    end: () => undefined,
  } as unknown as Answering;
  const ask = () =>
    noting(
      asker,
      () => ({ input, editing }),
      () => place,
    ).ask(input, { kind: 'all', compact: true });
  return { seen, left, ask };
}

test('a page that edited code ends has left what was set; one that runs ours leaves nothing', async () => {
  const plain = asked(inputOf('nodes'));
  await plain.ask();
  expect(plain.seen).toEqual([undefined]);
  const input = { ...inputOf('nodes'), edits };
  const edited = asked(input, 'a.ts');
  await edited.ask();
  expect(edited.left[0]).toMatchObject({ note: { top: 40 }, kept: { input, editing: 'a.ts' } });
  expect(noteFor()).toBeUndefined();
});

test('a cluster that is too long for a tab to remember is left out, and the code is kept', async () => {
  const large = asked({ ...inputOf('x'.repeat(3_000_000)), edits });
  await large.ask();
  expect(large.left[0]?.kept?.input).toEqual({ ...inputOf(''), sources: [], edits });
});

test('code that waits to be run again is what its editor begins with, and runs together once one file is run', async () => {
  const model = new SchedulerModel();
  model.offered.value = edits;
  // A link's code is nobody's own.
  expect(model.ownEdits).toEqual({});
  model.ranHere.value = true;
  expect(model.ownEdits).toEqual(edits);
  expect(model.input.value.edits).toEqual({});
  await model.editCode('a.ts', 'mended');
  expect(model.input.value.edits).toEqual({ 'a.ts': 'mended', 'b.ts': 'more' });
  expect(model.offered.value).toBeUndefined();
});
