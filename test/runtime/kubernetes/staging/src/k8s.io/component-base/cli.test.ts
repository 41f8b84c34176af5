import { describe, expect, test } from 'vitest';
import {
  wordSepNormalizeFunc,
  warnWordSepNormalizeFunc,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/cli/flag/flags.ts';
import { MapStringBool } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/cli/flag/map_string_bool.ts';
import { NamedCertKeyArray } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/cli/flag/namedcertkey_flag.ts';
import {
  NamedFlagSets,
  printSections,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/cli/flag/sectioned.ts';
import { FeatureGate } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import { validateShowHiddenMetricsVersion } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/metrics/options.ts';
import { get } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/version/version.ts';
import { Buffer, OS } from '../../../../../../../src/runtime/go/os.ts';
import { newPointer } from '../../../../../../../src/runtime/go/pointer.ts';
import { klog } from '../../../../../../../src/runtime/kubernetes/vendor/k8s.io/klog/v2/klog.ts';
import { FlagSet } from '../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/pflag/flag.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const newOS = () => {
  const stderr = new Buffer();
  return { stderr, os: new OS(new Sim(), { args: ['test'], stderr }) };
};

describe('sections', () => {
  test('with a width, all sections have their usage in one column, wrapped', () => {
    const sets = new NamedFlagSets();
    sets.flagSet('second').boolVar(newPointer(false), 'a', false, 'one two three four five six seven eight');
    sets.flagSet('first').stringVar(newPointer(''), 'longer-name', 'x', 'words');
    sets.flagSet('empty');
    const wide = new Buffer();
    printSections(wide, sets, 60);
    expect(wide.text).toBe(
      [
        '',
        'Second flags:',
        '',
        '      --a'.padEnd(51),
        '                one two three four five six seven eight',
        '',
        'First flags:',
        '',
        '      --longer-name string'.padEnd(51),
        '                words (default "x")',
        '',
      ].join('\n'),
    );
    const narrow = new Buffer();
    printSections(narrow, sets, 0);
    expect(narrow.text).toBe(
      '\nSecond flags:\n\n      --a   one two three four five six seven eight\n\nFirst flags:\n\n      --longer-name string   words (default "x")\n',
    );
  });
});

describe('normalisers', () => {
  test('CLI-04: one turns underscores into hyphens, the other says so too', () => {
    const { os, stderr } = newOS();
    const flags = new FlagSet('test', 'continue');
    expect(wordSepNormalizeFunc(flags, 'a_b_c')).toBe('a-b-c');
    expect(warnWordSepNormalizeFunc(os)(flags, 'a_b')).toBe('a-b');
    expect(stderr.text).toBe(
      'W0116 12:00:00.000000       1] a_b is DEPRECATED and will be removed in a future version. Use a-b instead.\n',
    );
  });
});

describe('kinds of values', () => {
  test.each([
    ['a=true,b=false', 'a=true,b=false'],
    [' a = true ,, b=0', 'a=true,b=false'],
    ['', ''],
    ['a', 'malformed pair, expect string=bool'],
    ['a=maybe', 'invalid value of a: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
  ])('MapStringBool takes %j: %s', (text, answer) => {
    const value = new MapStringBool(newPointer<Readonly<Record<string, boolean>>>({ old: true }));
    expect(value.set(text)?.message ?? value.string()).toBe(answer);
  });

  test.each([
    ['foo.crt,foo.key', '[foo.crt,foo.key]'],
    ['foo.crt , foo.key : abc , *.com', '[foo.crt,foo.key:abc,*.com]'],
    ['foo.crt,foo.key:', 'empty names list is not allowed'],
    ['foo.crt', 'expected comma separated certificate and key file paths'],
    ['a,b,c', 'expected comma separated certificate and key file paths'],
  ])('NamedCertKeyArray takes %j: %s', (text, answer) => {
    const value = new NamedCertKeyArray(newPointer([]));
    expect(value.set(text)?.message ?? value.string()).toBe(answer);
  });

  test('hidden metrics can be shown of the version before alone', () => {
    expect(validateShowHiddenMetricsVersion(get(), '')).toBe(undefined);
    expect(validateShowHiddenMetricsVersion(get(), '1.19')).toBe(undefined);
    expect(validateShowHiddenMetricsVersion(get(), '1.18')?.message).toBe(
      "--show-hidden-metrics-for-version must be omitted or have the value '1.19'. Only the previous minor version is allowed",
    );
  });
});

describe('feature gates', () => {
  const gate = () => {
    const { os, stderr } = newOS();
    const gates = new FeatureGate(os);
    gates.add({
      Alpha: { default: false, preRelease: 'ALPHA' },
      Beta: { default: true, preRelease: 'BETA' },
      Ga: { default: true, preRelease: '' },
      Locked: { default: true, preRelease: '', lockToDefault: true },
      Old: { default: false, preRelease: 'DEPRECATED' },
    });
    return { gates, stderr };
  };

  test.each([
    ['', { Alpha: false, Beta: true }],
    ['Alpha=true', { Alpha: true, Beta: true }],
    ['AllAlpha=true', { Alpha: true, Beta: true }],
    ['AllAlpha=true,Alpha=false', { Alpha: false }],
    ['Alpha=false,AllAlpha=true', { Alpha: false }],
    ['AllBeta=false', { Alpha: false, Beta: false }],
    ['AllBeta=false,Beta=true', { Beta: true }],
    ['Alpha', 'missing bool value for Alpha'],
    ['Alpha=maybe', 'invalid value of Alpha=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
    ['None=true', 'unrecognized feature gate: None'],
    ['Locked=false', 'cannot set feature gate Locked to false, feature is locked to true'],
    ['Alpha=true,None=true', 'unrecognized feature gate: None'],
  ])('%j gives %j', (text, answer) => {
    const { gates } = gate();
    const error = gates.set(text);
    if (typeof answer === 'string') {
      expect(error?.message).toBe(answer);
      expect(gates.string()).toBe('');
    } else {
      expect(error).toBe(undefined);
      for (const [name, on] of Object.entries(answer))
        expect([name, gates.enabled(name)]).toEqual([name, on]);
    }
  });

  test('to set one that is settled or on its way out is told', () => {
    const { gates, stderr } = gate();
    gates.set('Ga=true,Old=true');
    expect(stderr.text.split('\n').map((line) => line.slice(31))).toEqual([
      'Setting GA feature gate Ga=true. It will be removed in a future release.',
      'Setting deprecated feature gate Old=true. It will be removed in a future release.',
      '',
    ]);
  });

  test('the help knows those that somebody may want to switch, and none can be added later', () => {
    const { gates } = gate();
    const flags = new FlagSet('test', 'continue');
    gates.addFlag(flags);
    expect(gates.knownFeatures()).toEqual([
      'AllAlpha=true|false (ALPHA - default=false)',
      'AllBeta=true|false (BETA - default=false)',
      'Alpha=true|false (ALPHA - default=false)',
      'Beta=true|false (BETA - default=true)',
    ]);
    expect(flags.parse(['--feature-gates=Alpha=true', '--feature-gates=Beta=false'])).toBe(undefined);
    expect(gates.string()).toBe('Alpha=true,Beta=false');
    expect(gates.add({ More: { default: true, preRelease: 'BETA' } })?.message).toBe(
      'cannot add a feature gate after adding it to the flag set',
    );
    expect(gate().gates.add({ Beta: { default: false, preRelease: 'BETA' } })?.message).toBe(
      'feature gate "Beta" with different spec already exists: {true false BETA}',
    );
    expect(() => gates.enabled('None')).toThrow('feature "None" is not registered in FeatureGate');
  });
});

describe('the log', () => {
  test('a line is in the files of all lower severities, and stays in a buffer until it is flushed', () => {
    const { os, stderr } = newOS();
    const log = klog(os);
    log.toStderr = false;
    log.logDir = '/var/log';
    log.skipLogHeaders = true;
    log.skipHeaders = true;
    log.info('one');
    log.error('two');
    expect(os.files.get('/var/log/test.INFO')).toBe(undefined);
    expect(log.file[0]?.held).toBe('one\ntwo\n');
    log.flush();
    expect(os.files.get('/var/log/test.INFO')).toBe('one\ntwo\n');
    expect(os.files.get('/var/log/test.WARNING')).toBe('two\n');
    expect(os.files.get('/var/log/test.ERROR')).toBe('two\n');
    expect(os.files.has('/var/log/test.FATAL')).toBe(false);
    // From ERROR on a line is on the standard error too.
    expect(stderr.text).toBe('two\n');
  });

  test('a level is told if it is asked for', () => {
    const { os, stderr } = newOS();
    klog(os).v(1)?.info('not yet');
    klog(os).verbosity = 2;
    klog(os).v(2)?.info('now');
    klog(os).v(3)?.info('too much');
    expect(stderr.text).toBe('I0116 12:00:00.000000       1] now\n');
  });
});
