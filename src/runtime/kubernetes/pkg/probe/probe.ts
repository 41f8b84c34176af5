/** How a probe went. A warning counts as a success that has something to say. */
// Mirrors: pkg/probe/probe.go#Result
export type Result = 'success' | 'warning' | 'failure' | 'unknown';

/** A result, what there is to say, and an error if the probe could not be made. */
export type Probed = [result: Result, output: string, err: Error | undefined];
