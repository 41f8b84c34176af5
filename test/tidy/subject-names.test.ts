import { describe, expect, test } from 'vitest';
import { show } from '../../src/sources/problem.ts';
import { filesUnder } from './files.ts';
import { arrowsOf } from './graph.ts';
import { namedOutside, namesOfSubjects } from './subject-names.ts';

const endings = ['.ts', '.tsx', '.mjs', '.astro'];
const files = filesUnder(['src', 'playground', 'scripts', 'astro.config.mjs', 'sidebar.ts'], endings);
/** A subject may build on others, which its planes name; a story says what happens; and the kinds of a mirror are those of Kubernetes. */
const mayName = /^(src\/(runtime\/)?subjects|src\/runtime\/kubernetes|playground\/scenarios)\//;
const outside = files.filter(({ path }) => !mayName.test(path));
const subjects = namesOfSubjects(files.filter(({ path }) => !path.endsWith('.astro')));

/** What may name a subject all the same, and why. */
const allowed: Readonly<Record<string, string>> = {
  'src/recording/planes.ts':
    'some plane has to be that of the scenarios that name none, and this is where it is said',
  'src/components/scope/player/branches.ts':
    'what two runs end with is told of stored objects, whose names the API server has made up; runs without one never come there',
  'src/recording/why.ts': 'a start is made of its own steps and of what it asks the API server in between',
};

describe('what a subject declares', () => {
  test('is read from its files', () => {
    const of = (name: string) => subjects.find(({ subject }) => subject === name);
    expect(of('api')?.kinds).toContain('store.write');
    expect(of('api')?.kinds).toContain('cut-watch');
    expect(of('control-loop')?.slices).toContain('queues');
    expect(of('nodes')?.panes).toContain('nodes');
    expect(of('scheduler')?.views).toContain('scheduler/zones');
    expect(of('scheduler')?.views).toContain('scheduler/scheduler-command');
    expect(of('stage')).toBeUndefined();
  });

  test('is named by no file outside of subjects', () => {
    const wrong = namedOutside(
      outside.filter(({ path }) => !path.endsWith('.astro')),
      subjects,
    );
    expect(show(wrong.filter(({ path }) => !(path in allowed)))).toBe('');
    expect(Object.keys(allowed).filter((path) => !wrong.some((one) => one.path === path))).toEqual([]);
  });

  test('is found wherever it is named', () => {
    const text = `
const picture = 'scheduler/zones';
const written = entries.filter(({ event }) => event.kind === 'store.write');
const act = { kind: 'scale', replicas: 1 };
switch (act.kind) { case 'apply': stop(); }
player.openPane.value = 'indexer';
const size = world.queues.size;
const verb = 'delete';
const parts = { kind: 'table', queues: 1 };
`;
    const found = namedOutside([{ path: 'src/sample.ts', text }], subjects);
    expect(found.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
  });
});

test('no component and nothing below it imports from a subject', () => {
  const reaching = arrowsOf(files).filter(
    ({ from, to }) =>
      /^src\/(runtime\/)?subjects\//.test(to) &&
      /^(src|scripts|sidebar|astro)/.test(from) &&
      !mayName.test(from),
  );
  const says = (to: string) => `imports ${to}: find it by its place, or take it from the run.`;
  expect(show(reaching.map(({ from, to, line }) => ({ path: from, line, says: says(to) })))).toBe('');
});
