import { render } from '../base/render.ts';
import { exerciseLanguage } from '../../i18n/exercise-language.ts';
import { textOf } from '../code/edited-code.ts';
import { loadCode } from '../code/source.ts';
import { readApart } from '../manifests/read-apart.ts';
import { progress } from '../progress/progress.ts';
import { noted, standAgain, takeNote } from '../base/notes.ts';
import { Recorder } from '../scope/recorder/recorder.ts';
import { fetchStyles } from '../base/fetch-styles.ts';
import { Workbench } from './Workbench.tsx';
import type { OriginalCode } from './submission.ts';
import { loadExercise } from './exercises.ts';
import type { Exercise } from './exercise.ts';
import { Work } from './work.ts';
import { loadHelp } from './editor/load-help.ts';
import styles from './workbench.css?url';

/** A run of an exercise takes less than a second; one that takes this long never ends. */
const deadlineMs = 10_000;

/** Replaces the start of an exercise by its workbench. Rejects where a part of it cannot be fetched. */
export async function openWorkbench(section: HTMLElement): Promise<void> {
  const { exercise: id = '', digest = '', from, to, inClass } = section.dataset;
  const [part, chapter, name = ''] = id.split('/');
  const place = section.querySelector<HTMLElement>('.place');
  const start = section.querySelector('.start')?.textContent ?? '';
  if (!place) return;
  const [{ newCodeEditor }, [exercise, unknown]] = await Promise.all([
    import('./editor/code-editor.ts'),
    loadExercise(id),
    fetchStyles(styles),
    exerciseLanguage(`${part}/${chapter}`),
  ]);
  if (unknown) throw unknown;
  const original = await originalOf(exercise, { from: Number(from), to: Number(to) });
  const recorder = new Recorder(deadlineMs);
  const work = new Work({
    exercise,
    start,
    digest,
    original,
    readManifest: readApart,
    record: async (inputs) => {
      const record = () => recorder.record(inputs);
      const { top } = section.getBoundingClientRect();
      return (await (inputs.edits ? noted({ for: id, top }, record) : record())).recording;
    },
    end: () => recorder.end(),
    storage: () => localStorage,
    onSolved: () => progress.solve(`${part}/${chapter}`, name),
  });
  const box = document.createElement('div');
  place.replaceChildren(box);
  render(
    <Workbench
      work={work}
      newEditor={newCodeEditor}
      loadHelp={exercise.kind === 'code' ? () => loadHelp(id, inClass !== undefined) : undefined}
      inClass={inClass !== undefined}
      place={original?.place}
      titleId={`${section.id}-title`}
    />,
    box,
  );
  const note = takeNote(id);
  if (!note) return;
  work.said.value = note.says;
  standAgain(section, note);
}

async function originalOf(
  exercise: Exercise,
  place: OriginalCode['place'],
): Promise<OriginalCode | undefined> {
  if (exercise.kind !== 'code') return undefined;
  const code = await loadCode(import.meta.env.BASE_URL, exercise.file);
  if (code instanceof Error) throw code;
  return { source: textOf(code), place };
}
