import { describe, expect, test } from 'vitest';
import { HostPortInfo } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';

type Port = readonly [ip: string | undefined, protocol: string | undefined, port: number | undefined];

/** Of a text such as `UDP 10.0.0.1 80`, where `-` stands for what is left out. */
function portOf(text: string): Port {
  const [protocol, ip, port] = text.split(' ').map((word) => (word === '-' ? undefined : word));
  return [ip, protocol, port === undefined ? undefined : Number(port)];
}

function holding(...ports: readonly string[]): HostPortInfo {
  const info = new HostPortInfo();
  for (const port of ports) info.add(...portOf(port));
  return info;
}

const four = (ip: string) => [`TCP ${ip} 79`, `UDP ${ip} 80`, `TCP ${ip} 81`, `TCP ${ip} 82`];
const both = [...four('127.0.0.1'), ...four('0.0.0.0')];
const leftOut = both.map((port) => port.replace('TCP', '-').replace('0.0.0.0', '-'));

describe('TestHostPortInfo_AddRemove', () => {
  test.each<[string, readonly string[], readonly string[], number]>([
    ['normal add case', both, [], 8],
    ['a port that is taken twice counts once', [...both, ...both], [], 8],
    ['no port', ['TCP 0.0.0.0 0', 'TCP 0.0.0.0 -1', 'TCP 0.0.0.0 -'], [], 0],
    ['empty ip and protocol are all addresses, and TCP', [...both, ...leftOut], [], 8],
    ['normal remove case', both, both, 0],
    ['empty ip and protocol remove should work', both, leftOut, 0],
    [
      'what is not there cannot be removed',
      both,
      ['TCP 127.0.0.1 80', 'TCP 127.0.0.2 79', 'TCP - 0', 'TCP - -1'],
      8,
    ],
    ['nothing of nothing', [], both, 0],
    ['one address of two', both, four('0.0.0.0'), 4],
  ])('%s', (_what, added, removed, length) => {
    const info = holding(...added);
    for (const port of removed) info.remove(...portOf(port));
    expect(info.length).toBe(length);
    for (const port of added.filter((each) => !removed.includes(each) && length > 0))
      expect(info.checkConflict(...portOf(port))).toBe(true);
  });
});

describe('TestHostPortInfo_Check', () => {
  test.each<[readonly string[], string, boolean]>([
    [[], 'TCP 127.0.0.1 80', false],
    [['TCP 127.0.0.1 80'], '- - 81', false],
    [['TCP 127.0.0.1 80'], '- - 80', true],
    [['TCP 127.0.0.1 80'], '- - 0', false],
    [['TCP 127.0.0.1 80'], '- - -1', false],
    [['TCP 127.0.0.1 80'], '- - -', false],
    [['TCP 127.0.0.1 80'], 'TCP 0.0.0.0 80', true],
    [['TCP 127.0.0.1 79', 'TCP 127.0.0.2 80'], 'TCP 0.0.0.0 80', true],
    [['UDP 127.0.0.1 80'], 'TCP 0.0.0.0 80', false],
    [['TCP 127.0.0.1 79', 'TCP 127.0.0.1 81', 'TCP 127.0.0.1 82'], 'TCP 0.0.0.0 80', false],
    [['TCP 0.0.0.0 80'], 'TCP 127.0.0.1 80', true],
    [['TCP 127.0.0.1 80'], 'TCP 127.0.0.1 80', true],
    [['TCP 127.0.0.1 80'], 'TCP 127.0.0.2 80', false],
    [four('0.0.0.0'), 'TCP 127.0.0.1 80', false],
    [four('127.0.0.1'), 'TCP 127.0.0.1 80', false],
  ])('where %j are taken, %s is taken: %s', (added, asked, expected) => {
    expect(holding(...added).checkConflict(...portOf(asked))).toBe(expected);
  });
});

test('a copy does not change with what was copied', () => {
  const info = holding('TCP 127.0.0.1 80');
  const clone = info.clone();
  info.add(...portOf('TCP 127.0.0.1 81'));
  clone.add(...portOf('TCP 127.0.0.1 82'));
  expect(
    [81, 82].map((port) => [info, clone].map((each) => each.checkConflict('127.0.0.1', 'TCP', port))),
  ).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(new HostPortInfo().clone().length).toBe(0);
});
