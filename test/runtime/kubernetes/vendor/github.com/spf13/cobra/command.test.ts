import { describe, expect, test } from 'vitest';
import {
  exactArgs,
  exactValidArgs,
  maximumNArgs,
  minimumNArgs,
  noArgs,
  onlyValidArgs,
  rangeArgs,
} from '../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/cobra/args.ts';
import {
  initializers,
  ld,
} from '../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/cobra/cobra.ts';
import {
  Command,
  type CommandFields,
  find,
} from '../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/cobra/command.ts';
import { Buffer, OS } from '../../../../../../../src/runtime/go/os.ts';
import { newPointer } from '../../../../../../../src/runtime/go/pointer.ts';
import { commandLine } from '../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/pflag/flag.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

/** A program with a tree of commands, its streams, and a way to run a line. */
function program(root: CommandFields, ...children: CommandFields[]) {
  const sim = new Sim();
  const stdout = new Buffer();
  const stderr = new Buffer();
  const os = new OS(sim, { args: ['app'], stdout, stderr });
  const command = new Command(os, root);
  const below = children.map((fields) => new Command(os, fields));
  command.addCommand(...below);
  const run = (line: string): string | undefined => {
    let answer: Error | undefined;
    command.setArgs(line === '' ? [] : line.split(' '));
    sim.go(
      'main',
      (function* () {
        answer = yield* command.execute();
      })(),
    );
    sim.runUntilIdle();
    return answer?.message;
  };
  return { sim, os, stdout, stderr, command, below, run };
}

function* nothing() {}

describe('the tree', () => {
  const tree = () => {
    const app = program({ use: 'app' }, { use: 'get [kind]', run: nothing }, { use: 'config' });
    const [get, config] = app.below as [Command, Command];
    const view = new Command(app.os, { use: 'view', aliases: ['show'], run: nothing });
    config.addCommand(view);
    app.command.persistentFlags().stringVarP(newPointer(''), 'namespace', 'n', '', 'which namespace');
    get.flags().boolVarP(newPointer(false), 'watch', 'w', false, 'wait for changes');
    return { ...app, get, config, view };
  };

  test.each([
    ['get pods', 'get', ['pods']],
    ['-n kube-system get pods', 'get', ['-n', 'kube-system', 'pods']],
    ['--namespace=x config view -w', 'view', ['--namespace=x', '-w']],
    ['config show', 'view', []],
    ['config none', 'config', ['none']],
    ['--namespace get', 'app', ['--namespace', 'get']],
  ])('CLI-07: %j walks to %s, and leaves it %j', (line, name, left) => {
    const [cmd, args, error] = find(tree().command, line.split(' '));
    expect([cmd?.name(), args, error]).toEqual([name, left, undefined]);
  });

  test('CLI-07: a word that names no command is refused, with what it may have meant', () => {
    const { run, stderr } = tree();
    expect(run('gte pods')).toBe('unknown command "gte" for "app"\n\nDid you mean this?\n\tget\n');
    expect(stderr.text).toBe(
      `Error: unknown command "gte" for "app"\n\nDid you mean this?\n\tget\n\nRun 'app --help' for usage.\n`,
    );
  });

  test('CLI-07: a flag of a command above is read by the command itself', () => {
    const { run, get, command } = tree();
    expect(run('get -n x pods -w')).toBe(undefined);
    expect(get.flags().args).toEqual(['pods']);
    expect(get.flags().changed('watch')).toBe(true);
    expect(command.persistentFlags().changed('namespace')).toBe(true);
  });

  test('on the way down each command may read its own flags', () => {
    const deep = program({ use: 'app', traverseChildren: true }, { use: 'get', run: nothing });
    deep.command.flags().boolVarP(newPointer(false), 'local', 'l', false, '');
    expect(deep.run('-l get')).toBe(undefined);
    expect(deep.command.flags().changed('local')).toBe(true);
    expect(deep.run('get -l')).toBe("unknown shorthand flag: 'l' in -l");
    const flat = program({ use: 'app' }, { use: 'get', run: nothing });
    flat.command.flags().boolVarP(newPointer(false), 'local', 'l', false, '');
    expect(flat.run('-l get')).toBe("unknown shorthand flag: 'l' in -l");
  });

  test('help tells usage, commands and flags', () => {
    const { run, stdout } = tree();
    run('help config');
    expect(stdout.text).toBe(
      [
        'Usage:',
        '  app config [command]',
        '',
        'Available Commands:',
        '  view        ',
        '',
        'Flags:',
        '  -h, --help   help for config',
        '',
        'Global Flags:',
        '  -n, --namespace string   which namespace',
        '',
        'Use "app config [command] --help" for more information about a command.',
        '',
      ].join('\n'),
    );
  });

  test('distance between words', () => {
    expect(ld('get', 'gte', false)).toBe(2);
    expect(ld('GET', 'get', true)).toBe(0);
    expect(ld('', 'abc', false)).toBe(3);
    expect(ld('kitten', 'sitting', false)).toBe(3);
  });
});

describe('arguments', () => {
  test.each([
    [noArgs, 'a', 'unknown command "a" for "app"'],
    [onlyValidArgs, 'one', undefined],
    [onlyValidArgs, 'three', 'invalid argument "three" for "app"'],
    [minimumNArgs(2), 'a', 'requires at least 2 arg(s), only received 1'],
    [maximumNArgs(1), 'a b', 'accepts at most 1 arg(s), received 2'],
    [exactArgs(2), 'a', 'accepts 2 arg(s), received 1'],
    [exactValidArgs(1), 'three', 'invalid argument "three" for "app"'],
    [rangeArgs(2, 3), 'a', 'accepts between 2 and 3 arg(s), received 1'],
    [rangeArgs(2, 3), 'a b c', undefined],
  ])('%o takes %j: %j', (args, line, answer) => {
    const { run } = program({ use: 'app', args, validArgs: ['one', 'two\tthe second'], run: nothing });
    expect(run(line)).toBe(answer);
  });
});

describe('the order of things', () => {
  const hooks = (name: string, log: string[]) => ({
    persistentPreRun: () => void log.push(`${name} persistent pre-run`),
    preRun: () => void log.push(`${name} pre-run`),
    *run() {
      log.push(`${name} run`);
    },
    postRun: () => void log.push(`${name} post-run`),
    persistentPostRun: () => void log.push(`${name} persistent post-run`),
  });

  test('CLI-08: parse, initialisers, args, persistent pre-run, pre-run, run, post-run, persistent post-run', () => {
    const log: string[] = [];
    const args = (): undefined => void log.push('args');
    const { run, os } = program({ use: 'app', args, ...hooks('app', log) });
    initializers(os).push(() => log.push('initialiser'));
    expect(run('')).toBe(undefined);
    expect(log).toEqual([
      'initialiser',
      'args',
      'app persistent pre-run',
      'app pre-run',
      'app run',
      'app post-run',
      'app persistent post-run',
    ]);
  });

  test('CLI-08: of the persistent hooks up the tree only the nearest runs', () => {
    const log: string[] = [];
    const app = program({ use: 'app', ...hooks('app', log) }, { use: 'near', ...hooks('near', log) });
    app.command.addCommand(new Command(app.os, { use: 'bare', run: nothing }));
    app.run('near');
    expect(log.filter((line) => line.startsWith('app'))).toEqual([]);
    log.length = 0;
    app.run('bare');
    expect(log).toEqual(['app persistent pre-run', 'app persistent post-run']);
  });

  test('CLI-08: a flag that must be set is asked for after the hooks before the run', () => {
    const log: string[] = [];
    const { run, command, stderr } = program({ use: 'app', silenceUsage: true, ...hooks('app', log) });
    command.flags().stringVar(newPointer(''), 'name', '', '');
    command.markFlagRequired('name');
    expect(run('')).toBe('required flag(s) "name" not set');
    expect(log).toEqual(['app persistent pre-run', 'app pre-run']);
    expect(stderr.text).toBe('Error: required flag(s) "name" not set\n');
  });

  test('CLI-08: help and version end it before any hook', () => {
    const log: string[] = [];
    const { run, stdout } = program({ use: 'app', version: '1.2.3', ...hooks('app', log) });
    expect(run('--version')).toBe(undefined);
    expect(stdout.text).toBe('app version 1.2.3\n');
    expect(run('--help')).toBe(undefined);
    expect(stdout.text).toContain('Usage:\n  app [flags]\n');
    expect(log).toEqual([]);
  });

  test('an error of a hook ends it, and is printed with the usage unless the command is silent', () => {
    const log: string[] = [];
    const fails = { ...hooks('app', log), preRunE: () => new Error('not today') };
    const loud = program({ use: 'app', ...fails });
    expect(loud.run('')).toBe('not today');
    expect(loud.stderr.text).toBe(
      'Error: not today\nUsage:\n  app [flags]\n\nFlags:\n  -h, --help   help for app\n\n',
    );
    const silent = program({ use: 'app', silenceErrors: true, silenceUsage: true, ...fails });
    expect(silent.run('')).toBe('not today');
    expect(silent.stderr.text).toBe('');
    expect(log).not.toContain('app run');
  });

  test('a deprecated command says so, and a deprecated flag', () => {
    const { run, command, stderr } = program({ use: 'app', deprecated: 'use other', run: nothing });
    command.flags().boolVar(newPointer(false), 'old', false, '');
    command.flags().markDeprecated('old', 'use --new');
    run('--old');
    expect(stderr.text).toBe(
      'Command "app" is deprecated, use other\nFlag --old has been deprecated, use --new\n',
    );
  });

  test('a command may leave flags alone', () => {
    let seen: readonly string[] = [];
    const { run } = program({
      use: 'app',
      disableFlagParsing: true,
      *run(_cmd, args) {
        seen = args;
      },
    });
    run('--what ever -x');
    expect(seen).toEqual(['--what', 'ever', '-x']);
  });

  test('flags that packages declared are those of the root', () => {
    const { run, os, command } = program({ use: 'app', run: nothing });
    const version = newPointer(false);
    commandLine(os).boolVar(version, 'release', false, '');
    expect(run('--release')).toBe(undefined);
    expect(version.value).toBe(true);
    expect(command.flags().lookup('release')).toBeDefined();
  });

  test('a program that exits does nothing more', () => {
    const log: string[] = [];
    const { run, os } = program({
      use: 'app',
      *run(cmd) {
        log.push('before');
        yield* cmd.os.exit(3);
        log.push('after');
      },
      postRun: () => void log.push('post-run'),
    });
    run('');
    expect(log).toEqual(['before']);
    expect(os.exitCode).toBe(3);
  });
});
