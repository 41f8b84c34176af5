import type { ServiceAccount } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../../../go/result.ts';
import type { TokenRequest, TokenRequestSpec } from '../../../../../api/authentication/v1/types.ts';
import type { Blocking } from '../../../../../../../../../sim/process.ts';
import { ResourceClient } from '../../resource-client.ts';
import type { StatusError } from '../../../../../apimachinery/pkg/api/errors/errors.ts';

/** ServiceAccounts, with what only they can do. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/serviceaccount.go#serviceAccounts
export class ServiceAccounts extends ResourceClient<ServiceAccount> {
  /** Requests a token of the account. */
  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/serviceaccount.go#serviceAccounts.CreateToken
  *createToken(name: string, spec: TokenRequestSpec): Blocking<Result<TokenRequest, StatusError>> {
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec,
    };
    return yield* this.send({ verb: 'create', name, subresource: 'token', body });
  }
}
