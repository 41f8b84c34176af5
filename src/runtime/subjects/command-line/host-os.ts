import { OS, type OSSettings } from '../../go/os.ts';
import type { Signal } from '../../go/signal.ts';
import type { Blocking } from '../../sim/process.ts';
import type { Chan } from '../../sim/chan.ts';
import { transportOf } from '../api/config.ts';
import type { Host } from '../../stage/host.ts';
import { httpOf } from '../../stage/program-http.ts';

/** Where keys and certificates are. */
export const pki = '/etc/kubernetes/pki';

/** What a program finds besides: variables, and texts of files by path. */
export interface MoreOfOS extends Pick<OSSettings, 'env'> {
  readonly files?: Readonly<Record<string, string>>;
}

/** The operating system of a program of a cluster: what mirrored programs find where Go finds its own. */
export class HostOS extends OS {
  readonly #host: Host;

  /** `program` is the first word of its command line. */
  constructor(host: Host, program: string, more: MoreOfOS = {}) {
    super(host.sim, {
      args: [program, ...host.args],
      name: host.name,
      hostname: host.name,
      dial: () => transportOf(host),
      http: httpOf(host),
      env: more.env,
      files: host.files,
      stdout: { write: (text) => host.print(text) },
      stderr: { write: (text) => host.print(text, 'stderr') },
    });
    for (const [path, text] of Object.entries({ ...files, ...more.files }))
      if (!this.files.has(path)) this.files.set(path, text);
    this.#host = host;
  }

  override *exit(code: number, why = ''): Blocking<never> {
    this.exitCode = code;
    const [first = ''] = why.split('\n');
    return yield* this.#host.exit(first === '' && code !== 0 ? `exit status ${code}` : first, code);
  }

  override notify(c: Chan<Signal>, ...signals: readonly Signal[]): void {
    this.#host.notify(c, ...signals);
  }
}

/** What the command line names. Nothing is signed or encrypted here, so that keys and certificates are empty shells. */
const shell = (what: string): string => `-----BEGIN ${what}-----\n-----END ${what}-----\n`;

/** How a component reaches the API server, and as whom. */
function kubeconfig(component: string): string {
  const username = `system:kube-${component}`;
  const cluster = { server: 'https://10.0.0.1:6443', 'certificate-authority': `${pki}/ca.crt` };
  const user = {
    username,
    'client-certificate': `${pki}/${component}.crt`,
    'client-key': `${pki}/${component}.key`,
  };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'kubernetes',
    contexts: [{ name: 'kubernetes', context: { cluster: 'kubernetes', user: username } }],
    clusters: [{ name: 'kubernetes', cluster }],
    users: [{ name: username, user }],
  });
}

const files: Readonly<Record<string, string>> = {
  '/etc/kubernetes/controller-manager.conf': kubeconfig('controller-manager'),
  '/etc/kubernetes/scheduler.conf': kubeconfig('scheduler'),
  [`${pki}/ca.crt`]: shell('CERTIFICATE'),
  [`${pki}/ca.key`]: shell('RSA PRIVATE KEY'),
  [`${pki}/sa.key`]: shell('RSA PRIVATE KEY'),
};
