import { serviceAccountsWithTokens } from '../../../kubernetes/pkg/registry/core/serviceaccount/storage/token.ts';
import { serviceAccounts } from '../../../kubernetes/pkg/registry/core/serviceaccount/strategy.ts';
import type { Plane } from '../../../stage/program.ts';
import { plane as whole } from './controller-manager.ts';

/** As the plane of the controller-manager, with an API server that makes no tokens on request. */
export const plane: Plane = {
  ...whole,
  kinds: whole.kinds.map((kind) => (kind === serviceAccountsWithTokens ? serviceAccounts : kind)),
};
