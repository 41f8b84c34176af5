import { type Handler, newRequest, ResponseWriter } from '../../../../../../../../../src/runtime/go/http.ts';
import { Buffer, OS, type OSSettings } from '../../../../../../../../../src/runtime/go/os.ts';
import { klog } from '../../../../../../../../../src/runtime/kubernetes/vendor/k8s.io/klog/v2/klog.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import type { Result } from '../../../../../../../../../src/runtime/go/result.ts';

/** A program that serves, of which all that it logs is kept. */
export class Server {
  readonly sim = new Sim({ seed: 1 });
  readonly #stderr = new Buffer();
  readonly os: OS;

  constructor(settings: Partial<OSSettings> = {}) {
    const dial = () => ({ do: nobody, watch: nobody });
    this.os = new OS(this.sim, { args: ['server'], dial, ...settings, stderr: this.#stderr });
    klog(this.os).verbosity = 5;
    klog(this.os).skipHeaders = true;
  }

  /** What was logged since the last time, line by line. */
  logged(): string[] {
    const lines = this.#stderr.text.split('\n').slice(0, -1);
    this.#stderr.text = '';
    return lines;
  }

  /** The answer of a handler to one request. */
  ask(handler: Handler, target: string, header: Record<string, string> = {}, method = 'GET'): ResponseWriter {
    const w = new ResponseWriter();
    this.sim.go('request', handler.serveHTTP(w, newRequest(method, target, header)));
    this.sim.runFor(10);
    return w;
  }
}

const nobody = (): never => {
  throw new Error('expected no request to the API server, found one');
};

/** The value of an answer that has an error beside it; throws where there is one. */
export function valueOf<T>([value, err]: Result<T>): T {
  if (err) throw err;
  return value;
}
