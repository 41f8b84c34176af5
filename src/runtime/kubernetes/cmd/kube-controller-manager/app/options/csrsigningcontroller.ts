import { pointerTo } from '../../../../../go/pointer.ts';
import { copyStruct } from '../../../../../go/struct.ts';
import type {
  CSRSigningConfiguration,
  CSRSigningControllerConfiguration,
} from '../../../../pkg/controller/certificates/signer/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/csrsigningcontroller.go#CSRSigningControllerOptions
export class CSRSigningControllerOptions {
  readonly config: CSRSigningControllerConfiguration;

  constructor(config: CSRSigningControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/csrsigningcontroller.go#CSRSigningControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.stringVar(
      pointerTo(o, 'clusterSigningCertFile'),
      'cluster-signing-cert-file',
      o.clusterSigningCertFile,
      'Filename containing a PEM-encoded X509 CA certificate used to issue cluster-scoped certificates.  If specified, no more specific --cluster-signing-* flag may be specified.',
    );
    flags.stringVar(
      pointerTo(o, 'clusterSigningKeyFile'),
      'cluster-signing-key-file',
      o.clusterSigningKeyFile,
      'Filename containing a PEM-encoded RSA or ECDSA private key used to sign cluster-scoped certificates.  If specified, no more specific --cluster-signing-* flag may be specified.',
    );
    flags.stringVar(
      pointerTo(o.kubeletServingSignerConfiguration, 'certFile'),
      'cluster-signing-kubelet-serving-cert-file',
      o.kubeletServingSignerConfiguration.certFile,
      'Filename containing a PEM-encoded X509 CA certificate used to issue certificates for the kubernetes.io/kubelet-serving signer.  If specified, --cluster-signing-{cert,key}-file must not be set.',
    );
    flags.stringVar(
      pointerTo(o.kubeletServingSignerConfiguration, 'keyFile'),
      'cluster-signing-kubelet-serving-key-file',
      o.kubeletServingSignerConfiguration.keyFile,
      'Filename containing a PEM-encoded RSA or ECDSA private key used to sign certificates for the kubernetes.io/kubelet-serving signer.  If specified, --cluster-signing-{cert,key}-file must not be set.',
    );
    flags.stringVar(
      pointerTo(o.kubeletClientSignerConfiguration, 'certFile'),
      'cluster-signing-kubelet-client-cert-file',
      o.kubeletClientSignerConfiguration.certFile,
      'Filename containing a PEM-encoded X509 CA certificate used to issue certificates for the kubernetes.io/kube-apiserver-client-kubelet signer.  If specified, --cluster-signing-{cert,key}-file must not be set.',
    );
    flags.stringVar(
      pointerTo(o.kubeletClientSignerConfiguration, 'keyFile'),
      'cluster-signing-kubelet-client-key-file',
      o.kubeletClientSignerConfiguration.keyFile,
      'Filename containing a PEM-encoded RSA or ECDSA private key used to sign certificates for the kubernetes.io/kube-apiserver-client-kubelet signer.  If specified, --cluster-signing-{cert,key}-file must not be set.',
    );
    flags.stringVar(
      pointerTo(o.kubeAPIServerClientSignerConfiguration, 'certFile'),
      'cluster-signing-kube-apiserver-client-cert-file',
      o.kubeAPIServerClientSignerConfiguration.certFile,
      'Filename containing a PEM-encoded X509 CA certificate used to issue certificates for the kubernetes.io/kube-apiserver-client signer.  If specified, --cluster-signing-{cert,key}-file must not be set.',
    );
    flags.stringVar(
      pointerTo(o.kubeAPIServerClientSignerConfiguration, 'keyFile'),
      'cluster-signing-kube-apiserver-client-key-file',
      o.kubeAPIServerClientSignerConfiguration.keyFile,
      'Filename containing a PEM-encoded RSA or ECDSA private key used to sign certificates for the kubernetes.io/kube-apiserver-client signer.  If specified, --cluster-signing-{cert,key}-file must not be set.',
    );
    flags.stringVar(
      pointerTo(o.legacyUnknownSignerConfiguration, 'certFile'),
      'cluster-signing-legacy-unknown-cert-file',
      o.legacyUnknownSignerConfiguration.certFile,
      'Filename containing a PEM-encoded X509 CA certificate used to issue certificates for the kubernetes.io/legacy-unknown signer.  If specified, --cluster-signing-{cert,key}-file must not be set.',
    );
    flags.stringVar(
      pointerTo(o.legacyUnknownSignerConfiguration, 'keyFile'),
      'cluster-signing-legacy-unknown-key-file',
      o.legacyUnknownSignerConfiguration.keyFile,
      'Filename containing a PEM-encoded RSA or ECDSA private key used to sign certificates for the kubernetes.io/legacy-unknown signer.  If specified, --cluster-signing-{cert,key}-file must not be set.',
    );
    flags.durationVar(
      pointerTo(o, 'clusterSigningDuration'),
      'cluster-signing-duration',
      o.clusterSigningDuration,
      'The length of duration signed certificates will be given.',
    );
    flags.durationVar(
      pointerTo(o, 'clusterSigningDuration'),
      'experimental-cluster-signing-duration',
      o.clusterSigningDuration,
      'The length of duration signed certificates will be given.',
    );
    flags.markDeprecated('experimental-cluster-signing-duration', 'use --cluster-signing-duration');
  }

  // Mirrors: cmd/kube-controller-manager/app/options/csrsigningcontroller.go#CSRSigningControllerOptions.ApplyTo
  applyTo(config: CSRSigningControllerConfiguration): void {
    config.clusterSigningCertFile = this.config.clusterSigningCertFile;
    config.clusterSigningKeyFile = this.config.clusterSigningKeyFile;
    copyStruct(config.kubeletServingSignerConfiguration, this.config.kubeletServingSignerConfiguration);
    copyStruct(config.kubeletClientSignerConfiguration, this.config.kubeletClientSignerConfiguration);
    copyStruct(
      config.kubeAPIServerClientSignerConfiguration,
      this.config.kubeAPIServerClientSignerConfiguration,
    );
    copyStruct(config.legacyUnknownSignerConfiguration, this.config.legacyUnknownSignerConfiguration);
    config.clusterSigningDuration = this.config.clusterSigningDuration;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/csrsigningcontroller.go#CSRSigningControllerOptions.Validate
  validate(): Error[] {
    const { config } = this;
    const { kubeletServingSignerConfiguration: serving, kubeletClientSignerConfiguration: client } = config;
    const { kubeAPIServerClientSignerConfiguration: apiServer, legacyUnknownSignerConfiguration: legacy } =
      config;
    const errors: Error[] = [];
    // The names are upstream's, and not always those of the flags.
    const named = [
      ['cluster-signing-kubelet-serving', serving],
      ['cluster-signing-kube-apiserver-client', client],
      ['cluster-signing-kube-apiserver', apiServer],
      ['cluster-signing-legacy-unknown', legacy],
    ] as const;
    for (const [name, files] of named) {
      const error = csrSigningFilesValid(files);
      if (error) errors.push(new Error(`"${name}": ${error.message}`));
    }
    const single = config.clusterSigningCertFile !== '' || config.clusterSigningKeyFile !== '';
    const specific = named.some(([, { certFile, keyFile }]) => certFile !== '' || keyFile !== '');
    if (single && specific) {
      errors.push(
        new Error(
          'cannot specify --cluster-signing-{cert,key}-file and other --cluster-signing-*-file flags at the same time',
        ),
      );
    }
    return errors;
  }
}

// Mirrors: cmd/kube-controller-manager/app/options/csrsigningcontroller.go#csrSigningFilesValid
function csrSigningFilesValid({ certFile, keyFile }: CSRSigningConfiguration): Error | undefined {
  if (certFile === '' && keyFile !== '') return new Error('cannot specify key without cert');
  if (certFile !== '' && keyFile === '') return new Error('cannot specify cert without key');
  return undefined;
}
