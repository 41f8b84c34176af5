import { joinHostPort } from '../../../../go/net.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Probed } from '../probe.ts';

/** Opens a connection, and closes it. */
export interface Dialer {
  dialTimeout(network: 'tcp', addr: string, timeoutMs: number): Blocking<Error | undefined>;
}

/** Asks whether a container listens. */
// Mirrors: pkg/probe/tcp/tcp.go#Prober
export interface Prober {
  probe(host: string, port: number, timeoutMs: number): Blocking<Probed>;
}

// Mirrors: pkg/probe/tcp/tcp.go#New
export function newProber(dialer: Dialer): Prober {
  return {
    // Mirrors: pkg/probe/tcp/tcp.go#tcpProber.Probe
    probe: (host, port, timeoutMs) => doTCPProbe(joinHostPort(host, String(port)), dialer, timeoutMs),
  };
}

// Mirrors: pkg/probe/tcp/tcp.go#DoTCPProbe
export function* doTCPProbe(addr: string, dialer: Dialer, timeoutMs: number): Blocking<Probed> {
  const err = yield* dialer.dialTimeout('tcp', addr, timeoutMs);
  return err ? ['failure', err.message, undefined] : ['success', '', undefined];
}
