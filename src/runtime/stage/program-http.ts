import { type RoundTripper, sendInto } from '../go/http-client.ts';
import { Chan } from '../sim/chan.ts';
import type { HTTPResponse, Host } from './host.ts';

/**
 * The way of a program to what others serve: `http://<name of the program>:<port>/<path>`. An answer of a program that dies
 * meanwhile never comes: who asks gives up at some time.
 */
export function httpOf({ sim, peers }: Pick<Host, 'sim' | 'peers'>): RoundTripper {
  return {
    *post(url, body) {
      const parts = /^http:\/\/(([^/:]+)(?::(\d+))?)(\/.*)?$/.exec(url) ?? [];
      const [, address = '', name = '', port = '80', path = '/'] = parts;
      if (!peers.names.includes(name))
        return [undefined, new Error(`dial tcp: lookup ${name}: no such host`)];
      yield* sim.travel(peers.latencyMs);
      const handler = peers.handlerOf(name, Number(port));
      if (!handler) return [undefined, new Error(`dial tcp ${address}: connect: connection refused`)];
      const answer = new Chan<HTTPResponse>(`the answer of ${address}`, 1);
      sim.go(`${name}/http`, sendInto(answer, handler({ path, port: Number(port), body })), name);
      const [response] = yield* answer.receive();
      yield* sim.travel(peers.latencyMs);
      const { status, body: said } = response as HTTPResponse;
      return [{ statusCode: status, body: said }, undefined];
    },
  };
}
