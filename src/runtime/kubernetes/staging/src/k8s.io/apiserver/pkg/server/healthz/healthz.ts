import { type Handler, type Request, httpError, plainHandler } from '../../../../../../../../go/http.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import { quote } from '../../../../../../../../go/strconv.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';

/** A named check: an error says why it fails. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#HealthChecker
export interface HealthChecker {
  name(): string;
  check(r: Request): Error | undefined;
}

/** Passes whenever it can be asked. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#PingHealthz
export const pingHealthz: HealthChecker = {
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#ping.Name
  name: () => 'ping',
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#ping.Check
  check: () => undefined,
};

// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#NamedCheck
export function namedCheck(name: string, check: HealthChecker['check']): HealthChecker {
  return {
    // Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#healthzCheck.Name
    name: () => name,
    check,
  };
}

/** Serves `/healthz`, and `/healthz/<name>` for each check. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#InstallHandler
export function installHandler(os: OS, mux: Mux, ...checks: readonly HealthChecker[]): void {
  installPathHandler(os, mux, '/healthz', ...checks);
}

/** Serves the checks under `path`. Without a check, one that always passes stands in. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#InstallPathHandler
export function installPathHandler(
  os: OS,
  mux: Mux,
  path: string,
  ...checks: readonly HealthChecker[]
): void {
  if (checks.length === 0) {
    klog(os).v(5)?.info('No default health checks specified. Installing the ping handler.');
    checks = [pingHealthz];
  }
  klog(os)
    .v(5)
    ?.info(`Installing health checkers for (${path}): ${formatQuoted(namesOf(checks))}`);
  const name = path.replace(/^\//, '').split('/')[0] ?? '';
  mux.handle(path, handleRootHealth(os, name, checks));
  for (const check of checks) mux.handle(`${path}/${check.name()}`, adaptCheckToHandler(check));
}

/** What can be asked of a mux by those who add paths to it. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#mux
export interface Mux {
  handle(path: string, handler: Handler): void;
}

/**
 * All checks together. `exclude` in the query leaves checks out, `verbose` tells each verdict of a pass. Why a check failed
 * goes to the log alone.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#handleRootHealth
function handleRootHealth(os: OS, name: string, checks: readonly HealthChecker[]): Handler {
  return plainHandler((w, r) => {
    const excluded = new Set(r.query.get('exclude'));
    let output = '';
    let failedOutput = '';
    const failed: string[] = [];
    for (const check of checks) {
      if (excluded.delete(check.name())) {
        output += `[+]${check.name()} excluded: ok\n`;
        continue;
      }
      const err = check.check(r);
      if (!err) {
        output += `[+]${check.name()} ok\n`;
        continue;
      }
      output += `[-]${check.name()} failed: reason withheld\n`;
      failedOutput += `[-]${check.name()} failed: ${err.message}\n`;
      failed.push(check.name());
    }
    if (excluded.size > 0) {
      const unknown = formatQuoted([...excluded].sort());
      output += `warn: some health checks cannot be excluded: no matches for ${unknown}\n`;
      klog(os).warning(
        `cannot exclude some health checks, no health checks are installed matching ${unknown}`,
      );
    }
    if (failed.length > 0) {
      klog(os)
        .v(2)
        ?.info(`${failed.join(',')} check failed: ${name}\n${failedOutput}`);
      httpError(w, `${output}${name} check failed`, 500);
      return;
    }
    w.header.set('Content-Type', 'text/plain; charset=utf-8');
    w.header.set('X-Content-Type-Options', 'nosniff');
    w.write(r.query.has('verbose') ? `${output}${name} check passed\n` : 'ok');
  });
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#adaptCheckToHandler
function adaptCheckToHandler(checker: HealthChecker): Handler {
  return plainHandler((w, r) => {
    const err = checker.check(r);
    if (err) httpError(w, `internal server error: ${err.message}`, 500);
    else w.write('ok');
  });
}

const namesOf = (checks: readonly HealthChecker[]): string[] => checks.map((check) => check.name());

// Mirrors: staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go#formatQuoted
function formatQuoted(names: readonly string[]): string {
  return names.map((name) => quote(name)).join(',');
}
