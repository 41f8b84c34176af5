import { expect, test } from 'vitest';
import type { EndpointAddress, EndpointSubset } from 'kubernetes-types/core/v1';
import { repackSubsets } from '../../../../../../../src/runtime/kubernetes/pkg/api/v1/endpoints/util.ts';

/** `1.2.3.4#uid !5.6.7.8 : 111 222` is a subset with a ready address, one that is not, and two ports. */
function subset(text: string): EndpointSubset {
  const [addresses = '', ports = ''] = text.split(':').map((part) => part.trim());
  const all = addresses.split(' ').filter((word) => word !== '');
  const address = (word: string): EndpointAddress => {
    const [ip = '', uid] = word.replace('!', '').split('#');
    return uid === undefined ? { ip } : { ip, targetRef: { uid } };
  };
  return {
    addresses: all.filter((word) => !word.startsWith('!')).map(address),
    notReadyAddresses: all.filter((word) => word.startsWith('!')).map(address),
    ports: ports
      .split(' ')
      .filter((word) => word !== '')
      .map((port) => ({ port: Number(port) })),
  };
}

function text({ addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset): string {
  const word = ({ ip, targetRef }: EndpointAddress): string =>
    targetRef ? `${ip}#${String(targetRef.uid)}` : ip;
  const all = [...addresses.map(word), ...notReadyAddresses.map((address) => `!${word(address)}`)];
  return `${all.join(' ')} : ${ports.map(({ port }) => port).join(' ')}`.trim();
}

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['nothing', [' : '], []],
  ['no addresses', [' : 111'], []],
  ['no ports', ['1.2.3.4 : '], ['1.2.3.4 :']],
  ['no ports, not ready', ['!1.2.3.4 : '], ['!1.2.3.4 :']],
  ['one of each', ['1.2.3.4 : 111'], ['1.2.3.4 : 111']],
  ['one that is not ready', ['!1.2.3.4 : 111'], ['!1.2.3.4 : 111']],
  ['one with a uid', ['1.2.3.4#uid-1 : 111'], ['1.2.3.4#uid-1 : 111']],
  ['two addresses', ['1.2.3.4 5.6.7.8 : 111'], ['1.2.3.4 5.6.7.8 : 111']],
  ['one ready, one not', ['1.2.3.4 !5.6.7.8 : 111'], ['1.2.3.4 !5.6.7.8 : 111']],
  ['ready and not: it is not', ['1.2.3.4 !1.2.3.4 : 111'], ['!1.2.3.4 : 111']],
  ['two ports', ['1.2.3.4 : 111 222'], ['1.2.3.4 : 111 222']],
  ['the same address twice', ['1.2.3.4 1.2.3.4 : 111'], ['1.2.3.4 : 111']],
  ['the same port twice', ['1.2.3.4 : 111 111'], ['1.2.3.4 : 111']],
  ['the same twice', ['1.2.3.4 : 111', '1.2.3.4 : 111'], ['1.2.3.4 : 111']],
  ['the same, ready and not', ['1.2.3.4 : 111', '!1.2.3.4 : 111'], ['!1.2.3.4 : 111']],
  ['one address, two ports', ['1.2.3.4 : 111', '1.2.3.4 : 222'], ['1.2.3.4 : 111 222']],
  ['one uid, two ports', ['1.2.3.4#uid-1 : 111', '1.2.3.4#uid-1 : 222'], ['1.2.3.4#uid-1 : 111 222']],
  [
    'one uid, ready for one of two ports',
    ['1.2.3.4#uid-1 : 111', '!1.2.3.4#uid-1 : 222'],
    ['1.2.3.4#uid-1 : 111', '!1.2.3.4#uid-1 : 222'],
  ],
  ['two addresses, one port', ['1.2.3.4 : 111', '5.6.7.8 : 111'], ['1.2.3.4 5.6.7.8 : 111']],
  [
    'one address, two uids',
    ['1.2.3.4#uid-1 : 111', '1.2.3.4#uid-2 : 111'],
    ['1.2.3.4#uid-1 1.2.3.4#uid-2 : 111'],
  ],
  ['with and without uid', ['1.2.3.4 : 111', '1.2.3.4#uid-2 : 111'], ['1.2.3.4 1.2.3.4#uid-2 : 111']],
  [
    'in the wrong order',
    ['5.6.7.8 : 111', '5.6.7.8#uid-1 : 111', '1.2.3.4#uid-1 : 111', '1.2.3.4 : 111'],
    ['1.2.3.4 1.2.3.4#uid-1 5.6.7.8 5.6.7.8#uid-1 : 111'],
  ],
  ['two of each', ['1.2.3.4 : 111', '5.6.7.8 : 222'], ['1.2.3.4 : 111', '5.6.7.8 : 222']],
  [
    'ports that not all offer',
    ['1.2.3.4 : 111', '1.2.3.4 : 222', '5.6.7.8 : 111', '5.6.7.8 : 222', '9.9.9.9 : 222'],
    ['1.2.3.4 5.6.7.8 : 111', '1.2.3.4 5.6.7.8 9.9.9.9 : 222'],
  ],
])('%s', (_name, given, expected) => {
  const repacked = repackSubsets(given.map(subset));
  expect(repacked.map(text)).toEqual(expected);
  expect(repackSubsets([...given].reverse().map(subset)).map(text)).toEqual(expected);
});

test('of two references to one address the first is kept', () => {
  const named = (name: string): EndpointAddress => ({ ip: '1.2.3.4', targetRef: { name } });
  const ports = [{ port: 111 }];
  const [packed] = repackSubsets([{ addresses: [named('foo')], notReadyAddresses: [named('bar')], ports }]);
  expect(packed).toEqual({ notReadyAddresses: [named('foo')], ports });
});
