/*
 * What the parts of a chapter do with JavaScript, for all of them together: this much is in every chapter. The rest of each comes when
 * a reader first uses it.
 */
const predictions = () => import('./prediction-kept.ts');

const find = <E extends Element>({ target }: Event, selector: string): E | null =>
  (target as Element).closest<E>(selector);

const keepPrediction = (event: Event): void => {
  const used = find<HTMLElement>(event, '.prediction input, .prediction > details[open]');
  if (used) void predictions().then(({ keepPrediction }) => keepPrediction(used));
};

const preview = (event: Event): void => {
  const term = find<HTMLAnchorElement>(event, 'a.term');
  if (term) void import('./term-preview.ts').then(({ showPreview }) => showPreview(term));
};

let tapped = false;
const on = document.addEventListener.bind(document);
on('change', keepPrediction);
on('toggle', keepPrediction, true);
on('focusin', preview);
on('pointerover', (event) => event.pointerType !== 'touch' && preview(event));
on('pointerdown', (event) => {
  const term = event.pointerType === 'touch' && find<HTMLElement>(event, 'a.term');
  tapped = term instanceof HTMLElement && term.dataset.shown === undefined;
});
on('click', (event) => {
  // The first tap on a word shows the preview, the second one follows the link.
  if (tapped && find(event, 'a.term')) {
    event.preventDefault();
    preview(event);
  }
  const box = find(event, '.experiment .do a') && find<HTMLElement>(event, '.experiment');
  if (box) void import('./experiment-kept.ts').then(({ keepExperiment }) => keepExperiment(box));
});

try {
  if (localStorage.getItem('loopscope-progress'))
    void predictions().then(({ restorePredictions }) => restorePredictions());
} catch {
  // Nothing can be kept here, and it is said when something is to be.
}
