import { standAgain } from '../../src/components/base/notes.ts';
import { render } from '../../src/components/base/render.ts';
import { SchedulerPage } from './SchedulerPage.tsx';
import { Asker } from './asker.ts';
import type { Asked } from './messages.ts';
import { decodeCluster } from './cluster-link.ts';
import { examples } from './examples.ts';
import { noting, takeLeft } from './left-input.ts';
import { SchedulerModel, inputOf } from './scheduler-model.ts';

/**
 * Decides what a run that ended the page left, else what the address holds, else the first example, and then puts the live page in the
 * place of what `host` holds.
 */
export async function mountScheduler(host: HTMLElement, words: Asked['words']): Promise<() => void> {
  const { note, kept } = takeLeft() ?? {};
  const [linked, problem] = kept ? [kept.input, undefined] : await decodeCluster(location.hash);
  // Where a file is edited, the reader looks at that.
  const place = (): Element =>
    (model.editing.value !== undefined && host.querySelector('[aria-labelledby="lab-code"]')) || host;
  const set = () => ({ input: model.input.value, editing: model.editing.value });
  const model = new SchedulerModel(noting(new Asker(words), set, place));
  const first = inputOf(examples[0]?.text ?? '');
  const { edits, ...input } = linked ?? first;
  await model.set(input.sources.length > 0 ? input : { ...input, sources: first.sources });
  // What somebody else has written, or has ended the page, runs once the reader wants it.
  if (Object.keys(edits).length > 0) model.offered.value = edits;
  model.ranHere.value = kept !== undefined;
  model.editing.value = kept?.editing;
  const focused = host.contains(document.activeElement);
  const box = document.createElement('div');
  box.className = 'lab-live';
  render(<SchedulerPage model={model} notice={note?.says ?? problem?.message} />, box);
  host.replaceChildren(box);
  if (note) standAgain(place(), note);
  // A question comes first. Who came here by keyboard stays here.
  const question = box.querySelector<HTMLElement>('.lab-asked');
  if (question) question.focus({ preventScroll: note !== undefined });
  else if (focused) box.querySelector<HTMLElement>('select')?.focus({ preventScroll: true });
  return () => {
    model.end();
    render(null, box);
  };
}
