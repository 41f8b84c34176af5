/** What the durations of an election stand at if no flag sets them. This stands apart because stories need it, and no more. */
export const defaultDurations = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
} as const;
