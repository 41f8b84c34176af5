/** Who a token is for, and which Secret it is in. */
// Mirrors: pkg/serviceaccount/legacy.go#legacyPrivateClaims
export interface LegacyPrivateClaims {
  readonly 'kubernetes.io/serviceaccount/service-account.name': string;
  readonly 'kubernetes.io/serviceaccount/service-account.uid': string;
  readonly 'kubernetes.io/serviceaccount/secret.name': string;
  readonly 'kubernetes.io/serviceaccount/namespace': string;
}

/** What a token claims. */
export interface Claims {
  readonly sub: string;
}

/** Who signs tokens of this kind. */
// Mirrors: pkg/serviceaccount/legacy.go#LegacyIssuer
export const legacyIssuer = 'kubernetes/serviceaccount';

/** What a token in a Secret claims: it has no end, and holds as long as the Secret and the account are there. */
// Mirrors: pkg/serviceaccount/legacy.go#LegacyClaims
export function legacyClaims(
  serviceAccount: {
    readonly metadata: { readonly namespace: string; readonly name: string; readonly uid: string };
  },
  secret: { readonly metadata: { readonly name?: string } },
): [Claims, LegacyPrivateClaims] {
  const { namespace, name, uid } = serviceAccount.metadata;
  return [
    { sub: `system:serviceaccount:${namespace}:${name}` },
    {
      'kubernetes.io/serviceaccount/service-account.name': name,
      'kubernetes.io/serviceaccount/service-account.uid': uid,
      'kubernetes.io/serviceaccount/secret.name': secret.metadata.name ?? '',
      'kubernetes.io/serviceaccount/namespace': namespace,
    },
  ];
}
