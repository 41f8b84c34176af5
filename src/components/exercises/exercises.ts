import type { Result } from '../../runtime/go/result.ts';
import type { Exercise } from './exercise.ts';

/** Every exercise of the chapters, loaded when asked for. */
const files = import.meta.glob<{ readonly exercise: Exercise }>('/content/*/*/exercises/*.ts');

/** The ids of all exercises, in order. */
export const exerciseIds = (): string[] =>
  Object.keys(files)
    .map((file) => file.replace(/^\/content\/|exercises\/|\.ts$/g, ''))
    .sort();

/** An exercise by its id; an error if there is none. */
export async function loadExercise(id: string): Promise<Result<Exercise>> {
  const [part, chapter, name] = id.split('/');
  const load = files[`/content/${part}/${chapter}/exercises/${name}.ts`];
  if (load) return [(await load()).exercise, undefined];
  return [
    undefined,
    new Error(`expected the id of an exercise, found "${id}"; there are ${exerciseIds().join(', ')}`),
  ];
}
