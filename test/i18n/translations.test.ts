import { afterEach, describe, expect, test } from 'vitest';
import { speakBy, translated } from '../../src/i18n/t.ts';
import { chinese } from '../../src/i18n/zh-cn/all.ts';
import { chinese as usualWords } from '../../src/i18n/zh-cn/chinese-live.ts';
import { withPlanes } from '../../src/i18n/zh-cn/chinese-planes.ts';
import { withScheduler } from '../../src/i18n/zh-cn/chinese-scheduler.ts';
import usual from '../../src/i18n/zh-cn/runtime.json' with { type: 'json' };
import ofPlanes from '../../src/i18n/zh-cn/planes-runtime.json' with { type: 'json' };
import scenarioTexts from '../../src/i18n/zh-cn/scenarios.json' with { type: 'json' };
import { show } from '../../src/sources/problem.ts';
import { filesUnder } from '../tidy/files.ts';
import { dataTexts, scenarioWords } from './data-texts.ts';
import { textsOf, textsTooEarly, textsUnsaid } from './texts.ts';

const files = filesUnder(['src', 'playground'], ['.ts', '.tsx', '.astro']).filter(
  ({ path }) => !path.startsWith('src/runtime/') && !path.startsWith('src/i18n/'),
);
const texts = [...files.flatMap(textsOf), ...dataTexts];
const live = withPlanes(withScheduler(usualWords));
const runtime = { ...usual, ...ofPlanes };
/** What is in no script that a page loads. */
const builtOnly = /\.astro$|^(sidebar|src\/chapters\/parts)\.ts$|^src\/components\/(map|runs|prose)\//;

const clean = (problems: Parameters<typeof show>[0]) => expect(show(problems)).toBe('');

afterEach(() => speakBy(() => undefined));

describe('the Chinese of the interface', () => {
  test('has every text that the sources say', () => {
    const missing = texts.filter(
      ({ key }) => chinese.words[key] === undefined && !Object.hasOwn(ofPlanes, key),
    );
    clean(
      missing.map(({ key, path, line }) => {
        const where = path.endsWith('.astro') ? 'pages.json' : 'the file of its part';
        return { path, line, says: `"${key}" has no Chinese: add it to src/i18n/zh-cn, to ${where}.` };
      }),
    );
  });

  test('has what scripts say where scripts can load it', () => {
    const said = texts.filter(({ path }) => !builtOnly.test(path));
    clean(
      said
        .filter(({ key }) => chinese.words[key] !== undefined && live.words[key] === undefined)
        .map(({ key, path, line }) => ({
          path,
          line,
          says: `"${key}" has its Chinese in pages.json, which no script loads: move it to the file of its part.`,
        })),
    );
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

test('what is retold in Chinese is what the runtime says', () => {
  speakBy(() => chinese);
  const sources = filesUnder(['src/runtime'], ['.ts'])
    .map(({ text }) => text.replace(/\$\{[^}]*\}|\{\d\}/g, '{}'))
    .join('\n');
  for (const english of Object.keys(runtime)) {
    expect(sources).toContain(english.replace(/\{\d\}/g, '{}'));
    expect(translated(english.replace(/\{\d\}/g, 'x'))).toMatch(/\p{Script=Han}/u);
  }
});
