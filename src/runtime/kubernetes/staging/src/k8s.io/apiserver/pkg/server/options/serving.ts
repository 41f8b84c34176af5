import {
  insecureTLSCipherNames,
  preferredTLSCipherNames,
  tlsCipherSuites,
  tlsPossibleVersions,
  tlsVersion,
} from '../../../../component-base/cli/flag/ciphersuites_flag.ts';
import {
  type NamedCertKey,
  NamedCertKeyArray,
} from '../../../../component-base/cli/flag/namedcertkey_flag.ts';
import { type Listener, type OS, missingFile } from '../../../../../../../../go/os.ts';
import { type Pointer, pointerTo } from '../../../../../../../../go/pointer.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { FlagSet } from '../../../../../../../vendor/github.com/spf13/pflag/flag.ts';
import { type Certificate, SecureServingInfo } from '../config.ts';

/** A certificate and its key: files, or where to write those that are made. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving.go#GeneratableKeyCert
export class GeneratableKeyCert {
  readonly certKey = { certFile: '', keyFile: '' };
  certDirectory = 'apiserver.local.config/certificates';
  pairName = 'apiserver';
  generatedCert: Certificate | undefined = undefined;
}

/** How to serve with certificates. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving.go#SecureServingOptions
export class SecureServingOptions {
  bindAddress: string | undefined = '0.0.0.0';
  bindPort = 443;
  bindNetwork = '';
  /** Whether the port may not be 0. */
  required = false;
  listener: Listener | undefined;
  readonly serverCert = new GeneratableKeyCert();
  sniCertKeys: NamedCertKey[] = [];
  cipherSuites: string[] = [];
  minTLSVersion = '';
  http2MaxStreamsPerConnection = 0;
  permitPortSharing = false;
  readonly os: OS;

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving.go#NewSecureServingOptions
  constructor(os: OS) {
    this.os = os;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving.go#SecureServingOptions.Validate
  validate(): Error[] {
    const errors: Error[] = [];
    const port = this.bindPort;
    if ((this.required && port < 1) || port > 65535)
      errors.push(
        new Error(
          `--secure-port ${port} must be between 1 and 65535, inclusive. It cannot be turned off with 0`,
        ),
      );
    else if (port < 0)
      errors.push(
        new Error(
          `--secure-port ${port} must be between 0 and 65535, inclusive. 0 for turning off secure port`,
        ),
      );
    const { certKey, generatedCert } = this.serverCert;
    if ((certKey.certFile !== '' || certKey.keyFile !== '') && generatedCert)
      errors.push(new Error('cert/key file and in-memory certificate cannot both be set'));
    return errors;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving.go#SecureServingOptions.AddFlags
  addFlags(flags: FlagSet): void {
    flags.ipVar(
      pointerTo(this, 'bindAddress'),
      'bind-address',
      this.bindAddress,
      'The IP address on which to listen for the --secure-port port. The associated interface(s) must be reachable by the rest of the cluster, and by CLI/web clients. If blank or an unspecified address (0.0.0.0 or ::), all interfaces will be used.',
    );
    flags.intVar(
      pointerTo(this, 'bindPort'),
      'secure-port',
      this.bindPort,
      `The port on which to serve HTTPS with authentication and authorization. ${this.required ? 'It cannot be switched off with 0.' : "If 0, don't serve HTTPS at all."}`,
    );
    flags.stringVar(
      pointerTo(this.serverCert, 'certDirectory'),
      'cert-dir',
      this.serverCert.certDirectory,
      'The directory where the TLS certs are located. If --tls-cert-file and --tls-private-key-file are provided, this flag will be ignored.',
    );
    flags.stringVar(
      pointerTo(this.serverCert.certKey, 'certFile'),
      'tls-cert-file',
      this.serverCert.certKey.certFile,
      'File containing the default x509 Certificate for HTTPS. (CA cert, if any, concatenated after server cert). If HTTPS serving is enabled, and --tls-cert-file and --tls-private-key-file are not provided, a self-signed certificate and key are generated for the public address and saved to the directory specified by --cert-dir.',
    );
    flags.stringVar(
      pointerTo(this.serverCert.certKey, 'keyFile'),
      'tls-private-key-file',
      this.serverCert.certKey.keyFile,
      'File containing the default x509 private key matching --tls-cert-file.',
    );
    flags.stringSliceVar(
      pointerTo(this, 'cipherSuites'),
      'tls-cipher-suites',
      this.cipherSuites,
      `Comma-separated list of cipher suites for the server. If omitted, the default Go cipher suites will be used. \nPreferred values: ${preferredTLSCipherNames.join(', ')}. \nInsecure values: ${insecureTLSCipherNames.join(', ')}.`,
    );
    flags.stringVar(
      pointerTo(this, 'minTLSVersion'),
      'tls-min-version',
      this.minTLSVersion,
      `Minimum TLS version supported. Possible values: ${tlsPossibleVersions.join(', ')}`,
    );
    flags.var(
      new NamedCertKeyArray(pointerTo(this, 'sniCertKeys')),
      'tls-sni-cert-key',
      'A pair of x509 certificate and private key file paths, optionally suffixed with a list of domain patterns which are fully qualified domain names, possibly with prefixed wildcard segments. The domain patterns also allow IP addresses, but IPs should only be used if the apiserver has visibility to the IP address requested by a client. If no domain patterns are provided, the names of the certificate are extracted. Non-wildcard matches trump over wildcard matches, explicit domain patterns trump over extracted names. For multiple key/certificate pairs, use the --tls-sni-cert-key multiple times. Examples: "example.crt,example.key" or "foo.crt,foo.key:*.foo.com,foo.com".',
    );
    flags.intVar(
      pointerTo(this, 'http2MaxStreamsPerConnection'),
      'http2-max-streams-per-connection',
      this.http2MaxStreamsPerConnection,
      "The limit that the server gives to clients for the maximum number of streams in an HTTP/2 connection. Zero means to use golang's default.",
    );
    flags.boolVar(
      pointerTo(this, 'permitPortSharing'),
      'permit-port-sharing',
      this.permitPortSharing,
      'If true, SO_REUSEPORT will be used when binding the port, which allows more than one instance to bind on the same address and port. [default=false]',
    );
  }

  /** Takes the port, unless it is 0, and sets what the server will serve with. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving.go#SecureServingOptions.ApplyTo
  applyTo(config: Pointer<SecureServingInfo | undefined>): Error | undefined {
    if (this.bindPort <= 0 && this.listener === undefined) return undefined;
    if (this.listener === undefined) {
      const [listener, error] = createListener(this.os, this.bindNetwork, this.bindAddress, this.bindPort);
      if (error) return new Error(`failed to create listener: ${error.message}`);
      this.listener = listener;
    }
    const c = new SecureServingInfo(this.os, this.listener, this.http2MaxStreamsPerConnection);
    config.value = c;
    const { certKey, generatedCert } = this.serverCert;
    if (certKey.certFile !== '' || certKey.keyFile !== '') {
      const missing = [certKey.certFile, certKey.keyFile].find((path) => !this.os.files.has(path));
      if (missing !== undefined) return missingFile(missing);
      c.cert = { name: 'serving-cert', hosts: [] };
    } else {
      c.cert = generatedCert;
    }
    if (this.cipherSuites.length > 0) {
      const [suites, error] = tlsCipherSuites(this.cipherSuites);
      if (error) return error;
      c.cipherSuites = suites;
    }
    const [version, error] = tlsVersion(this.minTLSVersion);
    if (error) return error;
    c.minTLSVersion = version;
    c.sniCerts = this.sniCertKeys.map(({ names }) => ({ name: 'sni-serving-cert', hosts: names }));
    return undefined;
  }

  /** Makes a certificate if none is given: in memory or, with a directory, into files. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving.go#SecureServingOptions.MaybeDefaultWithSelfSignedCerts
  maybeDefaultWithSelfSignedCerts(publicAddress: string, alternateIPs: readonly string[]): Error | undefined {
    if (this.bindPort === 0 && this.listener === undefined) return undefined;
    const { certKey, certDirectory, pairName } = this.serverCert;
    if (certKey.certFile !== '' || certKey.keyFile !== '') return undefined;
    if (certDirectory !== '') {
      if (pairName === '') return new Error('PairName is required if CertDirectory is set');
      certKey.certFile = `${certDirectory}/${pairName}.crt`;
      certKey.keyFile = `${certDirectory}/${pairName}.key`;
      const { files } = this.os;
      if (files.has(certKey.certFile) && files.has(certKey.keyFile)) return undefined;
      files.set(certKey.certFile, 'a certificate signed by itself');
      files.set(certKey.keyFile, 'its key');
      klog(this.os).info(`Generated self-signed cert (${certKey.certFile}, ${certKey.keyFile})`);
      return undefined;
    }
    const unspecified = this.bindAddress === '0.0.0.0' || this.bindAddress === '::';
    const own = unspecified ? 'localhost' : (this.bindAddress ?? '');
    const hosts = [...new Set([publicAddress, ...alternateIPs, own])];
    this.serverCert.generatedCert = { name: 'Generated self signed cert', hosts };
    klog(this.os).info('Generated self-signed cert in-memory');
    return undefined;
  }
}

/** Takes a port of an address; an address of six has brackets. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving.go#CreateListener
export function createListener(
  os: OS,
  network: string,
  address: string | undefined,
  port: number,
): Result<Listener> {
  const host = address ?? '<nil>';
  const full = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const [listener, error] = os.listen(network || 'tcp', full);
  return error
    ? [undefined, new Error(`failed to listen on ${full}: ${error.message}`)]
    : [listener, undefined];
}
