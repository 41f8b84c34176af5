import { OS, type OSSettings } from '../go/os.ts';
import type { Blocking } from '../sim/process.ts';
import type { Chan } from '../sim/chan.ts';
import type { Host } from './host.ts';

/** Where keys and certificates are. */
export const pki = '/etc/kubernetes/pki';

/** The operating system of a program of a cluster: what mirrored programs find where Go finds its own. */
export class HostOS extends OS {
  readonly #host: Host;

  /** `program` is the first word of its command line. */
  constructor(host: Host, program: string, more: Pick<OSSettings, 'env' | 'files'> = {}) {
    super(host.sim, {
      args: [program, ...host.args],
      name: host.name,
      hostname: host.name,
      dial: () => host.transport,
      env: more.env,
      files: { ...files, ...more.files },
      stdout: { write: (text) => host.print(text) },
      stderr: { write: (text) => host.print(text, 'stderr') },
    });
    this.#host = host;
  }

  override *exit(code: number, why = ''): Blocking<never> {
    this.exitCode = code;
    const [first = ''] = why.split('\n');
    return yield* this.#host.exit(first === '' && code !== 0 ? `exit status ${code}` : first, code);
  }

  override notify(): Chan<string> {
    return this.#host.signals() as Chan<string>;
  }
}

/** What the command line names. Nothing is signed or encrypted here, so that keys and certificates are empty shells. */
const shell = (what: string): string => `-----BEGIN ${what}-----\n-----END ${what}-----\n`;

const files: Readonly<Record<string, string>> = {
  '/etc/kubernetes/controller-manager.conf': JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'kubernetes',
    contexts: [
      { name: 'kubernetes', context: { cluster: 'kubernetes', user: 'system:kube-controller-manager' } },
    ],
    clusters: [
      {
        name: 'kubernetes',
        cluster: { server: 'https://10.0.0.1:6443', 'certificate-authority': `${pki}/ca.crt` },
      },
    ],
    users: [
      {
        name: 'system:kube-controller-manager',
        user: {
          username: 'system:kube-controller-manager',
          'client-certificate': `${pki}/controller-manager.crt`,
          'client-key': `${pki}/controller-manager.key`,
        },
      },
    ],
  }),
  [`${pki}/ca.crt`]: shell('CERTIFICATE'),
  [`${pki}/ca.key`]: shell('RSA PRIVATE KEY'),
  [`${pki}/sa.key`]: shell('RSA PRIVATE KEY'),
};
