import fc from 'fast-check';
import { batchWrongs, batches, requestsOfBatch } from '../../test/properties/api-requests.ts';
import type { Attack } from '../attack.ts';

/** Requests of all verbs and kinds, well meant and not, against the API server in the process; an input is a batch of them. */
export const attack: Attack = {
  kind: 'API requests',
  *tries({ seed, most }) {
    const numRuns = Math.max(1, Math.floor(most / requestsOfBatch));
    let batch = 0;
    for (const one of fc.sample(batches, { seed, numRuns })) {
      const [wrong] = batchWrongs(one);
      yield {
        input: `batch ${batch++} of ${requestsOfBatch} requests`,
        ...(wrong === undefined ? {} : { broke: wrong }),
      };
    }
  },
};
