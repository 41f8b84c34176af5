import { describe, expect, test } from 'vitest';
import { APIServer } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { Network } from '../../../../src/runtime/subjects/api/network.ts';
import { pod } from '../../../../src/runtime/subjects/api/objects.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { transcript } from '../../sim/transcript.ts';
import { coreKinds } from '../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';

function wired(latencyMs: number): {
  sim: Sim;
  network: Network;
  create(name: string): void;
  watch(): void;
  lines: string[];
  say(text: string): void;
} {
  const sim = new Sim();
  const { say, lines } = transcript(sim);
  const network = new Network(sim, new APIServer(sim, { kinds: coreKinds }), latencyMs);
  const create = (name: string): void =>
    void network.server.do({
      verb: 'create',
      resource: 'pods',
      namespace: 'default',
      body: pod(name, {}),
      userAgent: 'kubectl',
    });
  const transport = network.transport('program');
  const watch = (): void =>
    void sim.go(
      'watcher',
      (function* () {
        for (;;) {
          const [connection, error] = yield* transport.watch({
            verb: 'watch',
            resource: 'pods',
            userAgent: 'program',
            options: { resourceVersion: '0' },
          });
          if (error) {
            say(`refused: ${error.message}`);
            yield* sim.sleep(100);
            continue;
          }
          say('connected');
          for (;;) {
            const [event, open] = yield* connection.resultChan().receive();
            if (!open) break;
            say(`${event.type} ${event.object.metadata.name}`);
          }
          say('closed');
        }
      })(),
    );
  return { sim, network, create, watch, lines, say };
}

describe('Network', () => {
  test('a request takes the latency twice, an event once', () => {
    const { sim, network, create, watch, lines, say } = wired(10);
    watch();
    sim.after(50, () => create('a'));
    sim.go(
      'getter',
      (function* () {
        yield* sim.sleep(60);
        const [got] = yield* network
          .transport('other')
          .do({ verb: 'get', resource: 'pods', namespace: 'default', name: 'a', userAgent: 'other' });
        say(`got ${got?.metadata.name}`);
      })(),
    );
    sim.runFor(200);
    expect(lines).toEqual(['   20  connected', '   60  ADDED a', '   80  got a']);
  });

  test('a delay holds back what is sent after it, and order stays when it is taken away', () => {
    const { sim, network, create, watch, lines } = wired(5);
    watch();
    sim.after(50, () => {
      network.delayWatch('program', 'pods', 100);
      create('slow');
    });
    sim.after(60, () => {
      network.delayWatch('program', 'pods', 0);
      create('quick');
    });
    sim.runFor(300);
    expect(lines).toEqual(['   10  connected', '  155  ADDED slow', '  155  ADDED quick']);
  });

  test('a cut loses what is under way and refuses until it is mended', () => {
    const { sim, network, create, watch, lines } = wired(5);
    watch();
    sim.after(50, () => {
      create('lost on the way');
      create('a');
      network.cutWatch('program', 'pods', 150);
    });
    sim.runFor(300);
    expect(lines).toEqual([
      '   10  connected',
      '   50  closed',
      '   60  refused: connection refused',
      '  170  refused: connection refused',
      '  280  connected',
      '  280  ADDED a',
    ]);
  });

  test('a path is refused to whoever asks, for a time, and others are not', () => {
    const { sim, network, say, lines } = wired(5);
    network.refuse('/apis', 100);
    sim.go(
      'asks',
      (function* () {
        const { do: ask } = network.transport('program');
        for (const resource of ['/apis', '/api/v1', '/apis']) {
          const [, refused] = yield* ask({ verb: 'get', resource, userAgent: 'program' });
          say(`${resource} ${refused?.message ?? 'answers'}`);
          yield* sim.sleep(60);
        }
      })(),
    );
    sim.runFor(300);
    expect(lines).toEqual([
      '   10  /apis the server is currently unable to handle the request',
      '   80  /api/v1 answers',
      '  150  /apis answers',
    ]);
  });

  test('an event is lost, and those behind it come as if nothing had been', () => {
    const { sim, network, create, watch, lines } = wired(5);
    watch();
    sim.after(50, () => {
      network.loseEvents('program', 'pods', 1);
      create('lost');
      create('a');
    });
    sim.runFor(300);
    expect(lines).toEqual(['   10  connected', '   55  ADDED a']);
  });

  test('a partition holds back requests, answers and events, and lets them go in order when it is over', () => {
    const { sim, network, create, watch, lines, say } = wired(5);
    watch();
    const get = function* (at: number) {
      yield* sim.sleep(at);
      const transport = network.transport('program');
      const [got, error] = yield* transport.do({
        verb: 'get',
        resource: 'pods',
        namespace: 'default',
        name: 'a',
        userAgent: 'program',
      });
      say(`asked at ${at}: ${got?.metadata.name ?? error?.message}`);
    };
    sim.after(30, () => create('a'));
    // The first is at the server when the way is cut, and its answer cannot come back.
    sim.go('early', get(43));
    sim.after(50, () => network.partition('program', 100));
    sim.go('late', get(60));
    sim.after(70, () => create('b'));
    sim.after(80, () => create('c'));
    // Shorter than what is left, or just as long: it changes nothing.
    sim.after(90, () => network.partition('program', 10));
    sim.after(95, () => network.partition('program', 55));
    sim.runFor(300);
    expect(lines).toEqual([
      '   10  connected',
      '   35  ADDED a',
      '  150  asked at 43: a',
      '  150  ADDED b',
      '  150  ADDED c',
      '  160  asked at 60: a',
    ]);
  });

  test('the next updates meet a conflict, as many as asked for', () => {
    const { sim, network, create, lines, say } = wired(1);
    create('a');
    network.failWrites('pods', 2);
    sim.go(
      'writer',
      (function* () {
        const patch = {
          verb: 'patch',
          resource: 'pods',
          namespace: 'default',
          name: 'a',
          body: { metadata: { labels: { x: 'y' } } },
          userAgent: 'w',
        } as const;
        for (let i = 0; i < 3; i++) {
          const [, error] = yield* network.transport('w').do(patch);
          say(error?.message ?? 'written');
        }
      })(),
    );
    sim.runFor(100);
    const conflict =
      'Operation cannot be fulfilled on pods "a": the object has been modified; please apply your changes to the latest version and try again';
    expect(lines).toEqual([`    2  ${conflict}`, `    4  ${conflict}`, '    6  written']);
  });

  test('a program that dies takes its connections along', () => {
    const { sim, network, watch, lines } = wired(1);
    watch();
    sim.after(20, () => network.disconnect('program'));
    sim.runFor(23);
    expect(lines).toEqual(['    2  connected', '   20  closed', '   22  connected']);
  });
});
