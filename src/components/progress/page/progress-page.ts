import { pageLanguage } from '../../../i18n/page-language.ts';
import { t } from '../../../i18n/t.ts';
import { countOf } from '../../../recording/words.ts';
import { type ChapterProgress, noProgress } from '../progress-record.ts';
import { progress } from '../progress.ts';

const root = document.querySelector<HTMLElement>('.progress');
if (root) void begin(root);

async function begin(page: HTMLElement): Promise<void> {
  await pageLanguage('teaching');
  const draw = (): void => show(page);
  draw();
  progress.onChange(draw);
  window.addEventListener('storage', (event) => progress.heard(event));
  const said = page.querySelector<HTMLElement>('.said')!;
  const say = (words: string): void => void (said.textContent = words);
  for (const button of page.querySelectorAll('button.save')) button.addEventListener('click', save);
  takeIn(page.querySelector<HTMLInputElement>('input[type="file"]')!, say);
  clearing(page, say);
}

/** Writes into the page what was done, and what is wrong with what is kept. */
function show(page: HTMLElement): void {
  const [{ chapters }, problem] = progress.read();
  page.querySelector('.notice[role]')!.textContent = problem?.message ?? '';
  for (const section of page.querySelectorAll<HTMLElement>('[data-chapter]')) {
    const id = section.dataset.chapter ?? '';
    const done = Object.hasOwn(chapters, id) ? chapters[id]! : {};
    for (const item of section.querySelectorAll('li')) {
      const words = stateOf(done, item.dataset);
      item.toggleAttribute('data-done', words !== undefined);
      item.querySelector('.state')!.textContent = words ?? t`not yet`;
    }
  }
}

function stateOf(done: ChapterProgress, { kind, id = '' }: DOMStringMap): string | undefined {
  switch (kind) {
    case 'predictions': {
      const { predictions = {} } = done;
      if (!Object.hasOwn(predictions, id)) return undefined;
      return predictions[id]?.chosen === undefined ? t`looked up` : t`predicted`;
    }
    case 'experiments':
      return done.experiments?.includes(id) ? t`tried` : undefined;
    case 'exercises':
      return done.exercises?.includes(id) ? t`solved` : undefined;
    default:
      return done.read ? t`read` : undefined;
  }
}

/** Gives the reader all that is kept, as a file. */
function save(): void {
  const text = JSON.stringify(progress.read()[0], undefined, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }));
  link.download = `${noProgress.kind}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function takeIn(input: HTMLInputElement, say: (words: string) => void): void {
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (!file) return;
    void file.text().then((text) => {
      const [added, problem] = progress.merge(text);
      // The same file, once it is mended, is another choice.
      input.value = '';
      if (problem) say(problem.message);
      else if (added === 0) say(t`Everything in this file was here already.`);
      else say(t`${countOf(added, 'thing')} imported. What was here before is still here.`);
    });
  });
}

/** Asks before anything goes, and names what would. */
function clearing(page: HTMLElement, say: (words: string) => void): void {
  const dialog = page.querySelector('dialog')!;
  page.querySelector('.tools .clear')!.addEventListener('click', () => {
    const [{ chapters }, problem] = progress.read();
    const all = Object.values(chapters);
    if (all.length === 0 && !problem) {
      say(t`Nothing is kept, so there is nothing to clear.`);
      return;
    }
    dialog.querySelector('.what')!.textContent = problem ? problem.message : goesWords(all);
    dialog.returnValue = '';
    dialog.showModal();
  });
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== 'clear') return;
    const problem = progress.clear();
    say(problem?.message ?? t`Everything is cleared.`);
  });
}

function goesWords(chapters: readonly ChapterProgress[]): string {
  const sum = (count: (chapter: ChapterProgress) => number): number =>
    chapters.reduce((total, chapter) => total + count(chapter), 0);
  const predictions = sum(({ predictions: made = {} }) => Object.keys(made).length);
  const experiments = sum(({ experiments: tried = [] }) => tried.length);
  const exercises = sum(({ exercises: solved = [] }) => solved.length);
  const read = sum(({ read: whole }) => (whole ? 1 : 0));
  const goes = [
    predictions > 0 && countOf(predictions, 'prediction'),
    experiments > 0 && countOf(experiments, 'experiment'),
    exercises > 0 && countOf(exercises, 'solved exercise'),
    read > 0 && t`${countOf(read, 'chapter')} marked as read`,
  ].filter(Boolean);
  return t`This browser will forget: ${goes.join(t`, `)}.`;
}
