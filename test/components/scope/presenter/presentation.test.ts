import { describe, expect, test } from 'vitest';
import { PageStory } from '../../../../src/components/scope/desk/story.ts';
import { Player } from '../../../../src/components/scope/player/player.ts';
import { Presentation } from '../../../../src/components/scope/presenter/presentation.ts';
import { indexOf, runOf } from '../sample-recording.ts';

const run = runOf();
const entries = ['first act', 'workqueue.get default/web', 'first api.request create pods'].map((selector) =>
  indexOf(run, selector),
);

/** A text with three moments, and questions behind so many of them; the machine stands `at` one of them. */
function present(questions: readonly number[], at = 0) {
  const player = new Player(run, { start: entries[at] });
  const { scenario, seed } = run;
  const moments = entries.map((entry, i) => ({ scenario, seed, entry, isStep: true, words: `told ${i}` }));
  const story = new PageStory(player, moments, {
    bring: () => Promise.resolve(),
    still: () => true,
    later: () => () => undefined,
  });
  const presentation = new Presentation(
    story,
    questions.map((before) => ({ before })),
  );
  const shown = (): string => {
    const { question, revealed } = presentation;
    if (question.value === undefined) return `told ${story.lit.value}`;
    return `${revealed.value ? 'answer' : 'question'} ${question.value} at ${story.lit.value}`;
  };
  const walk = (step: () => boolean): string[] => {
    const seen = [shown()];
    while (step()) seen.push(shown());
    return seen;
  };
  return { player, story, presentation, shown, walk };
}

describe('the way through a page', () => {
  test('asks what stands between two passages before the second, and tells the answer when it is asked for', () => {
    const { presentation, walk } = present([1, 2, 2]);
    expect(walk(() => presentation.on())).toEqual([
      'told 0',
      'question 0 at 0',
      'answer 0 at 0',
      'told 1',
      'question 1 at 1',
      'answer 1 at 1',
      'question 2 at 1',
      'answer 2 at 1',
      'told 2',
    ]);
    expect(walk(() => presentation.back())).toEqual([
      'told 2',
      'answer 2 at 1',
      'answer 1 at 1',
      'told 1',
      'answer 0 at 0',
      'told 0',
    ]);
  });

  test('asks what stands behind the last passage, and ends there', () => {
    const { presentation, walk } = present([3], 2);
    expect(walk(() => presentation.on())).toEqual(['told 2', 'question 0 at 2', 'answer 0 at 2']);
    expect(presentation.on()).toBe(false);
  });

  test('goes back from a question that nobody answered, which is asked again', () => {
    const { presentation, shown } = present([1]);
    presentation.on();
    presentation.back();
    expect(shown()).toBe('told 0');
    presentation.on();
    expect(shown()).toBe('question 0 at 0');
  });

  test('begins again at the first passage', () => {
    const { presentation, shown } = present([3], 2);
    presentation.on();
    presentation.first();
    expect(shown()).toBe('told 0');
  });

  test('shows no answer of what is not asked', () => {
    const { presentation, shown } = present([1]);
    presentation.reveal();
    presentation.on();
    expect(shown()).toBe('question 0 at 0');
  });

  test('leaves a question when something else moves the machine', () => {
    const { player, presentation, shown } = present([1]);
    presentation.on();
    player.seek(entries[2]!);
    expect(shown()).toBe('told 2');
  });
});

test('what comes next is known before: a passage, and the next question, however far', () => {
  const { presentation } = present([2]);
  expect(presentation.next.value).toEqual({ passage: 1, question: 0 });
  presentation.on();
  presentation.on();
  expect(presentation.question.value).toBe(0);
  expect(presentation.next.value).toEqual({ passage: 2, question: undefined });
  presentation.reveal();
  presentation.on();
  expect(presentation.next.value).toEqual({ passage: undefined, question: undefined });
});

describe('hands', () => {
  test('are counted for each answer of the question that is asked, and stay with it', () => {
    const { presentation } = present([1, 1]);
    presentation.count(0, 5);
    expect(presentation.hands.value).toBeUndefined();
    presentation.on();
    presentation.count(1, 12);
    presentation.count(0, 3);
    expect(presentation.hands.value).toEqual([3, 12]);
    presentation.on();
    presentation.on();
    expect(presentation.question.value).toBe(1);
    expect(presentation.hands.value).toBeUndefined();
    presentation.count(2, 1);
    expect(presentation.hands.value).toEqual([0, 0, 1]);
    presentation.back();
    expect(presentation.hands.value).toEqual([3, 12]);
  });

  test('are whole numbers that a room may have', () => {
    const { presentation } = present([1]);
    presentation.on();
    for (const [counted, hands] of [
      [-1, 0],
      [2.7, 2],
      [Number.NaN, 0],
      [12_345, 999],
    ] as const) {
      presentation.count(0, counted);
      expect(presentation.hands.value).toEqual([hands]);
    }
  });
});
