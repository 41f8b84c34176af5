import type { Signal } from '../../../../../../go/signal.ts';

/** Lets the cache be compared and dumped. */
// Mirrors: pkg/scheduler/internal/cache/debugger/signal.go#compareSignal
export const compareSignal: Signal = 'SIGUSR2';
