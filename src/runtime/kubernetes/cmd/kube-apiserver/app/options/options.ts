import type { Stop } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import { SecureServingOptionsWithLoopback } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/serving_with_loopback.ts';
import { NamedFlagSets } from '../../../../staging/src/k8s.io/component-base/cli/flag/sectioned.ts';
import type { OS } from '../../../../../go/os.ts';
import { pointerTo } from '../../../../../go/pointer.ts';

/** What the API server does between its set-up and its end, for who wants to see the order. */
export interface ServerChain {
  /** The servers, the one that is asked first at the front; each hands on what it does not know. */
  readonly servers: readonly string[];
  readonly stop: Stop;
}

/** What the command line of the API server says, as far as Complete and Validate need it: about a dozen flags of its 160. */
// Mirrors: cmd/kube-apiserver/app/options/options.go#ServerRunOptions
export class ServerRunOptions {
  readonly secureServing: SecureServingOptionsWithLoopback;
  advertiseAddress: string | undefined;
  externalHost = '';
  etcdServers: string[] = [];
  masterCount = 1;
  serviceClusterIPRanges = '';
  serviceAccountIssuer = '';
  serviceAccountSigningKeyFile = '';
  insecurePort = 0;
  /** Set by Complete. */
  primaryServiceClusterIPRange = '';
  readonly os: OS;

  // Mirrors: cmd/kube-apiserver/app/options/options.go#NewServerRunOptions
  constructor(os: OS) {
    this.os = os;
    this.secureServing = new SecureServingOptionsWithLoopback(os);
    this.secureServing.bindPort = 6443;
    this.secureServing.required = true;
    this.secureServing.serverCert.certDirectory = '/var/run/kubernetes';
  }

  // Mirrors: cmd/kube-apiserver/app/options/options.go#ServerRunOptions.Flags
  flags(): NamedFlagSets {
    const sets = new NamedFlagSets();
    const generic = sets.flagSet('generic');
    generic.ipVar(
      pointerTo(this, 'advertiseAddress'),
      'advertise-address',
      this.advertiseAddress,
      'The address at which members of the cluster reach the API server; that of the host if left out.',
    );
    generic.stringVar(
      pointerTo(this, 'externalHost'),
      'external-hostname',
      this.externalHost,
      'The name of the host in addresses that the API server gives out.',
    );
    sets
      .flagSet('etcd')
      .stringSliceVar(pointerTo(this, 'etcdServers'), 'etcd-servers', this.etcdServers, 'Where etcd is.');
    this.secureServing.addFlags(sets.flagSet('secure serving'));
    const insecure = sets.flagSet('insecure serving');
    insecure.intVar(pointerTo(this, 'insecurePort'), 'insecure-port', 0, 'The port without certificates.');
    insecure.markDeprecated('insecure-port', 'This flag has no effect now and will be removed in v1.24.');
    const misc = sets.flagSet('misc');
    misc.intVar(
      pointerTo(this, 'masterCount'),
      'apiserver-count',
      this.masterCount,
      'How many API servers there are.',
    );
    misc.stringVar(
      pointerTo(this, 'serviceClusterIPRanges'),
      'service-cluster-ip-range',
      this.serviceClusterIPRanges,
      'Addresses for services.',
    );
    misc.stringVar(
      pointerTo(this, 'serviceAccountSigningKeyFile'),
      'service-account-signing-key-file',
      '',
      'The key that signs tokens of service accounts.',
    );
    misc.stringVar(
      pointerTo(this, 'serviceAccountIssuer'),
      'service-account-issuer',
      '',
      'Who signs tokens of service accounts.',
    );
    return sets;
  }

  /** A list of what is wrong; here nobody joins the errors but the command. */
  // Mirrors: cmd/kube-apiserver/app/options/validation.go#ServerRunOptions.Validate
  validate(): Error[] {
    const errors: Error[] = [];
    if (this.masterCount <= 0)
      errors.push(
        new Error(`--apiserver-count should be a positive number, but value '${this.masterCount}' provided`),
      );
    if (this.etcdServers.length === 0) errors.push(new Error('--etcd-servers must be specified'));
    if (this.serviceClusterIPRanges.split(',').length > 2)
      errors.push(new Error('--service-cluster-ip-range must not contain more than two entries'));
    errors.push(...this.secureServing.validate());
    if (this.serviceAccountIssuer === '' && this.serviceAccountSigningKeyFile === '')
      errors.push(
        new Error('--service-account-signing-key-file and --service-account-issuer are required flags'),
      );
    else if (this.serviceAccountIssuer === '' || this.serviceAccountSigningKeyFile === '')
      errors.push(
        new Error(
          '--service-account-signing-key-file, --service-account-issuer, and --api-audiences should be specified together',
        ),
      );
    return errors;
  }
}
