import { describe, expect, test } from 'vitest';
import { scenarios as loops } from '../../../content/controllers/the-control-loop/scenario.ts';
import { scenarios as sets } from '../../../content/controllers/replicaset/scenario.ts';
import { experimentRows } from '../../../src/components/prose/experiment-rows.ts';
import { type Claim, makeExperiment } from '../../../src/components/prose/experiment.ts';
import { linked } from '../../../src/components/prose/moment-links.ts';
import { decodeMoment } from '../../../src/components/scope/link/share-link.ts';
import { recordOn } from '../../../src/recording/record.ts';
import { plane } from '../../../src/runtime/subjects/control-loop/planes/replicaset.ts';

const [loop] = loops;
if (!loop) throw new Error('the chapter of the control loop has no scenario');
const story = recordOn(plane, loop, { lines: false });
const program = 'kube-controller-manager';
const crash = { kind: 'crash', program } as const;

const made = (claim: Claim) => makeExperiment(story, loop, plane, claim);
const saidOf = (claim: Claim): string | undefined => made(claim)[1]?.message;

describe('an experiment', () => {
  test('links to its first act, in the run that follows, and shows what only that run has', () => {
    const [experiment, problem] = made({
      at: 'store.write create pods',
      acts: [crash, { at: 'store.write update pods object.status.phase=Running', kind: 'start', program }],
      shows: 'reflector.list kube-controller-manager/pods count=1',
    });
    expect(problem).toBeUndefined();
    expect(experiment?.told).toBe('304 ms: You crash kube-controller-manager');
    const [moment] = decodeMoment(experiment?.href ?? '');
    expect(moment?.acts.map(({ act }) => act.kind)).toEqual(['crash', 'start']);
    expect(experiment?.changed.entries[moment?.entry ?? 0]?.event).toMatchObject({
      kind: 'act',
      by: 'reader',
    });
    expect(experiment && experimentRows(experiment).slice(0, 3)).toEqual([
      {
        what: 'The reflector of kube-controller-manager lists 1 pod at revision 9',
        story: 'never',
        changed: 'at 716 ms',
        links: { changed: expect.stringMatching(/^#scope=/) },
      },
      { what: 'Pods made in all', story: '3', changed: '3' },
      { what: 'Pods in the end', story: '2', changed: '2' },
    ]);
  });

  test('has links into the run that follows, each to an event of it', () => {
    const claim = {
      at: 'store.write create pods',
      acts: [crash],
      never: 'store.write create pods #2',
    } as const;
    const [experiment] = made({ ...claim, look: 'There is [one `pod`](at:last store.write create pods).' });
    const { links, changed } = experiment!;
    const [moment] = decodeMoment(links.get('last store.write create pods')!.href);
    expect(moment?.acts.map(({ act }) => act.kind)).toEqual(['crash']);
    expect(changed.entries[moment!.entry]?.event).toMatchObject({ kind: 'store.write', verb: 'create' });
    expect(linked('There is [one `pod`](at:last store.write create pods).', links)).toMatch(
      /^There is <a href="#scope=[^"]+" title="304 ms: [^"]+">one <code>pod<\/code><\/a>\.$/,
    );
    expect(saidOf({ ...claim, look: 'See [it](at:store.write create pods #2).' })).toMatch(
      /^look="store.write create pods #2": no event matches/,
    );
  });

  test('links from the row of what it shows to that moment of its run', () => {
    const [experiment] = made({
      at: 'store.write create pods',
      acts: [crash],
      never: 'store.write create pods #2',
    });
    const [row] = experimentRows(experiment!);
    const [moment] = decodeMoment(row?.links?.story ?? '');
    expect(row?.links?.changed).toBeUndefined();
    expect(moment?.acts).toEqual([]);
    expect(experiment?.story.entries[moment!.entry]).toMatchObject({
      at: 308,
      event: { kind: 'store.write' },
    });
  });

  test('shows what never happens in it', () => {
    const never = 'store.write create pods #2';
    const [experiment, problem] = made({ at: 'store.write create pods', acts: [crash], never });
    expect(problem).toBeUndefined();
    expect(experiment && experimentRows(experiment)[0]).toMatchObject({
      story: 'at 308 ms',
      changed: 'never',
    });
  });

  test('may be another scenario, and links to its moment there', () => {
    const [slow, without] = ['slow-cache', 'no-expectations'].map((variant) =>
      sets.find(({ id }) => id === `controllers/replicaset#${variant}`)!,
    );
    const [experiment, problem] = makeExperiment(
      recordOn(plane, slow!, { lines: false }),
      slow!,
      plane,
      { at: 'store.write delete pods', shows: 'store.write create pods #4' },
      recordOn(plane, without!, { lines: false }),
    );
    expect(problem).toBeUndefined();
    const [moment] = decodeMoment(experiment?.href ?? '');
    expect([moment?.scenario, moment?.acts]).toEqual(['controllers/replicaset#no-expectations', []]);
    expect(experiment && experimentRows(experiment)).toContainEqual({
      what: 'Pods made in all',
      story: '3',
      changed: '14',
    });
  });
});

describe('what is not so is told to the writer', () => {
  const at = 'store.write create pods';

  test('an act at an event that never happens', () => {
    expect(saidOf({ at: '#9 act', acts: [crash], shows: 'program.crash' })).toMatch(
      /^at="#9 act": no event matches "#9 act": expected at least 9, found 4; the nearest that happened are below/,
    );
    expect(
      saidOf({
        at,
        acts: [crash, { at: 'program.crash #2', kind: 'start', program }],
        shows: 'program.crash',
      }),
    ).toMatch(
      /^at of act 2="program.crash #2": no event matches "program.crash #2": expected at least 2, found 1;/,
    );
  });

  test('nothing done, or nothing claimed', () => {
    expect(saidOf({ at, shows: 'program.crash' })).toBe(
      'expected what to do in `acts`, found nothing; write at least one, such as { kind: "crash", … }',
    );
    expect(saidOf({ at, acts: [crash] })).toBe(
      'expected what it shows, found neither `shows` nor `never`; write shows="…", an event that only the changed run has, ' +
        'or never="…", one that only the story has',
    );
  });

  test('an act that is none, or that lacks a field', () => {
    expect(saidOf({ at, acts: [{ kind: 'crush' } as never], shows: 'program.crash' })).toBe(
      'expected the kind of act 1 to be one that is known, perhaps "crash", found "crush"',
    );
    expect(saidOf({ at, acts: [{ kind: 'crash' } as never], shows: 'program.crash' })).toBe(
      'expected program of act 1, crash, to be a text, found nothing',
    );
  });

  test('an act that the cluster refuses', () => {
    expect(saidOf({ at, acts: [{ kind: 'crash', program: 'scheduler' }], shows: 'program.crash' })).toMatch(
      /^expected an act that can be done there, found: You crash scheduler, which fails: expected the name of a program/,
    );
  });

  test('a claim that does not come true, or that the story has as well', () => {
    const acts = [{ kind: 'conflict', resource: 'replicasets', times: 10 }] as const;
    expect(saidOf({ at: '#3 act', acts, shows: 'workqueue.addAfter failures=9' })).toMatch(
      /^shows="workqueue.addAfter failures=9": no event matches "workqueue.addAfter failures=9": expected at least 1, found none; /,
    );
    expect(saidOf({ at: '#3 act', acts, shows: 'workqueue.addAfter failures=3' })).toMatch(
      /^shows="workqueue.addAfter failures=3" happens in the story as well, at \d+ ms: .*; name an event that tells the two runs apart$/,
    );
    expect(saidOf({ at: '#3 act', acts, never: 'workqueue.addAfter failures=3' })).toMatch(
      /^never="workqueue.addAfter failures=3" happens in the changed run as well, at \d+ ms: /,
    );
  });
});
