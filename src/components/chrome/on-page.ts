import { noteFor } from '../base/note.ts';
import { progressKey } from '../progress/progress-key.ts';

/*
 * What the parts of a chapter do with JavaScript, for all of them together: this much is in every chapter. The rest of each is
 * loaded when a reader first uses it.
 */
const kept = () => import('../prose/kept.ts');

const find = <E extends Element>({ target }: Event, selector: string): E | null =>
  (target as Element).closest<E>(selector);

const keepUsed = (event: Event): void => {
  const used = find<HTMLElement>(event, '.prediction input, .prediction > details[open], .read input');
  if (!used) return;
  // Until the rest is here, keeping something else may have put it back.
  const { checked } = used as Partial<HTMLInputElement>;
  void kept().then(({ keep }) => keep(used, checked));
};

const opens = (box: Element | null | undefined): void => {
  if (box instanceof HTMLElement) box.dataset.answered = '';
};

/** An answer opens its reasons, and the text that goes on after it; so does a reader who asks for them. */
const answer = (event: Event): void => {
  const used = find(event, '.prediction input, .prediction > details[open], .prediction > .closed button');
  const details = used?.closest('.prediction')?.querySelector('details');
  if (!used || !details) return;
  opens(details.parentElement);
  details.open = true;
  if (event.type === 'click') details.querySelector('summary')?.focus();
};

/** By keys one goes from answer to answer without choosing each: Space chooses the first time. */
const goThrough = (event: KeyboardEvent): void => {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const radio = find<HTMLInputElement>(event, '.prediction:not(:has(:checked)) input');
  if (!by || !radio) return;
  event.preventDefault();
  const all = [...radio.closest('fieldset')!.querySelectorAll('input')];
  all.at((all.indexOf(radio) + by) % all.length)?.focus();
};

const preview = (event: Event): void => {
  const term = find<HTMLAnchorElement>(event, 'a.term');
  if (term) void import('../prose/term-preview.ts').then(({ showPreview }) => showPreview(term));
};

const beside = () => import('../code/go-beside.tsx');

const chooseCode = (event: Event): void => {
  const radio = find<HTMLInputElement>(event, '.snippet .code-choice input');
  if (radio) void beside().then(({ choose }) => choose(radio));
};

const showGo = (event: Event): void => {
  const details = find<HTMLElement>(event, '.go-of[open]');
  if (details) void beside().then(({ openGo }) => openGo(details));
};

const workOn = (event: Event): void => {
  const words = find(event, '.exercise .place > .do > button')?.nextElementSibling as HTMLElement | undefined;
  if (!words || words.ariaBusy) return;
  words.ariaBusy = 'true';
  words.textContent = words.dataset.coming!;
  import('../exercises/open-workbench.tsx')
    .then(({ openWorkbench }) => openWorkbench(words.closest('section')!))
    .catch(() => (words.textContent = words.dataset.cannot!))
    .finally(() => (words.ariaBusy = null));
};

/** The code of an exercise ended the page: it is opened again, and says so. */
const goOn = (): void =>
  document.querySelector<HTMLElement>(`[data-exercise="${noteFor()}"] .place > .do > button`)?.click();

let tapped = false;
const on = document.addEventListener.bind(document);
on('change', answer);
on('toggle', answer, true);
on('keydown', goThrough);
// The browser's own search found something in it.
on('beforematch', (event) => opens(find(event, '.goes-on')?.previousElementSibling));
on('change', keepUsed);
on('toggle', keepUsed, true);
on('change', chooseCode);
on('toggle', showGo, true);
if (document.documentElement.dataset.code) void beside().then(({ showChoice }) => showChoice());
on('click', workOn);
goOn();
on('focusin', preview);
on('pointerover', (event) => event.pointerType !== 'touch' && preview(event));
on('pointerdown', (event) => {
  const term = event.pointerType === 'touch' && find<HTMLElement>(event, 'a.term');
  tapped = term instanceof HTMLElement && term.dataset.shown === undefined;
});
on('click', (event) => {
  if (find(event, '.prediction > .closed button')) answer(event);
  // The first tap on a word shows the preview, the second one follows the link.
  if (tapped && find(event, 'a.term')) {
    event.preventDefault();
    preview(event);
  }
  const box = find(event, '.experiment .do a') && find<HTMLElement>(event, '.experiment');
  if (box) void kept().then(({ keep }) => keep(box));
  const group = find(event, '.group button') && find<HTMLElement>(event, '.group');
  if (group) void import('../prose/group-notes.ts').then(({ copyNotes }) => copyNotes(group));
});

try {
  if (localStorage.getItem(progressKey)) void kept().then(({ restore }) => restore({ untouched: true }));
} catch {
  // Nothing can be kept here; the reader is told when something would be.
}
