import type { HTTPResponse } from '../../../../go/http-client.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Probed } from '../probe.ts';

/** No more of an answer is read, in characters. */
// Mirrors: pkg/probe/http/http.go#maxRespBodyLength
const maxRespBodyLength = 10 * 2 ** 10;

/** Headers by name, each with all its values. */
export type Headers = ReadonlyMap<string, readonly string[]>;

/** Asks a server. It follows where it is sent to on the same host, and gives the answer of one that sends it elsewhere. */
// Mirrors: pkg/probe/http/http.go#GetHTTPInterface
export interface GetHTTPInterface {
  get(
    url: string,
    headers: Headers,
    timeoutMs: number,
  ): Blocking<[res: HTTPResponse, err: undefined] | [res: undefined, err: Error]>;
}

/** Asks a container how it is over HTTP. */
// Mirrors: pkg/probe/http/http.go#Prober
export interface Prober {
  probe(url: string, headers: Headers, timeoutMs: number): Blocking<Probed>;
}

// Mirrors: pkg/probe/http/http.go#New
export function newProber(client: GetHTTPInterface): Prober {
  return {
    // Mirrors: pkg/probe/http/http.go#httpProber.Probe
    probe: (url, headers, timeoutMs) => doHTTPProbe(url, headers, client, timeoutMs),
  };
}

/** Anything from 200 to 399 is a success. No answer is a failure like a bad one. */
// Mirrors: pkg/probe/http/http.go#DoHTTPProbe
export function* doHTTPProbe(
  url: string,
  headers: Headers,
  client: GetHTTPInterface,
  timeoutMs: number,
): Blocking<Probed> {
  const sent = new Map(headers);
  if (!sent.has('User-Agent')) sent.set('User-Agent', ['kube-probe/1.20']);
  if (!sent.has('Accept')) sent.set('Accept', ['*/*']);
  else if ((sent.get('Accept')?.[0] ?? '') === '') sent.delete('Accept');
  const [res, err] = yield* client.get(url, sent, timeoutMs);
  if (err) return ['failure', err.message, undefined];
  const body = res.body.slice(0, maxRespBodyLength);
  if (res.statusCode >= 200 && res.statusCode < 400)
    return [res.statusCode >= 300 ? 'warning' : 'success', body, undefined];
  return ['failure', `HTTP probe failed with statuscode: ${res.statusCode}`, undefined];
}
