import { render } from 'preact';
import { SchedulerPage } from './SchedulerPage.tsx';
import { Asker } from './asker.ts';
import type { Asked } from './decide.worker.ts';
import { decodeCluster } from './cluster-link.ts';
import { examples } from './examples.ts';
import { SchedulerModel, inputOf } from './scheduler-model.ts';

/** Decides what the address holds, else the first example, and then puts the live page in the place of what `host` holds. */
export async function mountScheduler(host: HTMLElement, words: Asked['words']): Promise<() => void> {
  const [linked, problem] = await decodeCluster(location.hash);
  const model = new SchedulerModel(new Asker(words));
  const { edits, ...input } = linked ?? inputOf(examples[0]?.text ?? '');
  await model.set(input);
  // What somebody else has written runs once the reader wants it.
  if (Object.keys(edits).length > 0) model.offered.value = edits;
  const focused = host.contains(document.activeElement);
  const box = document.createElement('div');
  box.className = 'sched-live';
  render(<SchedulerPage model={model} notice={problem?.message} />, box);
  host.replaceChildren(box);
  // A question comes first. Who came here by keyboard stays here.
  const question = box.querySelector<HTMLElement>('.sched-asked');
  if (question) question.focus();
  else if (focused) box.querySelector<HTMLElement>('select')?.focus({ preventScroll: true });
  return () => {
    model.end();
    render(null, box);
  };
}
