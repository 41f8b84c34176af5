import type { Blocking } from '../sim/process.ts';
import type { ReadyOrder } from '../sim/sim.ts';
import type { Act } from './acts.ts';
import type { SettingsNumber } from './numbers.ts';
import type { Settings } from './settings.ts';

/** The one who acts in a scenario: what `kubectl` and a hand on the plug would do. Subjects add what theirs lets one see. */
export interface User {
  /** Does something now. Its error is recorded with the act, and given back. */
  act(act: Act): Error | undefined;
  sleep(ms: number): Blocking<void>;
  /** Waits until nothing was written for `quietMs`. */
  settle(quietMs?: number): Blocking<void>;
}

/** A story that a chapter or the playground plays. The same scenario, seed and acts give the same run. */
export interface Scenario {
  /** `<part>/<chapter>` or `playground/<name>`, with `#<variant>` where a chapter has several. */
  readonly id: string;
  readonly title: string;
  /** One sentence: what happens and what to watch. */
  readonly summary: string;
  readonly seed: number;
  /** Which ready process goes next. In turn if left out: what a chapter tells should be no accident of order. */
  readonly order?: ReadyOrder;
  readonly settings?: Partial<Settings>;
  /** What the cluster consists of: `<subject>/<name>` of a file in `src/runtime/subjects/<subject>/planes`; `control-loop/replicaset` if left out. */
  readonly plane?: string;
  /** The picture that is shown, `<subject>/<name>` of a file in `src/subjects/<subject>/pictures`; that of its plane's subject if left out. */
  readonly view?: string;
  /** What a reader is offered to do, by the ids in `components/scope/acts`; what fits a ReplicaSet if left out. */
  readonly offers?: readonly string[];
  /** The numbers that a reader may change. The story is told again with them, from its beginning. */
  readonly numbers?: readonly SettingsNumber[];
  /** Files of `src/runtime` whose lines are recorded, such as `kubernetes/pkg/controller/replicaset/replica_set.ts`. */
  readonly shows: readonly string[];
  /** Virtual ms after which the run ends. */
  readonly endsAtMs: number;
  story(user: User): Blocking<void>;
}
