import { expect, test } from 'vitest';
import { ownMoment } from '../../../../src/components/scope/link/own-link.ts';
import { encodeMoment } from '../../../../src/components/scope/link/share-link.ts';

test('a link of the page is read as it was built, and one that does something is none of the story', () => {
  const moment = { scenario: 'controllers/replicaset#slow-cache', seed: 3, entry: 249 };
  expect(ownMoment(encodeMoment({ ...moment, acts: [] }))).toEqual(moment);
  const acts = [{ step: 4, act: { kind: 'crash', program: 'kubelet' } as const }];
  expect(ownMoment(encodeMoment({ ...moment, acts }))).toBeUndefined();
});
