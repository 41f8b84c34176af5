import { describe, expect, test } from 'vitest';
import { GoFlagSet } from '../../../../../../../src/runtime/go/flag.ts';
import { Buffer } from '../../../../../../../src/runtime/go/os.ts';
import { newPointer } from '../../../../../../../src/runtime/go/pointer.ts';
import {
  FlagSet,
  flagUsagesWrapped,
} from '../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/pflag/flag.ts';
import { addGoFlagSet } from '../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/pflag/golangflag.ts';

/** A set with a flag of each kind. */
function sample() {
  const flags = new FlagSet('test', 'continue');
  const out = new Buffer();
  flags.setOutput(out);
  const values = {
    leaderElect: newPointer(false),
    qps: newPointer(0),
    burst: newPointer(0),
    workers: newPointer(0),
    period: newPointer(0),
    master: newPointer(''),
    controllers: newPointer<string[]>([]),
    lines: newPointer<string[]>([]),
    labels: newPointer<Readonly<Record<string, string>>>({}),
    bind: newPointer<string | undefined>(undefined),
    verbose: newPointer(false),
  };
  flags.boolVar(values.leaderElect, 'leader-elect', true, 'elect a leader');
  flags.float32Var(values.qps, 'qps', 20, 'requests a second');
  flags.int32Var(values.burst, 'burst', 30, 'requests at once');
  flags.intVar(values.workers, 'workers', 0, 'how many `goroutines` work');
  flags.durationVar(values.period, 'period', 12 * 3600_000, 'resync period');
  flags.stringVarP(values.master, 'master', 's', '', 'where the API server is');
  flags.stringSliceVar(values.controllers, 'controllers', ['*'], 'which to start');
  flags.stringArrayVar(values.lines, 'line', [], 'a line');
  flags.stringToStringVar(values.labels, 'labels', {}, 'labels');
  flags.ipVar(values.bind, 'bind-address', '0.0.0.0', 'where to listen');
  flags.boolVarP(values.verbose, 'verbose', 'b', false, 'say more');
  const parse = (...args: string[]): string | undefined => flags.parse(args)?.message;
  return { flags, out, values, parse };
}

describe('parsing', () => {
  test('takes --flag=value, --flag value, -f value, -fvalue, -f=value, and a boolean alone', () => {
    const { values, parse, flags } = sample();
    expect(parse('--burst=5', '--qps', '1.5', '-s', 'a', '--verbose', 'word', '--', '--burst=9')).toBe(
      undefined,
    );
    expect([values.burst.value, values.qps.value, values.master.value, values.verbose.value]).toEqual([
      5,
      1.5,
      'a',
      true,
    ]);
    expect(flags.args).toEqual(['word', '--burst=9']);
    expect(flags.argsLenAtDash).toBe(1);
    for (const words of [['-shere'], ['-s=here'], ['-bs', 'here']]) {
      const again = sample();
      expect(again.parse(...words)).toBe(undefined);
      expect(again.values.master.value).toBe('here');
    }
  });

  test('a boolean does not take the next word, whatever it says', () => {
    const { values, parse, flags } = sample();
    expect(parse('--leader-elect', 'false')).toBe(undefined);
    expect(values.leaderElect.value).toBe(true);
    expect(flags.args).toEqual(['false']);
    expect(parse('--leader-elect=false')).toBe(undefined);
    expect(values.leaderElect.value).toBe(false);
  });

  test('lists: the first replaces the default, those after add to it', () => {
    const { values, parse } = sample();
    expect(parse('--controllers=a,b', '--controllers', '"c,d"', '--line=1,2', '--line', '3')).toBe(undefined);
    expect(values.controllers.value).toEqual(['a', 'b', 'c,d']);
    expect(values.lines.value).toEqual(['1,2', '3']);
  });

  test('pairs: later keys replace earlier ones', () => {
    const { values, parse, flags } = sample();
    expect(parse('--labels=a=1,b=2', '--labels', 'b=3')).toBe(undefined);
    expect(values.labels.value).toEqual({ a: '1', b: '3' });
    expect(flags.lookup('labels')?.value.string()).toBe('[a=1,b=3]');
  });

  test.each([
    [['--colour=red'], 'unknown flag: --colour'],
    [['--leader_elect'], 'unknown flag: --leader_elect'],
    [['-x'], "unknown shorthand flag: 'x' in -x"],
    [['-bx'], "unknown shorthand flag: 'x' in -x"],
    [['--burst'], 'flag needs an argument: --burst'],
    [['-s'], "flag needs an argument: 's' in -s"],
    [['--=a'], 'bad flag syntax: --=a'],
    [['---a'], 'bad flag syntax: ---a'],
    [
      ['--burst=many'],
      'invalid argument "many" for "--burst" flag: strconv.ParseInt: parsing "many": invalid syntax',
    ],
    [
      ['--leader-elect=maybe'],
      'invalid argument "maybe" for "--leader-elect" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [
      ['-b=maybe'],
      'invalid argument "maybe" for "-b, --verbose" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    [['--period=12'], 'invalid argument "12" for "--period" flag: time: missing unit in duration "12"'],
    [
      ['--bind-address=here'],
      'invalid argument "here" for "--bind-address" flag: failed to parse IP: "here"',
    ],
    [['--labels=a'], 'invalid argument "a" for "--labels" flag: a must be formatted as key=value'],
    [['--help'], 'pflag: help requested'],
    [['-h'], 'pflag: help requested'],
  ])('%j is refused: %s', (words, message) => expect(sample().parse(...words)).toBe(message));

  test('an error ends the parsing; what stood before it holds', () => {
    const { values, parse } = sample();
    parse('--burst=5', '--colour', '--qps=9');
    expect([values.burst.value, values.qps.value]).toEqual([5, 20]);
  });

  test('unknown flags may be passed over, with their values', () => {
    const { flags, values, parse } = sample();
    flags.parseErrorsWhitelist = { unknownFlags: true };
    expect(parse('--colour', 'red', '--shape=round', '--burst=5', 'x')).toBe(undefined);
    expect(values.burst.value).toBe(5);
    expect(flags.args).toEqual(['x']);
  });

  test('remembers what was set, and says it of deprecated flags', () => {
    const { flags, out, parse } = sample();
    flags.markDeprecated('qps', 'use --burst');
    expect(parse('--qps=1', '--burst=30')).toBe(undefined);
    const set: string[] = [];
    flags.visit(({ name }) => void set.push(name));
    expect(set).toEqual(['burst', 'qps']);
    expect(flags.changed('burst')).toBe(true);
    expect(out.text).toBe('Flag --qps has been deprecated, use --burst\n');
    expect(flags.markDeprecated('none', 'x')?.message).toBe('flag "none" does not exist');
    expect(flags.markDeprecated('burst', '')?.message).toBe(
      'deprecated message for flag "burst" must be set',
    );
  });
});

describe('sets', () => {
  test('a flag is declared once, and a letter names one flag', () => {
    const { flags } = sample();
    expect(() => flags.stringVar(newPointer(''), 'burst', '', '')).toThrow('test flag redefined: burst');
    expect(() => flags.boolVarP(newPointer(false), 'silent', 's', false, '')).toThrow(
      `unable to redefine 's' shorthand in "test" flagset: it's already used for "master" flag`,
    );
  });

  test('what another set took over stays one flag', () => {
    const { flags, values } = sample();
    const other = new FlagSet('other', 'continue');
    other.addFlagSet(flags);
    expect(other.parse(['--burst=7'])).toBe(undefined);
    expect(values.burst.value).toBe(7);
    expect(flags.lookup('burst')?.changed).toBe(true);
  });

  test('a normaliser makes several spellings one', () => {
    const { flags, values, parse } = sample();
    flags.setNormalizeFunc((_flags, name) => name.replaceAll('_', '-'));
    expect(parse('--leader_elect=false')).toBe(undefined);
    expect(values.leaderElect.value).toBe(false);
    flags.setNormalizeFunc((_flags, name) => name.replaceAll(/[_-]/g, '.'));
    expect(flags.lookup('leader-elect')?.name).toBe('leader.elect');
  });

  test("flags of Go's own come over with a shorthand of one letter", () => {
    const go = new GoFlagSet();
    const level = newPointer(0);
    go.uint64Var(level, 'v', 0, 'verbosity');
    go.boolVar(newPointer(false), 'toStderr', true, 'to stderr');
    const flags = new FlagSet('test', 'continue');
    addGoFlagSet(flags, go);
    expect(flags.parse(['-v=4', '--toStderr'])).toBe(undefined);
    expect(level.value).toBe(4);
    expect(flags.parse(['--v=x'])?.message).toBe('invalid argument "x" for "-v, --v" flag: parse error');
  });
});

describe('usage', () => {
  test('by name, defaults that say something, the word in back quotes', () => {
    const { flags } = sample();
    flags.markHidden('line');
    flags.markDeprecated('qps', 'use --burst');
    expect(flags.flagUsages()).toBe(
      [
        '      --bind-address ip         where to listen (default 0.0.0.0)',
        '      --burst int32             requests at once (default 30)',
        '      --controllers strings     which to start (default [*])',
        '      --labels stringToString   labels (default [])',
        '      --leader-elect            elect a leader (default true)',
        '  -s, --master string           where the API server is',
        '      --period duration         resync period (default 12h0m0s)',
        '  -b, --verbose                 say more',
        '      --workers goroutines      how many goroutines work',
        '',
      ].join('\n'),
    );
  });

  test('wraps to the columns there are', () => {
    const flags = new FlagSet('test', 'continue');
    flags.stringVar(newPointer(''), 'name', 'a', 'one two three four five six seven eight nine ten');
    expect(flagUsagesWrapped(flags, 60)).toBe(
      `      --name string   one two three four five six\n                      seven eight nine ten (default "a")\n`,
    );
    expect(flagUsagesWrapped(flags, 44)).toBe(
      `      --name string   \n                one two three four\n                five six seven eight\n                nine ten (default "a")\n`,
    );
  });
});
