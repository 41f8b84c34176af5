import { expect, test } from 'vitest';
import { newConflict } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { StatusError } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Transport } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Blocking } from '../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { Trace as SimTrace } from '../../../../src/runtime/sim/trace.ts';
import { observeTransport } from '../../../../src/runtime/subjects/api/observers.ts';
import type { Trace } from '../../../../src/runtime/stage/world.ts';
import type { APIRequest } from '../../../../src/runtime/wire.ts';
import { emptyWorld } from '../../empty-world.ts';

/** Takes a key, and asks one thing after another; those that end with `!` are refused. Gives each entry with its cause. */
function asked(...verbs: readonly string[]): string[] {
  const sim = new Sim();
  const trace: Trace = new SimTrace(sim, emptyWorld());
  sim.trace = trace as SimTrace;
  let refuses = false;
  const conflict: StatusError = newConflict({ group: '', resource: 'pods' }, 'a', new Error('too late'));
  const transport = {
    *do() {
      yield* sim.travel(1);
      return refuses ? [undefined, conflict] : [{}, undefined];
    },
  } as unknown as Transport;
  const observed = observeTransport(trace, transport);
  const said = (event: string): void => void trace.record({ kind: 'program.start', program: event });
  sim.go(
    'worker',
    (function* (): Blocking<void> {
      trace.stage({ kind: 'program.start', program: 'takes' });
      for (const verb of verbs) {
        refuses = verb.endsWith('!');
        const request = { verb: verb.replace('!', ''), resource: 'pods', name: 'a', userAgent: 'worker' };
        yield* observed.do(request as APIRequest);
      }
      said('goes on');
    })(),
  );
  sim.runUntilIdle();
  const told = trace.entries.map(({ event }) => {
    if (event.kind === 'api.request') return event.verb;
    return event.kind === 'program.start' ? event.program : 'refused';
  });
  return trace.entries.map(({ cause, index }) => `${told[index]} <- ${told[cause] ?? 'nothing'}`);
}

test('who was answered goes on with what it was at', () => {
  expect(asked('create', 'update')).toEqual([
    'takes <- nothing',
    'create <- takes',
    'update <- takes',
    'goes on <- takes',
  ]);
});

test('who was given a list acts upon it', () => {
  expect(asked('list')).toEqual(['takes <- nothing', 'list <- takes', 'goes on <- list']);
});

test('who was refused acts upon that', () => {
  expect(asked('update!')).toEqual([
    'takes <- nothing',
    'update <- takes',
    'refused <- update',
    'goes on <- refused',
  ]);
});

test('who has tried again with success goes on with what it was at before', () => {
  expect(asked('update!', 'get!', 'update')).toEqual([
    'takes <- nothing',
    'update <- takes',
    'refused <- update',
    'get <- refused',
    'refused <- get',
    'update <- refused',
    'goes on <- takes',
  ]);
});
