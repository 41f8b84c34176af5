import { describe, expect, test } from 'vitest';
import type { Desk } from '../../../../src/components/scope/desk/desk.ts';
import { encodeMoment } from '../../../../src/components/scope/link/share-link.ts';
import { followPresenter, momentShown } from '../../../../src/components/scope/presenter/follow-presenter.ts';
import type { Wire } from '../../../../src/components/scope/presenter/channel.ts';
import { loadAllWords } from '../../../../src/recording/subjects.ts';

await loadAllWords();

const limits = { passages: 3, questions: 1 };
const told = { scenario: 'controllers/the-control-loop', seed: 1, entry: 40 };
const link = (more: object = {}): string => encodeMoment({ ...told, acts: [], ...more });
const acts = [{ step: 4, act: { kind: 'scale', namespace: 'default', name: 'web', replicas: 4 } }] as const;

describe('the moment of a message', () => {
  test('is read as that of any link, with what was done in the run', () => {
    const shown = { moment: link({ acts }), passage: -1, revealed: false };
    expect(momentShown(shown, limits)).toEqual([{ ...told, acts }, undefined]);
  });

  test.each<[string, object, RegExp]>([
    ['of a page with fewer passages', { passage: 3 }, /one of 3 passages, found 4/],
    ['of a page with fewer questions', { question: 1 }, /one of 1 questions, found 2/],
    ['that is cut off', { moment: link().slice(0, -4) }, /expected a whole link/],
    ['that is no link', { moment: 'javascript:alert(1)' }, /expected a moment, found "javascript/],
    [
      'with an act that is none',
      { moment: link({ acts: [{ step: 1, act: { kind: 'eval' } }] }) },
      /the kind of act 1/,
    ],
    ['with code', { moment: link({ packed: 'abc' }) }, /expected no edited code/],
  ])('%s is refused, with what was expected', (_what, more, says) => {
    const [moment, problem] = momentShown({ moment: link(), passage: 0, revealed: false, ...more }, limits);
    expect(moment).toBeUndefined();
    expect(problem?.message).toMatch(says);
  });
});

describe('a page that follows', () => {
  /** A page that tells of one moment. What is done in it is noted. */
  function follow(brings = true) {
    const done: string[] = [];
    const problems: (string | undefined)[] = [];
    let hear: (message: unknown) => void = () => undefined;
    const wire: Wire = {
      post: () => undefined,
      listen: (ear) => {
        hear = ear;
        return () => undefined;
      },
    };
    const moments = [{ ...told, isStep: true, words: '' }];
    const story = {
      moments,
      goal: { peek: () => moments[0] },
      show: (at: number) => Promise.resolve(void done.push(`told ${at}`)),
      leave: () => undefined,
    };
    const bring = ({ entry, acts }: { entry: number; acts: readonly unknown[] }) => {
      done.push(`entry ${entry} with ${acts.length}`);
      return Promise.resolve(brings);
    };
    const desk = { story, bring } as unknown as Desk;
    const show = ({ passage, question }: { passage: number; question?: number | undefined }) =>
      void done.push(`stage ${passage} ${question}`);
    const tell = (problem: string | undefined) => void problems.push(problem);
    followPresenter({ desk, wire, page: '/', name: 'one', questions: 1, show, tell });
    const send = async (shown: object) => {
      hear({ loopscope: 1, page: '/', kind: 'moment', n: 1, passage: 0, revealed: false, ...shown });
      await new Promise((resolve) => setTimeout(resolve));
    };
    return { done, problems, send };
  }

  test('goes to what is told as a step through the text does, and to anything else at once', async () => {
    const { done, problems, send } = follow();
    await send({ moment: link() });
    await send({ moment: link(), question: 0 });
    await send({ moment: link({ entry: 44 }) });
    await send({ moment: link({ acts }), passage: -1 });
    expect(done).toEqual([
      'stage 0 undefined',
      'told 0',
      'stage 0 0',
      'told 0',
      'stage 0 undefined',
      'entry 44 with 0',
      'stage -1 undefined',
      'entry 40 with 1',
    ]);
    expect(problems).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('stays where it is when something bad comes in, and says so until something good does', async () => {
    const { done, problems, send } = follow();
    await send({ moment: '#scope=!' });
    expect(done).toEqual([]);
    await send({ moment: link() });
    expect(problems).toEqual([expect.stringMatching(/only letters, digits/), undefined]);
  });

  test('says when it has no such moment', async () => {
    const { problems, send } = follow(false);
    await send({ moment: link({ entry: 9999 }) });
    expect(problems).toEqual([expect.stringMatching(/Reload both windows/)]);
  });
});
