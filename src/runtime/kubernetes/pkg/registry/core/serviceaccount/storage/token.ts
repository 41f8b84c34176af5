import { newInvalid } from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { anyObject } from '../../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/shapes.ts';
import type {
  KubeObject,
  ServiceAccount,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { whole } from '../../../../../staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';
import { validateTokenRequest } from '../../../../apis/authentication/validation/validation.ts';
import { jwtTokenGenerator } from '../../../../serviceaccount/jwt.ts';
import type { Kind } from '../../../../../staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import type { TokenRequest } from '../../../../../staging/src/k8s.io/api/authentication/v1/types.ts';
import { serviceAccounts } from '../strategy.ts';

/** An hour, if the request says nothing else. */
const defaultExpirationSeconds = 3600;

/** ServiceAccounts for which tokens can be requested. A token is bound to nothing but its account here. */
// Mirrors: pkg/registry/core/serviceaccount/storage/token.go#TokenREST
export const serviceAccountsWithTokens: Kind<ServiceAccount> = {
  ...serviceAccounts,
  subresources: {
    token: (sim, store) => ({
      gvk: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
      shape: { ...anyObject, spec: { expirationSeconds: whole } },
      // Mirrors: pkg/registry/core/serviceaccount/storage/token.go#TokenREST.Create
      create(ctx, name, body) {
        const [account, err] = store.get(ctx, name);
        if (err) return [undefined, err];
        const { namespace = '', uid = '' } = account.metadata;
        const { expirationSeconds = defaultExpirationSeconds } = (body as TokenRequest).spec ?? {};
        const errs = validateTokenRequest(expirationSeconds);
        if (errs.length > 0) {
          const kind = { group: 'authentication.k8s.io', kind: 'TokenRequest' };
          return [undefined, newInvalid(kind, '', errs)];
        }
        const claims = { sub: `system:serviceaccount:${namespace}:${name}` };
        const [token = ''] = jwtTokenGenerator('https://kubernetes.default.svc').generateToken(claims, {
          'kubernetes.io/serviceaccount/service-account.name': name,
          'kubernetes.io/serviceaccount/service-account.uid': uid,
          'kubernetes.io/serviceaccount/secret.name': '',
          'kubernetes.io/serviceaccount/namespace': namespace,
        });
        const expirationTimestamp = sim.timestamp(sim.now + expirationSeconds * 1000);
        return [{ ...body, status: { token, expirationTimestamp } } as KubeObject, undefined];
      },
    }),
  },
};
