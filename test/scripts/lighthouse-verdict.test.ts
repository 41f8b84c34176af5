import { expect, test } from 'vitest';
import { least, type Report, verdictOf } from '../../scripts/lighthouse-verdict.ts';

/** A report in which every category has this score, unless it is given. */
function report(scores: Record<string, number | null> = {}, audits: Report['audits'] = {}): Report {
  const auditRefs = Object.keys(audits).map((id) => ({ id, weight: id === 'hint' ? 0 : 1 }));
  const categories = Object.keys(least).map((id) => [id, { title: id, score: scores[id] ?? 1, auditRefs }]);
  return { categories: Object.fromEntries(categories), audits };
}

test('Nothing is said of a page that reaches what is asked', () => {
  expect(verdictOf('/a/', report({ performance: 0.95 }))).toEqual({
    scores: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
    problems: [],
  });
});

test('A page that falls short is named with the category, the score, and each audit that cost points', () => {
  const audits = {
    'meta-description': { title: 'Document does not have a meta description', score: 0 },
    'link-text': {
      title: 'Links do not have descriptive text',
      score: 0.5,
      displayValue: '2 links found',
      details: { items: [{ node: { snippet: '<a href="/b/">' } }, { url: '/c/' }] },
    },
    'not-asked': { title: 'Says nothing here', score: null },
    passed: { title: 'Is well', score: 1 },
    hint: { title: 'Costs nothing', score: 0 },
  };
  expect(verdictOf('/a/', report({ seo: 0.92 }, audits)).problems).toEqual([
    `/a/: expected 100 or more in seo, found 92.
  meta-description (0 of 100): Document does not have a meta description
  link-text (50 of 100): Links do not have descriptive text: 2 links found
    <a href="/b/">
    /c/`,
  ]);
});

test('A page without a score is not taken for a good one', () => {
  const audits = { 'first-contentful-paint': { title: 'First paint', score: null, errorMessage: 'NO_FCP' } };
  const none = { ...report({}, audits), runtimeError: { message: 'The page did not paint.' } };
  const { seo: _, ...rest } = none.categories;
  const performance = {
    title: 'performance',
    score: null,
    auditRefs: [{ id: 'first-contentful-paint', weight: 1 }],
  };
  expect(verdictOf('/a/', { ...none, categories: { ...rest, performance } }).problems).toEqual([
    '/a/: Lighthouse could not read it: The page did not paint.',
    '/a/: expected 95 or more in performance, found no score.\n  first-contentful-paint (0 of 100): First paint: NO_FCP',
    '/a/: expected 100 or more in seo, found no score.',
  ]);
});
