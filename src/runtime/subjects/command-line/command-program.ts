import { newRequest } from '../../go/http.ts';
import { listening } from '../../go/listen.ts';
import type { OS } from '../../go/os.ts';
import { isFault } from '../../sim/limits.ts';
import type { Blocking } from '../../sim/process.ts';
import type { Host } from '../../stage/host.ts';
import { HostOS, type MoreOfOS } from './host-os.ts';

/** Runs the main of a mirrored command on a host: what it serves is reached through the ports of the host. */
export function* runCommand(
  host: Host,
  program: string,
  main: (os: OS) => Blocking<unknown>,
  more: MoreOfOS = {},
): Blocking<void> {
  const os = new HostOS(host, program, more);
  const servers = listening(os);
  servers.onServe = (port) =>
    host.listen(port, function* ({ path, token }) {
      const header = token && { Authorization: `Bearer ${token}` };
      const w = yield* servers.answer(port, newRequest('GET', path, header || undefined));
      return { status: w?.statusCode || 200, body: w?.body ?? '' };
    });
  yield* orPanic(os, () => main(os));
}

/** What nobody recovers ends a Go program: it says why, and its exit code is 2. */
function* orPanic(os: OS, body: () => Blocking<unknown>): Blocking<void> {
  try {
    yield* body();
  } catch (panic) {
    if (!(panic instanceof Error) || isFault(panic)) throw panic;
    os.stderr.write(`panic: ${panic.message}\n`);
    yield* os.exit(2);
  }
}
