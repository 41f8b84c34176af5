import { describe, expect, test } from 'vitest';
import {
  isConfigMapKey,
  isDNS1035Label,
  isDNS1123Label,
  isDNS1123Subdomain,
  isQualifiedName,
  isValidIP,
  isValidLabelValue,
  isValidPortName,
  isValidPortNum,
  isValidSocketAddr,
  regexError,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';

const a = (n: number): string => 'a'.repeat(n);

/** Texts that may be, and texts that may not, as in the tables of upstream's validation_test.go. */
const tables: [what: string, check: (value: string) => string[], good: string[], bad: string[]][] = [
  [
    'a label of DNS',
    isDNS1123Label,
    ['a', 'ab', 'abc', 'a1', 'a-1', 'a--1--2--b', '0', '01', '012', '1a', '1-a', '1--a--b--2', a(63)],
    [
      '',
      'A',
      'ABC',
      'aBc',
      '-',
      'a-',
      '-a',
      '1-',
      '-1',
      '_',
      'a_',
      'a_b',
      '.',
      'a.b',
      ' ',
      'a b',
      'a b ',
      a(64),
    ],
  ],
  [
    'a name of DNS',
    isDNS1123Subdomain,
    [
      'a',
      'a-1',
      'a--1--2--b',
      '0',
      '1-a',
      'a.a',
      'ab.a',
      'a.b.c.d.e',
      'aa.bb.cc',
      '0.0.0',
      '1.a',
      `${a(62)}.${a(190)}`,
    ],
    [
      '',
      'A',
      'aBc',
      '-',
      'a-',
      '.',
      '..',
      '.a',
      'a.',
      'a..b',
      'a.-b',
      'a-.b',
      'a@b',
      'a,b',
      'a_b',
      'a b',
      `${a(62)}.${a(191)}`,
    ],
  ],
  [
    'a label of DNS that begins with a letter',
    isDNS1035Label,
    ['a', 'ab', 'a1', 'a-1', 'a--1--2--b', a(63)],
    ['0', '01', '1a', '1-a', '', 'A', 'aBc', '-', 'a-', '-a', 'a_b', 'a.b', 'a b', a(64)],
  ],
  [
    'a qualified name',
    isQualifiedName,
    [
      'simple',
      'now-with-dashes',
      '1-starts-with-num',
      '1234',
      'simple/simple',
      'now-with.dots/simple',
      '1234/1234',
      '1.2.3.4/5678',
      'Uppercase_Is_OK_123',
      'example.com/Uppercase_Is_OK_123',
      `${a(63)}/${a(63)}`,
      `${a(253)}/x`,
      a(63),
    ],
    [
      'nospecialchars%^=@',
      'cantendwithadash-',
      '-cantstartwithadash-',
      'only/one/slash',
      'Example.com/abc',
      'example_com/abc',
      'example.com/',
      '/simple',
      a(64),
      `${a(254)}/abc`,
      `abc/${a(64)}`,
      '',
    ],
  ],
  [
    'the value of a label',
    isValidLabelValue,
    ['', 'simple', 'now-with-dashes', '1-starts-with-num', 'end-with-num-1', '1234', 'Mixed_Case.1', a(63)],
    [
      'nospecialchars%^=@',
      'Tama-nui-te-rā.is.Māori.sun',
      '\\backslashes\\are\\bad',
      '-starts-with-dash',
      'ends-with-dash-',
      '.starts.with.dot',
      'ends.with.dot.',
      'a/b',
      a(64),
    ],
  ],
  [
    'the name of a port',
    isValidPortName,
    ['telnet', 're-mail-ck', 'pop3', 'a', 'a-1', '1-a', 'a-1-b-2-c', '1-a-2-b-3', 'abcdefghijklmno'],
    [
      'longerthan15characters',
      'abcdefghijklmnop',
      '',
      '12345',
      '1-2-3-4',
      '-begin',
      'end-',
      'two--hyphens',
      'whois++',
      'UPPER',
    ],
  ],
  [
    'a key of a ConfigMap',
    isConfigMapKey,
    ['a', 'good', 'good-good', 'still.good', 'THIS.IS.ALSO_GOOD', '.good', '-x', a(253)],
    ['', '.', '..', '..bad', 'b*d', 'bad!&bad', 'a/b', a(254)],
  ],
  [
    'an address',
    isValidIP,
    ['::1', '2a00:79e0:2:0:f1c3:e797:93c1:df80', '::', '1.1.1.1', '0.0.0.0', '127.0.0.1', '255.255.255.255'],
    ['[2001:db8:0:1]:80', 'myhost.mydomain', '-1.0.0.0', '[2001:db8:0:1]', 'a', '1.1.1', '256.1.1.1', ''],
  ],
  [
    'an address and its port',
    isValidSocketAddr,
    [
      '0.0.0.0:10254',
      '127.0.0.1:8888',
      '[2001:db8:1f70::999:de8:7648:6e8]:10254',
      '[::]:10254',
      '1.1.1.1:+80',
      '1.1.1.1:1',
      '1.1.1.1:65535',
    ],
    [
      '0.0.0.0.0:2020',
      '0.0.0.0',
      '6.6.6.6:909090',
      '2001:db8:1f70::999:de8:7648:6e8:87567:102545',
      '',
      '*',
      '1.1.1.1:0',
      '1.1.1.1:65536',
      '1.1.1.1:-1',
      '1.1.1.1:x',
      '1.1.1.1:',
    ],
  ],
];

describe.each(tables)('%s', (_what, check, good, bad) => {
  test.each(good.map((value) => [value]))('may be %j', (value) => expect(check(value)).toEqual([]));
  test.each(bad.map((value) => [value]))('may not be %j', (value) => expect(check(value)).not.toEqual([]));
});

test.each([
  [1, true],
  [2, true],
  [1000, true],
  [65535, true],
  [0, false],
  [-1, false],
  [65536, false],
])('port %s may be: %s', (port, may) => {
  expect(isValidPortNum(port)).toEqual(may ? [] : ['must be between 1 and 65535, inclusive']);
});

describe('what is wrong is told, all of it', () => {
  const chars =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  const regex =
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  const subdomain =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

  test.each<[string, string[], string[]]>([
    [
      'isQualifiedName of a/b/c',
      isQualifiedName('a/b/c'),
      [
        `a qualified name ${chars} ${regex} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
      ],
    ],
    [
      'isQualifiedName of nothing',
      isQualifiedName(''),
      ['name part must be non-empty', `name part ${chars} ${regex}`],
    ],
    ['isQualifiedName of /a', isQualifiedName('/a'), ['prefix part must be non-empty']],
    [
      'isQualifiedName of A/-',
      isQualifiedName('A/-'),
      [`prefix part ${subdomain}`, `name part ${chars} ${regex}`],
    ],
    [
      'isQualifiedName of 64 dashes',
      isQualifiedName('-'.repeat(64)),
      ['name part must be no more than 63 characters', `name part ${chars} ${regex}`],
    ],
    ['isDNS1123Label of 64 letters', isDNS1123Label(a(64)), ['must be no more than 63 characters']],
    ['isDNS1035Label of 64 letters', isDNS1035Label(a(64)), ['must be no more than 63 characters']],
    ['isValidLabelValue of 64 letters', isValidLabelValue(a(64)), ['must be no more than 63 characters']],
    [
      'isDNS1123Subdomain of 254 letters',
      isDNS1123Subdomain(a(254)),
      ['must be no more than 253 characters'],
    ],
    ['isConfigMapKey of 254 letters', isConfigMapKey(a(254)), ['must be no more than 253 characters']],
    ['isConfigMapKey of .', isConfigMapKey('.'), ["must not be '.'"]],
    ['isConfigMapKey of ..', isConfigMapKey('..'), ["must not be '..'"]],
    ['isConfigMapKey of ..a', isConfigMapKey('..a'), ["must not start with '..'"]],
    ['isValidPortName of 16 letters', isValidPortName(a(16)), ['must be no more than 15 characters']],
    ['isValidPortName of 1', isValidPortName('1'), ['must contain at least one letter or number (a-z, 0-9)']],
    [
      'isValidPortName of A',
      isValidPortName('A'),
      [
        'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'must contain at least one letter or number (a-z, 0-9)',
      ],
    ],
    ['isValidPortName of a--b', isValidPortName('a--b'), ['must not contain consecutive hyphens']],
    ['isValidPortName of a-', isValidPortName('a-'), ['must not begin or end with a hyphen']],
    ['isValidPortName of -a', isValidPortName('-a'), ['must not begin or end with a hyphen']],
    [
      'isValidSocketAddr of a:0',
      isValidSocketAddr('a:0'),
      [
        'must be between 1 and 65535, inclusive',
        'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
  ])('%s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });

  test('with its pattern, and examples if there are some', () => {
    expect(regexError('must be a', 'a')).toBe("must be a (regex used for validation is 'a')");
    expect(regexError('must be a', 'a', 'x')).toBe("must be a (e.g. 'x', regex used for validation is 'a')");
  });
});
