import type { ActOf, Acts } from './acts.ts';
import type { Programs } from './programs.ts';
import type { Stage } from './stage.ts';

/** Does something to a program that runs. */
function toRunning(
  { program }: { readonly program: string },
  stage: Stage,
  carryOut: (programs: Programs) => void,
): Error | undefined {
  const unknown = stage.unknownProgram(program);
  if (unknown) return unknown;
  if (!stage.programs.isRunning(program)) return new Error(`${program} is not running: start it first`);
  carryOut(stage.programs);
  return undefined;
}

/** What can be done to any program as a whole. */
export const programActs: Acts = {
  crash: (act, stage) => toRunning(act, stage, (programs) => programs.crash(act.program)),
  terminate: (act, stage) => toRunning(act, stage, (programs) => programs.signal(act.program, 'SIGTERM')),
  'send-usr2': (act, stage) => toRunning(act, stage, (programs) => programs.signal(act.program, 'SIGUSR2')),
  pause: (act, stage) => toRunning(act, stage, (programs) => programs.pause(act.program, act.forMs)),
  start({ program, args }, stage) {
    const unknown = stage.unknownProgram(program);
    if (unknown) return unknown;
    if (stage.programs.isRunning(program)) return new Error(`${program} is running already: crash it first`);
    stage.programs.start(program, args);
    return undefined;
  },
  'skew-clock': (act, stage) => stage.unknownProgram(act.program) ?? skewClock(act, stage),
  request: (act, stage) => stage.unknownProgram(act.program) ?? stage.programs.request(act.program, act),
};

function skewClock({ program, percent, aheadMs }: ActOf<'skew-clock'>, stage: Stage): Error | undefined {
  if (percent < 1) return new Error(`expected a clock that goes on, at 1 percent or more, found ${percent}`);
  const clock = stage.programs.clockOf(program);
  clock.rate = percent / 100;
  clock.offsetMs = aheadMs;
  const right = percent === 100 && aheadMs === 0;
  const text = `the clock of ${program} counts ${percent} ms in 100 and is ${aheadMs} ms ahead`;
  stage.showFault(`clock ${program}`, right ? undefined : text);
  return undefined;
}
