import { describe, expect, test } from 'vitest';
import { parseContent, readContent } from '../../../src/chapters/content.ts';
import { lengths, sessionOf, timesOf } from '../../../src/components/groups/session.ts';
import { root } from '../../tidy/files.ts';

describe('the stretches of a session', () => {
  test.each(lengths)('of %d minutes follow one another, and fill it', (length) => {
    const times = timesOf(length);
    expect(times[0]?.from).toBe(0);
    expect(times.at(-1)?.to).toBe(length);
    times.forEach(({ from, to, alone, together }, i) => {
      expect(to - from).toBe(alone + together);
      expect(from).toBe(times[i - 1]?.to ?? 0);
    });
  });

  test('are the same in each', () => {
    const [short, long] = lengths.map((length) => timesOf(length).map(({ id }) => id));
    expect(short).toEqual(long);
    expect(short).toEqual(['glance', 'predict', 'lines', 'break', 'discuss', 'say', 'reflect']);
  });
});

describe('a session', () => {
  test('is made of what its chapter asks', () => {
    const session = sessionOf(
      parseContent(
        'content/a/b/index.mdx',
        `---
kind: chapter
---

<Prediction question="How many pods?" answers={[{ says: 'Two.', why: 'a' }, { says: 'One.', why: 'b', right: true }]}>
</Prediction>

<Snippet file="src/runtime/a.ts" symbol="sync" />

<Experiment id="crash" title="Crash it" expect="What then?" />

<StudyGroup minutes={5} starts={[{ at: 'first act', label: 'the first act' }]} questions={[{ asks: 'Why?', answer: 'So.' }]} />
`,
      ),
    );
    expect(session).toEqual({
      predictions: [
        {
          question: 'How many pods?',
          answers: ['Two.', 'One.'],
          right: 1,
          fragment: 'prediction-how-many-pods',
        },
      ],
      code: [{ file: 'src/runtime/a.ts', symbol: 'sync' }],
      experiments: [{ title: 'Crash it', expect: 'What then?', fragment: 'experiment-crash' }],
      starts: [{ at: 'first act', label: 'the first act' }],
      questions: [{ asks: 'Why?', answer: 'So.' }],
    });
  });

  test('of each chapter has something for every stretch', () => {
    for (const file of readContent(root)) {
      if (file.frontmatter.kind !== 'chapter') continue;
      const { predictions, experiments, code, starts, questions } = sessionOf(file);
      expect(
        [predictions, experiments, code, starts, questions].map((all) => all.length > 0),
        file.path,
      ).toEqual([true, true, expect.any(Boolean), true, true]);
      for (const { right } of predictions) expect(right, file.path).toBeGreaterThanOrEqual(0);
    }
  });
});
