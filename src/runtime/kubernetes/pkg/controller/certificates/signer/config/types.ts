// Mirrors: pkg/controller/certificates/signer/config/types.go#CSRSigningControllerConfiguration
export class CSRSigningControllerConfiguration {
  clusterSigningCertFile = '';
  clusterSigningKeyFile = '';
  readonly kubeletServingSignerConfiguration = new CSRSigningConfiguration();
  readonly kubeletClientSignerConfiguration = new CSRSigningConfiguration();
  readonly kubeAPIServerClientSignerConfiguration = new CSRSigningConfiguration();
  readonly legacyUnknownSignerConfiguration = new CSRSigningConfiguration();
  clusterSigningDuration = 0;
}

// Mirrors: pkg/controller/certificates/signer/config/types.go#CSRSigningConfiguration
export class CSRSigningConfiguration {
  certFile = '';
  keyFile = '';
}
