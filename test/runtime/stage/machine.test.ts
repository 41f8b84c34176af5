import { expect, test } from 'vitest';
import type { Host, HTTPResponse } from '../../../src/runtime/stage/host.ts';
import type { Plane, Program } from '../../../src/runtime/stage/program.ts';
import { Stage } from '../../../src/runtime/stage/stage.ts';
import { Chan } from '../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const socket = '/run/greeter.sock';

/** Programs that do nothing of their own: what their hosts can do is asked of them from outside. */
function staged(...programs: readonly Omit<Program, 'main'>[]) {
  const hosts = new Map<string, Host>();
  const plane: Plane = {
    subjects: [],
    programsOf: () =>
      programs.map((program) => ({
        ...program,
        *main(host) {
          hosts.set(program.name, host);
          yield* new Chan<never>('the end').receive();
        },
      })),
  };
  const stage = new Stage(plane);
  stage.start();
  stage.sim.runFor(1);
  const hostOf = (name: string): Host => hosts.get(name)!;
  return { stage, hostOf };
}

function* greet(): Blocking<HTTPResponse> {
  return { status: 200, body: 'hello' };
}

const one = { name: 'one', machine: 'a' };
const other = { name: 'other', machine: 'a' };
const away = { name: 'away' };

test('programs of one machine reach each other by a socket, and others do not', () => {
  const { hostOf } = staged(one, other, away);
  hostOf('one').listen(socket, greet);
  expect(hostOf('other').dial(socket)).toBe(greet);
  expect(hostOf('away').dial(socket)).toBeUndefined();
});

test('a socket goes with its program, and can be taken again', () => {
  const { stage, hostOf } = staged(one, other);
  hostOf('one').listen(socket, greet);
  expect(() => hostOf('other').listen(socket, greet)).toThrow(
    'other: expected a free socket, found /run/greeter.sock of one; listen to another',
  );
  stage.programs.crash('one');
  expect(hostOf('other').dial(socket)).toBeUndefined();
  hostOf('other').listen(socket, greet);
  expect(hostOf('other').dial(socket)).toBe(greet);
});

test('files are of the machine: they outlive its programs, and others on it see them', () => {
  const { stage, hostOf } = staged(one, other, away);
  hostOf('one').files.set('/etc/greeting', 'hello');
  stage.programs.crash('one');
  stage.programs.start('one');
  stage.sim.runFor(1);
  expect(hostOf('one').files.get('/etc/greeting')).toBe('hello');
  expect(hostOf('other').files.get('/etc/greeting')).toBe('hello');
  expect(hostOf('away').files.get('/etc/greeting')).toBeUndefined();
});

test('who watches files is told of each that is written or removed, until it stops', () => {
  const { files } = staged(one).hostOf('one');
  files.set('/etc/pods/a.yaml', 'a');
  const told: string[] = [];
  const stop = files.watch((path) => told.push(`${path}: ${files.get(path) ?? 'gone'}`));
  files.set('/etc/pods/b.yaml', 'b');
  files.delete('/etc/pods/a.yaml');
  files.delete('/etc/pods/none.yaml');
  stop();
  files.set('/etc/pods/c.yaml', 'c');
  expect(told).toEqual(['/etc/pods/b.yaml: b', '/etc/pods/a.yaml: gone']);
  expect(files.under('/etc/pods')).toEqual(['/etc/pods/b.yaml', '/etc/pods/c.yaml']);
  expect(files.under('/etc/pod')).toEqual([]);
});
