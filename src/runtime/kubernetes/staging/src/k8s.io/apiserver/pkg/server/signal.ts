import type { OS } from '../../../../../../../go/os.ts';
import type { Signal } from '../../../../../../../go/signal.ts';
import { Chan } from '../../../../../../../sim/chan.ts';
import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';

/**
 * Turns the first signal into a channel that closes, so that the program can end in its own way. A second one ends it
 * at once.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/signal.go#SetupSignalHandler
export function setupSignalHandler(os: OS): Stop {
  const stop = new Chan<never>('stop');
  const signals = new Chan<Signal>('signals', 2);
  os.notify(signals, 'SIGINT', 'SIGTERM');
  os.sim.go(
    'signals',
    (function* () {
      yield* signals.receive();
      stop.close();
      yield* signals.receive();
      yield* os.exit(1);
    })(),
    os.name,
  );
  return stop;
}
