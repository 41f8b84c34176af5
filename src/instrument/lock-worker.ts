import 'ses';
import { closeDoors } from './close-doors.ts';

let locked = false;

/**
 * Makes a worker fit to run code that somebody else wrote: what the language has can no longer be changed, so what our own
 * code uses of it stays as it is; and nothing leads out. It cannot be undone, and once is enough.
 */
export function lockWorker(): void {
  if (locked) return;
  lockdown({
    // Readers are told where in their code something failed, and how it got there.
    errorTaming: 'unsafe',
    stackFiltering: 'verbose',
    // Objects may have fields called as what every object has: labels such as `constructor` or `toString`.
    overrideTaming: 'severe',
    // These tell of this machine no more than a page does, and closeDoors takes what leads out.
    consoleTaming: 'unsafe',
    localeTaming: 'unsafe',
    evalTaming: 'unsafe-eval',
    reporting: 'none',
  });
  closeDoors(globalThis);
  locked = true;
}
