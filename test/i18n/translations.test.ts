import { afterEach, describe, expect, test } from 'vitest';
import { speakBy, translated } from '../../src/i18n/t.ts';
import { loaded, parts } from '../../src/i18n/zh-cn/all.ts';
import { chineseOf, type Vocabulary } from '../../src/i18n/zh-cn/chinese.ts';
import { live } from '../../src/i18n/zh-cn/chinese-live.ts';
import scenarioTexts from '../../src/i18n/zh-cn/scenarios.json' with { type: 'json' };
import { show } from '../../src/sources/problem.ts';
import { filesUnder } from '../tidy/files.ts';
import { dataTexts, scenarioWords } from './data-texts.ts';
import { textsOf, textsTooEarly, textsUnsaid } from './texts.ts';

const files = filesUnder(['src', 'playground'], ['.ts', '.tsx', '.astro']).filter(
  ({ path }) => !path.startsWith('src/runtime/') && !path.startsWith('src/i18n/'),
);
const texts = [...files.flatMap(textsOf), ...dataTexts];
const chinese = chineseOf(parts);
const runtime: Readonly<Record<string, string>> = Object.assign({}, ...parts.map(({ told }) => told));
/** What is in no script that a page loads. */
const builtOnly =
  /\.astro$|^(sidebar|src\/chapters\/(parts|paths))\.ts$|^src\/components\/(map|runs|prose\/(?!group-notes|kept))/;

/** The picture, `subjects/<subject>/pictures/<name>`, that a file is, or that the file's folder serves. */
const pictureOf = (path: string): string | undefined =>
  /^src\/(subjects\/[^/]+\/pictures\/[^/.]+)[/.]/.exec(path)?.[1];

/** What is said of numbers, which is loaded all at once. */
const numbersOfSubjects = Object.keys(loaded).filter((file) => file.endsWith('/numbers.zh-cn.json'));

/** The files that have the Chinese of what a file says, of those that not every page loads. */
function filesFor(path: string): readonly string[] {
  const [, subject] = /^src\/(?:runtime\/)?subjects\/([^/]+)/.exec(path) ?? [];
  const ofSubject = [`../../subjects/${subject}/zh-cn.json`, '../../subjects/stage/zh-cn.json'];
  const picture = pictureOf(path);
  if (picture) return [`../../${picture}.zh-cn.json`, ...ofSubject];
  if (subject) return ofSubject;
  if (/^src\/components\/(base\/notes|scope\/(link\/|EditsAsked))/.test(path)) return ['./links.json'];
  if (path.startsWith('src/components/scope/numbers/')) return ['./numbers.json'];
  if (/^content\/.+\/scenario\.ts$/.test(path)) return numbersOfSubjects;
  if (path.startsWith('src/components/scope/presenter/')) return ['./presenter.json', './links.json'];
  const scheduler = '../../subjects/scheduler/zh-cn.json';
  if (path.startsWith('playground/scheduler/'))
    return ['./playground-scheduler.json', './playground.json', scheduler, '../../subjects/nodes/zh-cn.json'];
  if (/^(playground|src\/components\/manifests)\//.test(path)) return ['./playground.json'];
  if (/^src\/(components\/exercises|instrument)\//.test(path)) return ['./exercises.json', './teaching.json'];
  return /^src\/components\/(progress|prose)\//.test(path) ? ['./teaching.json'] : [];
}

const has = ({ words, told }: Vocabulary, key: string): boolean =>
  Object.hasOwn(words, key) || (told !== undefined && Object.hasOwn(told, key));

const clean = (problems: Parameters<typeof show>[0]) => expect(show(problems)).toBe('');

afterEach(() => speakBy(() => undefined));

describe('the Chinese of the interface', () => {
  test('has what the sources say, where it is loaded when it is said', () => {
    const wrong = texts.filter(({ key, path }) => {
      const there = builtOnly.test(path)
        ? parts
        : [live, ...filesFor(path).flatMap((file) => loaded[file] ?? [])];
      return !there.some((part) => has(part, key));
    });
    clean(
      wrong.map(({ key, path, line }) => {
        const where = builtOnly.test(path)
          ? 'src/i18n/zh-cn/pages.json'
          : (filesFor(path)[0]?.replace('../../', 'src/').replace('./', 'src/i18n/zh-cn/') ??
            'a file of src/i18n/zh-cn that chinese-live.ts loads');
        const elsewhere = parts.some((part) => has(part, key));
        const says = elsewhere
          ? 'has its Chinese where it is not loaded: move it to'
          : 'has no Chinese: add it to';
        return { path, line, says: `"${key}" ${says} ${where}.` };
      }),
    );
  });

  test('says the same of one text wherever it stands', () => {
    const all = [live, ...Object.values(loaded)];
    const spoken = chineseOf(all);
    const differing = all.flatMap(({ words }) =>
      Object.entries(words).filter(([english, said]) => spoken.words[english] !== said),
    );
    expect(differing).toEqual([]);
  });

  test('says nothing in a subject that every page knows', () => {
    const twice = Object.values(loaded).flatMap(({ words }) =>
      Object.keys(words).filter((english) => Object.hasOwn(live.words, english)),
    );
    expect(twice).toEqual([]);
  });

  test('has what one picture alone says beside that picture', () => {
    const sayers = new Map<string, Set<string | undefined>>();
    for (const { key, path } of texts) {
      if (builtOnly.test(path)) continue;
      for (const file of filesFor(path).slice(-2)) {
        const said = `${file} ${key}`;
        sayers.set(said, (sayers.get(said) ?? new Set()).add(pictureOf(path)));
      }
    }
    const wrong = Object.entries(loaded).flatMap(([file, { words }]) =>
      Object.keys(words).flatMap((key) => {
        const [picture, ...others] = sayers.get(`${file} ${key}`) ?? [];
        if (!picture || others.length > 0 || file.includes('/pictures/')) return [];
        const says = `"${key}" is said by one picture: move it to src/${picture}.zh-cn.json.`;
        return [{ path: file.replace('../../', 'src/'), line: 1, says }];
      }),
    );
    clean(wrong);
  });

  test('has nothing that no source says', () => {
    const said = new Set([...texts.map(({ key }) => key), ...scenarioWords]);
    expect(Object.keys(chinese.words).filter((key) => !said.has(key))).toEqual([]);
  });

  test('puts in whatever the English puts in', () => {
    const holes = (text: string): string[] => [...new Set(text.match(/\{\d\}/g))].sort();
    const all = Object.entries({ ...chinese.words, ...runtime });
    expect(all.filter(([english, words]) => `${holes(english)}` !== `${holes(words)}`)).toEqual([]);
  });

  test('is set as Chinese is: full-width marks beside Han, and quotation marks in pairs', () => {
    const wrong = Object.values({ ...chinese.words, ...runtime, ...scenarioTexts }).filter(
      (words) =>
        /\p{Script=Han}[,.;:?!()]|[,;?!(]\p{Script=Han}/u.test(words) ||
        words.split('“').length !== words.split('”').length,
    );
    expect(wrong).toEqual([]);
  });
});

/** Pages that are there in English only, and what stands on no other. */
const english = /^src\/(components\/coverage|pages\/coverage|pages\/404)/;

/** Words that stand in markup as every language writes them. */
const names = new Set([
  'DeltaFIFO',
  'Indexer',
  'Kubernetes',
  'Loopscope',
  'Reflector',
  'ReplicaSet',
  'apiVersion: apps/v1 kind: ReplicaSet …',
  'default/web',
  'kubectl',
  'ms',
]);

describe('the sources', () => {
  test('say nothing while a module is loaded', () => {
    clean(files.flatMap(textsTooEarly));
  });

  test('have no English in their markup that is not said through t', () => {
    const markup = files.filter(({ path }) => !path.endsWith('.ts') && !english.test(path));
    clean(markup.flatMap((file) => textsUnsaid(file, names)));
  });
});

test('what is retold in Chinese is what the runtime says, or what a worker says of its recording', () => {
  speakBy(() => chinese);
  const sources = filesUnder(['src/runtime', 'src/recording'], ['.ts'])
    .map(({ text }) => text.replace(/\$\{[^}]*\}|\{\d\}/g, '{}'))
    .join('\n');
  for (const english of Object.keys(runtime)) {
    expect(sources).toContain(english.replace(/\{\d\}/g, '{}'));
    expect(translated(english.replace(/\{\d\}/g, 'x'))).toMatch(/\p{Script=Han}/u);
  }
});
