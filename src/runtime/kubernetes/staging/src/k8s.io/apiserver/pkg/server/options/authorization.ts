import type { Authorizer } from '../../authorization/authorizer/interfaces.ts';
import { newPrivilegedGroups } from '../../authorization/authorizerfactory/builtin.ts';
import { newAuthorizer } from '../../authorization/path/path.ts';
import { union } from '../../authorization/union/union.ts';
import type { Backoff } from '../../../../apimachinery/pkg/util/wait/wait.ts';
import { second } from '../../../../../../../../go/duration.ts';
import type { OS } from '../../../../../../../../go/os.ts';
import { pointerTo } from '../../../../../../../../go/pointer.ts';
import { klog } from '../../../../../../../vendor/k8s.io/klog/v2/klog.ts';
import type { FlagSet } from '../../../../../../../vendor/github.com/spf13/pflag/flag.ts';
import type { AuthorizationInfo } from '../config.ts';
import { defaultAuthWebhookRetryBackoff } from './authentication.ts';
import { delegatedClient } from './delegated-client.ts';

/** How to find out what somebody may do by asking the API server. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authorization.go#DelegatingAuthorizationOptions
export class DelegatingAuthorizationOptions {
  remoteKubeConfigFile = '';
  remoteKubeConfigFileOptional = false;
  allowCacheTTLMs = 10 * second;
  denyCacheTTLMs = 10 * second;
  alwaysAllowPaths: string[] = [];
  alwaysAllowGroups: string[] = [];
  clientTimeoutMs = 10 * second;
  webhookRetryBackoff: Backoff | undefined = defaultAuthWebhookRetryBackoff();
  readonly #os: OS;

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authorization.go#NewDelegatingAuthorizationOptions
  constructor(os: OS) {
    this.#os = os;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authorization.go#DelegatingAuthorizationOptions.Validate
  validate(): Error[] {
    const steps = this.webhookRetryBackoff?.steps ?? 1;
    if (steps > 0) return [];
    return [new Error(`number of webhook retry attempts must be greater than 1, but is: ${steps}`)];
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authorization.go#DelegatingAuthorizationOptions.AddFlags
  addFlags(flags: FlagSet): void {
    flags.stringVar(
      pointerTo(this, 'remoteKubeConfigFile'),
      'authorization-kubeconfig',
      this.remoteKubeConfigFile,
      `kubeconfig file pointing at the 'core' kubernetes server with enough rights to create subjectaccessreviews.authorization.k8s.io.${this.remoteKubeConfigFileOptional ? ' This is optional. If empty, all requests not skipped by authorization are forbidden.' : ''}`,
    );
    flags.durationVar(
      pointerTo(this, 'allowCacheTTLMs'),
      'authorization-webhook-cache-authorized-ttl',
      this.allowCacheTTLMs,
      "The duration to cache 'authorized' responses from the webhook authorizer.",
    );
    flags.durationVar(
      pointerTo(this, 'denyCacheTTLMs'),
      'authorization-webhook-cache-unauthorized-ttl',
      this.denyCacheTTLMs,
      "The duration to cache 'unauthorized' responses from the webhook authorizer.",
    );
    flags.stringSliceVar(
      pointerTo(this, 'alwaysAllowPaths'),
      'authorization-always-allow-paths',
      this.alwaysAllowPaths,
      "A list of HTTP paths to skip during authorization, i.e. these are authorized without contacting the 'core' kubernetes server.",
    );
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authorization.go#DelegatingAuthorizationOptions.ApplyTo
  applyTo(info: AuthorizationInfo): Error | undefined {
    const [client, error] = delegatedClient(this.#os, 'authorization', this);
    if (error) return error;
    const [authorizer, refused] = this.#toAuthorizer(client !== undefined);
    if (refused) return refused;
    info.authorizer = authorizer;
    return undefined;
  }

  /**
   * Groups and paths that are allowed all are asked first. What is left is for the API server to review, which serves no
   * reviews here and so has no opinion: without one, nobody is allowed anything.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/authorization.go#DelegatingAuthorizationOptions.toAuthorizer
  #toAuthorizer(hasClient: boolean): readonly [Authorizer, undefined] | readonly [undefined, Error] {
    const authorizers: Authorizer[] = [];
    if (this.alwaysAllowGroups.length > 0) authorizers.push(newPrivilegedGroups(...this.alwaysAllowGroups));
    if (this.alwaysAllowPaths.length > 0) {
      const [paths, error] = newAuthorizer(this.alwaysAllowPaths);
      if (error) return [undefined, error];
      authorizers.push(paths);
    }
    if (hasClient) authorizers.push(subjectAccessReview);
    else
      klog(this.#os).warning(
        "No authorization-kubeconfig provided, so SubjectAccessReview of authorization tokens won't work.",
      );
    return [union(...authorizers), undefined];
  }
}

const subjectAccessReview: Authorizer = {
  name: 'subject access review',
  authorize: () => ['no opinion', 'the API server reviews no access', undefined],
};
