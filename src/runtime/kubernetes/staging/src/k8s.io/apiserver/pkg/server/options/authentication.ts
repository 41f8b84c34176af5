import { newAuthenticator } from '../../authentication/request/anonymous/anonymous.ts';
import { unionFailOnError } from '../../authentication/request/union/union.ts';
import type { Request } from '../../authentication/authenticator/interfaces.ts';
import type { Backoff } from '../../../../apimachinery/pkg/util/wait/wait.ts';
import { Backoff as WaitBackoff } from '../../../../apimachinery/pkg/util/wait/wait.ts';
import { millisecond, second } from '../../../../../../../../go/duration.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import { pointerTo } from '../../../../../../../../go/pointer.ts';
import { quote } from '../../../../../../../../go/strconv.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { FlagSet } from '../../../../../../../vendor/github.com/spf13/pflag/flag.ts';
import type { AuthenticationInfo } from '../config.ts';
import { delegatedClient } from './delegated-client.ts';

/** How often a question to the API server is put again. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#DefaultAuthWebhookRetryBackoff
export function defaultAuthWebhookRetryBackoff(): Backoff {
  return new WaitBackoff({ durationMs: 500 * millisecond, factor: 1.5, jitter: 0.2, steps: 5 });
}

/** Headers in which a proxy says who asks. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#RequestHeaderAuthenticationOptions
export class RequestHeaderAuthenticationOptions {
  clientCAFile = '';
  usernameHeaders = ['x-remote-user'];
  groupHeaders = ['x-remote-group'];
  extraHeaderPrefixes = ['x-remote-extra-'];
  allowedNames: string[] = [];

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#RequestHeaderAuthenticationOptions.Validate
  validate(): Error[] {
    const named = [
      ['requestheader-username-headers', this.usernameHeaders],
      ['requestheader-group-headers', this.groupHeaders],
      ['requestheader-extra-headers-prefix', this.extraHeaderPrefixes],
      ['requestheader-allowed-names', this.allowedNames],
    ] as const;
    return named.flatMap(([flag, names]) => checkForWhiteSpaceOnly(flag, names) ?? []);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#RequestHeaderAuthenticationOptions.AddFlags
  addFlags(flags: FlagSet): void {
    flags.stringSliceVar(
      pointerTo(this, 'usernameHeaders'),
      'requestheader-username-headers',
      this.usernameHeaders,
      'List of request headers to inspect for usernames. X-Remote-User is common.',
    );
    flags.stringSliceVar(
      pointerTo(this, 'groupHeaders'),
      'requestheader-group-headers',
      this.groupHeaders,
      'List of request headers to inspect for groups. X-Remote-Group is suggested.',
    );
    flags.stringSliceVar(
      pointerTo(this, 'extraHeaderPrefixes'),
      'requestheader-extra-headers-prefix',
      this.extraHeaderPrefixes,
      'List of request header prefixes to inspect. X-Remote-Extra- is suggested.',
    );
    flags.stringVar(
      pointerTo(this, 'clientCAFile'),
      'requestheader-client-ca-file',
      this.clientCAFile,
      'Root certificate bundle to use to verify client certificates on incoming requests before trusting usernames in headers specified by --requestheader-username-headers. WARNING: generally do not depend on authorization being already done for incoming requests.',
    );
    flags.stringSliceVar(
      pointerTo(this, 'allowedNames'),
      'requestheader-allowed-names',
      this.allowedNames,
      'List of client certificate common names to allow to provide usernames in headers specified by --requestheader-username-headers. If empty, any client certificate validated by the authorities in --requestheader-client-ca-file is allowed.',
    );
  }
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#checkForWhiteSpaceOnly
function checkForWhiteSpaceOnly(flag: string, names: readonly string[]): Error | undefined {
  return names.some((name) => name.trim() === '') ? new Error(`empty value in ${quote(flag)}`) : undefined;
}

/** Whose certificates are believed. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#ClientCertAuthenticationOptions
export class ClientCertAuthenticationOptions {
  clientCA = '';

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#ClientCertAuthenticationOptions.AddFlags
  addFlags(flags: FlagSet): void {
    flags.stringVar(
      pointerTo(this, 'clientCA'),
      'client-ca-file',
      this.clientCA,
      'If set, any request presenting a client certificate signed by one of the authorities in the client-ca-file is authenticated with an identity corresponding to the CommonName of the client certificate.',
    );
  }
}

/** How to find out who asks by asking the API server. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#DelegatingAuthenticationOptions
export class DelegatingAuthenticationOptions {
  remoteKubeConfigFile = '';
  remoteKubeConfigFileOptional = false;
  cacheTTLMs = 10 * second;
  readonly clientCert = new ClientCertAuthenticationOptions();
  readonly requestHeader = new RequestHeaderAuthenticationOptions();
  skipInClusterLookup = false;
  tolerateInClusterLookupFailure = false;
  webhookRetryBackoff: Backoff | undefined = defaultAuthWebhookRetryBackoff();
  clientTimeoutMs = 10 * second;
  readonly #os: OS;

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#NewDelegatingAuthenticationOptions
  constructor(os: OS) {
    this.#os = os;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#DelegatingAuthenticationOptions.Validate
  validate(): Error[] {
    const errors = this.requestHeader.validate();
    const steps = this.webhookRetryBackoff?.steps ?? 1;
    if (steps <= 0)
      errors.push(new Error(`number of webhook retry attempts must be greater than 1, but is: ${steps}`));
    return errors;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#DelegatingAuthenticationOptions.AddFlags
  addFlags(flags: FlagSet): void {
    flags.stringVar(
      pointerTo(this, 'remoteKubeConfigFile'),
      'authentication-kubeconfig',
      this.remoteKubeConfigFile,
      `kubeconfig file pointing at the 'core' kubernetes server with enough rights to create tokenreviews.authentication.k8s.io.${this.remoteKubeConfigFileOptional ? ' This is optional. If empty, all token requests are considered to be anonymous and no client CA is looked up in the cluster.' : ''}`,
    );
    flags.durationVar(
      pointerTo(this, 'cacheTTLMs'),
      'authentication-token-webhook-cache-ttl',
      this.cacheTTLMs,
      'The duration to cache responses from the webhook token authenticator.',
    );
    this.clientCert.addFlags(flags);
    this.requestHeader.addFlags(flags);
    flags.boolVar(
      pointerTo(this, 'skipInClusterLookup'),
      'authentication-skip-lookup',
      this.skipInClusterLookup,
      'If false, the authentication-kubeconfig will be used to lookup missing authentication configuration from the cluster.',
    );
    flags.boolVar(
      pointerTo(this, 'tolerateInClusterLookupFailure'),
      'authentication-tolerate-lookup-failure',
      this.tolerateInClusterLookupFailure,
      'If true, failures to look up missing authentication configuration from the cluster are not considered fatal. Note that this can result in authentication that treats all requests as anonymous.',
    );
  }

  /**
   * Without a way to the API server everybody is anonymous. With one, tokens are for the API server to review, which
   * serves no reviews here: who brings one is refused, and is not taken for anonymous.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authentication.go#DelegatingAuthenticationOptions.ApplyTo
  applyTo(info: AuthenticationInfo): Error | undefined {
    const [client, error] = delegatedClient(this.#os, 'authentication', this);
    if (error) return new Error(`failed to get delegated authentication kubeconfig: ${error.message}`);
    const log = klog(this.#os);
    const where = 'in configmap/extension-apiserver-authentication in kube-system';
    if (client === undefined && !this.skipInClusterLookup) {
      if (this.clientCert.clientCA === '')
        log.warning(
          `No authentication-kubeconfig provided in order to lookup client-ca-file ${where}, so client certificate authentication won't work.`,
        );
      if (this.requestHeader.clientCAFile === '')
        log.warning(
          `No authentication-kubeconfig provided in order to lookup requestheader-client-ca-file ${where}, so request-header client certificate authentication won't work.`,
        );
    }
    const anonymous = newAuthenticator();
    info.authenticator = client === undefined ? anonymous : unionFailOnError(tokenReview, anonymous);
    return undefined;
  }
}

const tokenReview: Request = {
  name: 'token review',
  authenticateRequest: ({ bearerToken = '' }) =>
    bearerToken === '' ? [undefined, undefined] : [undefined, new Error('the API server reviews no tokens')],
};
