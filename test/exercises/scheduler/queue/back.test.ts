import { exercise } from '../../../../content/scheduler/queue/exercises/back.ts';
import { refuses, swap } from '../../tried.ts';

const compared = 'this.#moveRequestCycle >= podSchedulingCycle';
const stamps = 'pInfo.timestamp = this.#clock.stamp();';

refuses(exercise, [
  {
    name: 'every pod put aside',
    write: ({ start }) => start,
    says: /`web` comes to its node only at 7,505 ms\. `node-b` joined while it was being tried, in the cycle that `addUnschedulableIfNotPresent` gets[^]*At 10,005 ms `etl` is tried again, 2500 ms after attempt 3 failed\. Its back-off is 4000 ms, and it counts from `pInfo\.timestamp`/,
  },
  {
    name: 'cycles that are not compared',
    write: ({ solution }) => swap(solution, compared, 'podSchedulingCycle < 0'),
    says: /`web` comes to its node only at 7,505 ms\. `node-b` joined while it was being tried, in the cycle that `addUnschedulableIfNotPresent` gets/,
  },
  {
    name: 'what came in this very cycle missed',
    write: ({ solution }) => swap(solution, compared, compared.replace('>=', '>')),
    says: /`web` comes to its node only at 7,505 ms\. `node-b` joined while it was being tried, in the cycle that `addUnschedulableIfNotPresent` gets/,
  },
  {
    name: 'cycles compared the wrong way round',
    write: ({ solution }) => swap(solution, compared, compared.replace('>=', '<')),
    says: /`web` comes to its node only at 7,505 ms\. `node-b` joined while it was being tried, in the cycle that `addUnschedulableIfNotPresent` gets[^]*`etl` is tried again, and nothing has happened since attempt \d began\. A pod that missed nothing belongs in `unschedulableQ`/,
  },
  {
    name: 'a back-off that counts from the failure before',
    write: ({ solution }) => swap(solution, stamps, ''),
    says: /At 10,005 ms `etl` is tried again, 2500 ms after attempt 3 failed\. Its back-off is 4000 ms, and it counts from `pInfo\.timestamp`/,
  },
  {
    name: 'a back-off that counts for those alone that missed something',
    write: ({ solution }) =>
      swap(
        swap(solution, stamps, ''),
        'this.podBackoffQ.add(pInfo);',
        `${stamps}\n      this.podBackoffQ.add(pInfo);`,
      ),
    says: /At 10,005 ms `etl` is tried again, 2500 ms after attempt 3 failed\. Its back-off is 4000 ms, and it counts from `pInfo\.timestamp`/,
  },
  {
    name: 'a pod that missed something tried at once',
    write: ({ solution }) => swap(solution, 'this.podBackoffQ.add(pInfo);', 'this.activeQ.add(pInfo);'),
    says: /At 2,014 ms `web` is tried again, 12 ms after attempt 1 failed\. Its back-off is 1000 ms/,
  },
  {
    name: 'every failed pod in the back-off queue, to be safe',
    write: ({ solution }) => swap(solution, compared, 'true'),
    says: /`etl` is tried again, and nothing has happened since attempt \d began\. A pod that missed nothing belongs in `unschedulableQ`/,
  },
  {
    name: "the platform's clock",
    write: ({ solution }) => swap(solution, 'this.#clock.stamp()', 'Date.now()'),
    says: /In the end `web` waits in the back-off queue, and its back-off never ends in this run\. `pInfo\.timestamp` has to be a moment of the run/,
  },
  {
    name: 'a clock that is not asked',
    write: ({ solution }) => swap(solution, 'this.#clock.stamp()', 'this.#clock'),
    says: /`podInfo\.timestamp` is `an object`, which is no number: what is computed from it is NaN/,
  },
  {
    name: 'the name that Go has for it',
    write: ({ solution }) => swap(solution, 'this.podBackoffQ.add', 'this.podBackoffQ.Add'),
    says: /`Add` is not a method of `this\.podBackoffQ`\. Did you mean `add`\?/,
  },
]);
