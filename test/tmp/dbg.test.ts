import { test } from 'vitest';
import { exerciseAt, recorderOf, swap } from '../exercises/tried.ts';
import { partsOf } from '../../src/components/exercises/parts.ts';
import { splice } from '../../src/components/exercises/splice.ts';
import { runtimeText } from '../../src/instrument/runtime-graph.ts';
const { tries, path } = (await import(process.env.TRIES!)) as any;
const { look } = (await import(process.env.LOOK!)) as any;
test('dbg', async () => {
  const exercise = await exerciseAt(`content/${path}.ts`) as any;
  const parts = partsOf(exercise);
  const rec = await recorderOf(exercise);
  const text = process.env.NAME ? tries[process.env.NAME!](parts, swap) : parts.solution;
  const r = await rec({ scenario: exercise.scenario, seed: Number(process.env.SEED || exercise.seeds[0]), lines: false, edits: { [exercise.file]: splice(runtimeText(exercise.file), parts.place!, text) } } as any);
  look(r);
});
