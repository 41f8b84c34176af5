import { expect, test } from 'vitest';
import { readContent } from '../../../src/chapters/content.ts';
import { allTerms, termIds, termOf } from '../../../src/components/prose/glossary.ts';
import { root } from '../../tidy/files.ts';

const english = allTerms();
const chinese = allTerms('zh-cn');

test('each word stands there once, in both languages', () => {
  expect(termIds.length).toBeGreaterThan(60);
  expect(termIds.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  for (const words of [english, chinese]) {
    const terms = words.map(({ term }) => term);
    expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
    expect(words.map(({ id }) => id).sort()).toEqual([...termIds].sort());
  }
});

test('what a word means is one sentence without its full stop', () => {
  const bad = english.filter(
    ({ term, means }) => term.trim() !== term || !/^[^.]{10,180}$/.test(means) || means.trim() !== means,
  );
  expect(bad).toEqual([]);
});

test('what a word means in Chinese is Chinese, without its full stop', () => {
  const bad = chinese.filter(({ means }) => !/\p{Script=Han}/u.test(means) || /[。.,]|\s$|^\s/.test(means));
  expect(bad).toEqual([]);
});

test('words stand in the order of their language', () => {
  const order = english.map(({ term }) => term.toLowerCase());
  expect(order.indexOf('api server')).toBeLessThan(order.indexOf('workqueue'));
  expect(english[0]?.term).toBe('act');
  const pinyin = chinese.map(({ term }) => term);
  expect(pinyin.indexOf('标签（label）')).toBeLessThan(pinyin.indexOf('工作队列（workqueue）'));
});

test('a word that is not there is told with the nearest that is', () => {
  expect(termOf('workqueue')).toEqual([
    {
      id: 'workqueue',
      term: 'workqueue',
      means: 'a queue that holds each key at most once, and never gives one key to two workers at a time',
    },
    undefined,
  ]);
  expect(termOf('workqueue', 'zh-cn')[0]?.term).toBe('工作队列（workqueue）');
  expect(termOf('workqeue')[1]?.message).toBe(
    'expected the id of a term in content/glossary.json, found "workqeue"; did you mean "workqueue"?',
  );
  expect(termOf('constructor')[1]?.message).toBe(
    'expected the id of a term in content/glossary.json, found "constructor"; add it there, in both languages',
  );
});

test('each word that a page names is there, and explained before it is used again', () => {
  const wrong = readContent(root).flatMap(({ path, elements }) => {
    const explained = new Set<unknown>();
    return elements
      .filter(({ name, attributes }) => name === 'Term' && attributes.id !== undefined)
      .flatMap(({ line, attributes: { id, again = false } }) => {
        if (!termIds.includes(String(id))) return [`${path}:${line} names ${String(id)}`];
        const known = explained.has(id);
        explained.add(id);
        return known === again ? [] : [`${path}:${line} ${known ? 'explains' : 'uses'} ${String(id)} again`];
      });
  });
  expect(wrong).toEqual([]);
});
