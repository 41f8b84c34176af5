import type { User } from './scenario.ts';
import type { Stage } from './stage.ts';

/** Who acts on a stage that has started. */
export function userOf(stage: Stage): User {
  const { sim, plane } = stage;
  const user: Partial<User> = {
    act: (act) => stage.act(act),
    sleep: (ms) => sim.sleep(ms),
    *settle(quietMs = 1500) {
      const state = (): string => stage.parts.map((part) => String(part.state?.())).join();
      for (let before = ''; before !== state();) {
        before = state();
        yield* sim.sleep(quietMs);
      }
    },
  };
  return Object.assign(user, ...plane.subjects.map((subject) => subject.userOf?.(stage))) as User;
}
