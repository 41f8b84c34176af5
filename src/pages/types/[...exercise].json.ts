import type { APIRoute, GetStaticPaths } from 'astro';
import { exerciseIds, loadExercise } from '../../components/exercises/exercises.ts';
import { readTypes } from '../../components/exercises/editor/read-types.ts';

/** For each exercise in code: the types that its editor knows of, at /types/<id of the exercise>.json. */
export const getStaticPaths: GetStaticPaths = async () => {
  const loaded = await Promise.all(exerciseIds().map((id) => loadExercise(id)));
  return loaded.flatMap(([exercise]) =>
    exercise?.kind === 'code' ? [{ params: { exercise: exercise.id } }] : [],
  );
};

export const GET: APIRoute = async ({ params }) => {
  const [exercise, unknown] = await loadExercise(params.exercise ?? '');
  if (unknown) throw unknown;
  if (exercise.kind !== 'code')
    throw new Error(`${exercise.id}: expected an exercise in code, found manifests`);
  return new Response(JSON.stringify(readTypes(exercise)), {
    headers: { 'content-type': 'application/json' },
  });
};
