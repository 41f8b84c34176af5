import { StatusError } from '../../../../apimachinery/pkg/api/errors/errors.ts';

/** How often an event is tried to be written. */

// Mirrors: staging/src/k8s.io/client-go/tools/record/util/util.go#ValidateEventType
export function validateEventType(eventtype: string): boolean {
  return eventtype === 'Normal' || eventtype === 'Warning';
}

/** True for what a server said; false where none could be reached, which Loopscope tells by an error of that type, too. */
export function isRefusal(err: Error | undefined): boolean {
  return err instanceof StatusError && !('code' in err);
}

// Mirrors: staging/src/k8s.io/client-go/tools/record/util/util.go#IsKeyNotFoundError
export function isKeyNotFoundError(err: Error | undefined): boolean {
  return err instanceof StatusError && err.status.code === 404;
}
