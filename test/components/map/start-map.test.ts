import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/project.ts';
import { type Box, countBoxes, entryOf, mapScenario, stationsOf } from '../../../src/components/map/boxes.ts';
import { says } from '../../../src/components/map/says.ts';
import { mapFiles, mapOf, recordMap, sayingsOf } from '../../../src/components/map/start-map.ts';
import { callsOf } from '../../../src/recording/calls.ts';
import { record } from '../../../src/recording/record.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { scenarios } from '../../../content/controller-manager/controller-context/scenario.ts';
import { pinOf } from '../../../src/sources/pins.ts';

let run: Recording;
/** The run as the site plays it, with the lines of fewer files: here of none. */
let played: Recording;
let boxes: readonly Box[];

beforeAll(async () => {
  run = await recordMap(root);
  boxes = mapOf(run);
  const scenario = scenarios.find(({ id }) => id === mapScenario);
  if (!scenario) throw new Error(`expected the scenario ${mapScenario}`);
  played = await record(scenario);
}, 120_000);

const all = (some: readonly Box[] = boxes): Box[] => some.flatMap((box) => [box, ...all(box.boxes)]);
const steps = ({ entries }: Recording) => entries.filter(({ event }) => event.kind !== 'line');
/** The entry of the line at which a box begins. */
const lineOf = ({ file, line, name, after }: Box) => {
  let count = 0;
  return run.entries.find(({ event }) => {
    if (event.kind !== 'line') count++;
    return (
      event.kind === 'line' &&
      count === after &&
      event.file === file &&
      event.line === line &&
      event.function === name
    );
  });
};
const find = (name: string, some: readonly Box[] = boxes): Box => {
  const found = all(some).find((box) => box.name === name);
  if (!found)
    throw new Error(
      `expected a box ${name}, found ${all(some)
        .map((box) => box.name)
        .join(', ')}`,
    );
  return found;
};

describe('the map of the start', () => {
  test('CTX-14: is of the run that the site plays, from main to the informers', () => {
    expect(steps(run).map(({ event }) => event)).toEqual(steps(played).map(({ event }) => event));
    expect(boxes.map(({ name }) => name)).toEqual(['main']);
    expect(stationsOf(boxes).map(({ name }) => name)).toEqual([
      'main',
      'newControllerManagerCommand',
      'executeC',
      'execute',
      'run',
      'config',
      'run',
      'runOrDie',
      'run',
      'acquire',
      'runControllers',
      'createControllerContext',
      'startControllers',
      'renew',
    ]);
    expect(find('runControllers').boxes.at(-1)?.name).toBe('start');
  });

  test('CTX-14: each box is a call that the run made, below the call that made it', () => {
    const check = (box: Box, above?: Box): void => {
      const began = lineOf(box);
      expect(began, box.name).toBeDefined();
      const caller = above && lineOf(above);
      if (caller && began) {
        expect(above.after, box.name).toBeLessThanOrEqual(box.after);
        expect(caller.process === began.process, box.name).toBe(!box.goroutine);
      }
      for (const below of box.boxes) check(below, box);
    };
    boxes.forEach((box) => check(box));
    expect(countBoxes(boxes)).toBeGreaterThan(100);
  });

  test('CTX-14: the context is gathered in the order of its source', () => {
    expect(find('createControllerContext').boxes.map(({ name }) => name)).toEqual([
      'resyncPeriod',
      'a function of resyncPeriod',
      'newSharedInformerFactory',
      'waitForAPIServer',
      'getAvailableResources',
      'createCloudProvider',
      'newInformerFactory',
    ]);
  });

  test('CTX-14: there is a box for each controller that was started, and it says which did not run', () => {
    const startup = (phase: string): number =>
      steps(run).filter(({ event }) => event.kind === 'startup' && event.phase === phase).length;
    const starts = find('startControllers').boxes.filter(({ name }) => name !== 'isEnabled');
    expect(starts.length).toBe(startup('starting'));
    expect(starts.filter(({ fate }) => fate === 'skipped').length).toBe(startup('skipped'));
    expect(find('startDeploymentController').fate).toBe('idle');
    expect(find('startReplicaSetController').fate).toBeUndefined();
  });

  test('each box leads to a step of the run, made by the process that it is of', () => {
    for (const box of all()) {
      const { index, process } = played.entries[entryOf(played, box)]!;
      expect(index, box.name).toBeGreaterThanOrEqual(box.after - 1);
      if (index >= box.after) expect(process, box.name).toBe(lineOf(box)?.process);
    }
    const context = played.entries[entryOf(played, find('waitForAPIServer'))]!;
    expect(context.event).toMatchObject({ kind: 'api.request', resource: '/healthz' });
  });

  test('where its lines are recorded, a box leads to its first line', () => {
    for (const box of all()) expect(run.entries[entryOf(run, box)]).toBe(lineOf(box));
  });

  test('each box says what it does and where upstream has it, and nothing is said of what is not there', () => {
    for (const box of all()) {
      expect(box.says, box.name).toMatch(/^\S.*\.$/);
      expect(pinOf(box.mirrors)[1]).toBeUndefined();
    }
    const told = new Set(all().flatMap(({ file, name, mirrors }) => sayingsOf(file, name, mirrors)));
    expect(Object.keys(says).filter((key) => !told.has(key))).toEqual([]);
  });

  test('each file of the map takes part in it', () => {
    const called = new Set<string>();
    const visit = (calls: ReturnType<typeof callsOf>): void =>
      calls.forEach((call) => {
        called.add(call.file);
        visit(call.calls);
      });
    visit(callsOf(run));
    expect(mapFiles.filter((file) => !called.has(file))).toEqual([]);
  });
});
