import { describe, expect, test } from 'vitest';
import { exercise } from '../../content/scheduler/binding/exercises/permit.ts';
import { type Attempt, swap, told, tryOut } from './tried.ts';

const early = 'No pod is bound before all of its group have a place';
const behind = 'All of a group that is complete are bound';
const late = 'They are bound as soon as the last has come';
const solo = 'A pod of no group is not held back';

const attempts: readonly Attempt[] = [
  ['lets no pod go', ({ start }) => start, [behind]],
  [
    'holds every pod back',
    ({ start }) => swap(start, 'if (group === undefined) return [undefined, 0];', ''),
    [solo, behind],
  ],
  ['lets every pod go', ({ solution }) => swap(solution, /if \(waiting.length.*\n/, ''), [early]],
  [
    'goes, and lets the others wait',
    ({ solution }) => swap(solution, 'for (const other of waiting) other.allow(name);', ''),
    [behind],
  ],
  [
    'counts itself among those that wait',
    ({ solution }) => swap(solution, 'waiting.length + 1', 'waiting.length'),
    [behind],
  ],
  [
    'lets the others go, and waits',
    ({ solution }) =>
      swap(
        solution,
        /allow\(name\);\n\s*return \[undefined, 0\];/,
        "allow(name);\n    return [newStatus('Wait'), patienceMs];",
      ),
    [behind],
  ],
  [
    'counts all that wait',
    ({ solution }) =>
      swap(
        solution,
        'const waiting = this.#waiting(group);',
        'const waiting: WaitingPod[] = [];\n    this.#handle.iterateOverWaitingPods((other) => waiting.push(other));',
      ),
    [early, late],
  ],
  [
    'rejects in place of waiting',
    ({ solution }) => swap(solution, "newStatus('Wait')", "newStatus('Unschedulable', 'not yet')"),
    [behind],
  ],
  ['lets all go when the last comes', ({ solution }) => solution, []],
];

describe('Together, or not at all', () => {
  test.each(attempts)('%s', async (_, write, names) => {
    const said = told(await tryOut(exercise, write));
    expect(said.map((one) => one.split(': ')[0])).toEqual(names);
  });
});
