/**
 * How a plugin answers. `Wait` is for Permit plugins, `Skip` for Bind plugins.
 * `UnschedulableAndUnresolvable` says that taking other pods away would not help.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#Code
 */
export type Code = 'Success' | 'Error' | 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Wait' | 'Skip';

/**
 * The answer of a plugin with its reasons. No status at all is success.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#Status
 */
export class Status {
  readonly code: Code;
  readonly reasons: readonly string[];
  readonly #err: Error | undefined;

  constructor(code: Code, reasons: readonly string[], err?: Error) {
    this.code = code;
    this.reasons = reasons;
    this.#err = err;
  }

  // Mirrors: pkg/scheduler/framework/interface.go#Status.Message
  message(): string {
    return this.reasons.join(', ');
  }

  /**
   * With one reason more. Upstream changes the status itself; here thousands of nodes may have the same one.
   *
   * Mirrors: pkg/scheduler/framework/interface.go#Status.AppendReason
   */
  appendReason(reason: string): Status {
    return new Status(this.code, [...this.reasons, reason], this.#err);
  }

  /**
   * Undefined for success.
   *
   * Mirrors: pkg/scheduler/framework/interface.go#Status.AsError
   */
  asError(): Error | undefined {
    if (this.code === 'Success') return undefined;
    return this.#err ?? new Error(this.message());
  }
}

// Mirrors: pkg/scheduler/framework/interface.go#Status.Code
export function codeOf(status: Status | undefined): Code {
  return status?.code ?? 'Success';
}

// Mirrors: pkg/scheduler/framework/interface.go#Status.IsSuccess
export function isSuccess(status: Status | undefined): boolean {
  return status === undefined || status.code === 'Success';
}

/**
 * True for both codes that say so.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#Status.IsUnschedulable
 */
export function isUnschedulable(status: Status | undefined): boolean {
  return status?.code === 'Unschedulable' || status?.code === 'UnschedulableAndUnresolvable';
}

// Mirrors: pkg/scheduler/framework/interface.go#NewStatus
export function newStatus(code: Code, ...reasons: string[]): Status {
  return new Status(code, reasons);
}

/**
 * An error as the answer of a plugin.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#AsStatus
 */
export function asStatus(err: Error): Status {
  return new Status('Error', [err.message], err);
}

/** An error with what was being done when it came. */
export const failed = (what: string, err: Error): Status =>
  asStatus(new Error(`${what}: ${err.message}`, { cause: err }));

/**
 * The answers of plugins that did not succeed, by their names, in the order of the profile.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#PluginToStatus
 */
export type PluginToStatus = ReadonlyMap<string, Status>;

/**
 * One status of all: an error, else unresolvable, else unschedulable. Undefined if there is none.
 * Kubernetes goes through a map in any order; here the reasons stand in the order of the profile.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#PluginToStatus.Merge
 */
export function mergeStatuses(statuses: PluginToStatus): Status | undefined {
  if (statuses.size === 0) return undefined;
  // Most nodes are refused by one plugin.
  if (statuses.size === 1) for (const status of statuses.values()) return status;
  let code: Code = 'Success';
  let err: Error | undefined;
  const codes = new Set<Code>();
  const reasons: string[] = [];
  for (const status of statuses.values()) {
    if (status.code === 'Error') err = status.asError();
    code = status.code;
    codes.add(code);
    reasons.push(...status.reasons);
  }
  if (err) code = 'Error';
  else if (codes.has('UnschedulableAndUnresolvable')) code = 'UnschedulableAndUnresolvable';
  else if (codes.has('Unschedulable')) code = 'Unschedulable';
  return new Status(code, reasons, err);
}

/** `[whether a pod fits on a node, why not, error]` */
export type Fits = readonly [boolean, Status | undefined, Error | undefined];

/**
 * Why nodes were not taken, by their names.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#NodeToStatusMap
 */
export interface NodeToStatusMap {
  readonly size: number;
  get(nodeName: string): Status | undefined;
  set(nodeName: string, status: Status): unknown;
  values(): Iterable<Status>;
}

/**
 * The most that a plugin may give a node, once its scores are normalized.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#MaxNodeScore
 */
export const maxNodeScore = 100;

// Mirrors: pkg/scheduler/framework/interface.go#MinNodeScore
export const minNodeScore = 0;

// Mirrors: pkg/scheduler/framework/interface.go#NodeScore
export interface NodeScore {
  name: string;
  /** A whole number. */
  score: number;
}

// Mirrors: pkg/scheduler/framework/interface.go#NodeScoreList
export type NodeScoreList = NodeScore[];

/**
 * The scores of each plugin, in the order of the profile.
 *
 * Mirrors: pkg/scheduler/framework/interface.go#PluginToNodeScores
 */
export type PluginToNodeScores = ReadonlyMap<string, NodeScoreList>;
