/**
 * An error as Go has it, without a stack: to take one down takes longer than all else where an error is a usual answer.
 */
export function newError(message: string): Error {
  const engine = Error as { stackTraceLimit?: number };
  const { stackTraceLimit } = engine;
  engine.stackTraceLimit = 0;
  const err = new Error(message);
  if (stackTraceLimit === undefined) delete engine.stackTraceLimit;
  else engine.stackTraceLimit = stackTraceLimit;
  return err;
}
