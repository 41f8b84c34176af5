import type { Result } from '../../go/result.ts';
import type { ActOf } from '../../stage/acts.ts';
import type { Stage } from '../../stage/stage.ts';

/** What somebody does to a scheduler. */
export type SchedulerAct =
  /**
   * A scheduler is restarted with another profile: these plugins have other weights when they score, 0 for none, and
   * these filters are not asked. What its configuration says besides, stays.
   */
  {
    readonly kind: 'profile';
    readonly program: string;
    readonly profile: string;
    readonly weights: Readonly<Record<string, number>>;
    readonly without: readonly string[];
  };

/** Starts a scheduler again with another profile. */
export function changeProfileOf(act: ActOf<'profile'>, stage: Stage): Error | undefined {
  const { programs } = stage;
  const { program } = act;
  const unknown = stage.unknownProgram(program);
  if (unknown) return unknown;
  const [other, err] = programs.get(program)?.withProfile?.(act) ?? [];
  if (err) return err;
  if (!other) return new Error(`${program} has no profiles: choose a scheduler`);
  if (programs.isRunning(program)) programs.crash(program);
  programs.add({ ...other, name: program });
  programs.start(program);
  return undefined;
}

declare module '../../stage/acts.ts' {
  interface ActMap {
    readonly scheduler: SchedulerAct;
  }
}

declare module '../../stage/program.ts' {
  interface Program {
    /** Of a scheduler: the same with another profile, or why there can be none. */
    readonly withProfile?: (change: ActOf<'profile'>) => Result<Program>;
  }
}
