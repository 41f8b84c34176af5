import { expect, test } from 'vitest';
import { decodeJSON } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/core/extender-json.ts';

test.each<[string, string, unknown]>([
  [
    'fields are found in any case',
    '{"nodenames":["a"],"ERROR":"x","Host":"h","score":3}',
    { NodeNames: ['a'], Error: 'x', Host: 'h', Score: 3 },
  ],
  [
    'in lists and below other fields too',
    '[{"host":"h"},{"other":{"uid":"u"}}]',
    [{ Host: 'h' }, { other: { UID: 'u' } }],
  ],
  [
    'but nodes that are named as fields are not renamed',
    '{"failednodes":{"host":"no","error":"no"}}',
    { FailedNodes: { host: 'no', error: 'no' } },
  ],
  [
    'nor are fields of the API',
    '{"nodes":{"items":[{"metadata":{"uid":"u"},"host":1}]}}',
    { Nodes: { items: [{ metadata: { uid: 'u' }, host: 1 }] } },
  ],
  [
    'of victims, the fields are, and the names of their nodes are not',
    '{"nodenametometavictims":{"host":{"pods":[{"uid":"u"}]},"score":null}}',
    { NodeNameToMetaVictims: { host: { Pods: [{ UID: 'u' }] }, score: null } },
  ],
  ['what is none of these is as it is', ' {"x":[1,"a",true,null]} ', { x: [1, 'a', true, null] }],
  ['none at all', '{"NodeNameToMetaVictims":null}', { NodeNameToMetaVictims: null }],
  ['a number where victims should be', '{"NodeNameToMetaVictims":5}', { NodeNameToMetaVictims: 5 }],
  ['null', 'null', null],
])('%s', (_what, text, value) => expect(decodeJSON(text)).toEqual([value, undefined]));

test.each(['', ' \n'])('%j is the end of what can be read', (text) => {
  expect(decodeJSON(text)).toEqual([undefined, new Error('EOF')]);
});

test('what is no JSON is an error', () => {
  const [value, err] = decodeJSON('{');
  expect(value).toBeUndefined();
  expect(err).toBeInstanceOf(SyntaxError);
});
