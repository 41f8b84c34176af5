import { type StatusError, newResourceExpired } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { encodeContinue } from './continue.ts';

const expired = 'The resourceVersion for the provided list is too old.';
const restart = 'You can start a new list without the continue parameter';
const inconsistentContinue =
  `The provided continue parameter is too old to display a consistent list result. ${restart}, or use the continue ` +
  'token in this response to retrieve the remainder of the results. Continuing with the provided token results in ' +
  'an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was ' +
  'returned and now may show up in the list.';

/**
 * The answer to a list whose revision was compacted. Where it went on from a page before, the answer has a token
 * to go on with from the present state.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/errors.go#interpretListError
export function interpretListError(paging: boolean, continueKey: string, keyPrefix: string): StatusError {
  if (!paging) return newResourceExpired(expired);
  return newResourceExpired(inconsistentContinue, encodeContinue(continueKey, keyPrefix, -1));
}
