import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatterWrongs, chatters } from './events.ts';

test('property: EVT-07 EVT-08 whatever programs say, no object gets more events than the limits allow', () => {
  fc.assert(
    fc.property(chatters, (chatter) => {
      expect(chatterWrongs(chatter)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('a larger bucket, or groups that are never combined, are found out, so the property can fail', () => {
  const one = { waitSeconds: 1, source: 0, object: 0, reason: 0, message: 0, times: 1 };
  const often = { said: [{ ...one, times: 40 }] };
  const messages = { said: Array.from({ length: 15 }, (_, message) => ({ ...one, message })) };
  expect(chatterWrongs(often)).toEqual([]);
  expect(chatterWrongs(messages)).toEqual([]);
  expect(chatterWrongs(often, { burstSize: 30 })).toEqual(['s0 o0: 26 events in 0 s']);
  expect(chatterWrongs(messages, { maxEvents: 100 })[0]).toContain('objects in ten minutes');
});
