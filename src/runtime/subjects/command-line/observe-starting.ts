import type { NotReimplemented } from '../../kubernetes/cmd/kube-controller-manager/app/not-reimplemented.ts';
import type {
  InitFunc,
  StartSteps,
} from '../../kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import type { Started } from '../../kubernetes/cmd/kube-controller-manager/app/start-outcome.ts';
import { defaultMutableFeatureGate } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import { mapGet } from '../../sim/pmap.ts';
import type { Said } from '../../sim/because.ts';
import { type Blocking, causeNow, running } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';
import { startup } from '../../stage/startup.ts';
import { addRow } from '../../stage/tables.ts';
import type { Trace } from '../../stage/world.ts';
import { type Looks, looksOf } from './looks.ts';
import { pathOf } from './resource-path.ts';

const fateTable = 'controllers';
const fateColumns = ['Controller', 'Enabled', 'Verdict'];

/** What became of each controller, in the order in which they were started. */
export function observeStarting(trace: Trace, _name: string, steps: StartSteps, sim: Sim): StartSteps {
  const looks = (): Looks | undefined => looksOf(trace, running()?.group ?? '');
  const fate = (name: string, enabled: string, verdict: string, note?: string): void =>
    addRow(trace, fateTable, 'Controllers', fateColumns, {
      name,
      cells: [enabled, verdict],
      ...(note === undefined ? {} : { note }),
    });
  return {
    isEnabled(name) {
      const enabled = steps.isEnabled(name);
      if (enabled) return true;
      fate(name, 'no', 'disabled');
      const why = looks()?.whyDisabled(name);
      if (why) trace.because(why);
      startup(sim, 'disabled', name, 'leaves out the controller {0}: it is disabled', name);
      return false;
    },
    *start(name, initFn) {
      fate(name, 'yes', 'starting');
      sayPaused(trace);
      startup(sim, 'starting', name, 'begins to start the controller {0}', name);
      looks()?.begin();
      const [result, closed] = yield* asked(initFn, (asking) => steps.start(name, asking));
      const why = whyNot(looks(), result);
      if (why) trace.because(why);
      const verdict = verdictOf(result);
      const { rows = [] } = mapGet(trace.world.tables, `${running()?.group ?? ''}/not-reimplemented`) ?? {};
      const absent = rows.some((row) => row.name === name);
      const gate = verdict === 'skipped' ? closed : undefined;
      fate(
        name,
        'yes',
        verdict,
        result[2]?.message ?? gate ?? (absent ? 'not re-implemented yet' : undefined),
      );
      startup(sim, verdict, name, sentences[verdict], name);
      return result;
    },
  };
}

/** Between two controllers a start may pause. */
function sayPaused(trace: Trace): void {
  const { cause, because } = trace.decisions.get(causeNow()) ?? {};
  if (!because || !('ms' in because)) return;
  const text = 'its pause of {0} between two controllers is over';
  trace.because({ text, values: [{ ms: because.ms }] }, cause);
}

/** Why a controller does not run after its start; undefined where it does. */
function whyNot(looks: Looks | undefined, [, started, err]: Started): Said | undefined {
  if (err) return looks?.whyFailed(err);
  return started ? undefined : looks?.whySkipped;
}

/** What a start gives, and the last feature gate that it found closed, as the flag would say it. */
function* asked(
  initFn: InitFunc,
  start: (initFn: InitFunc) => Blocking<Started>,
): Blocking<readonly [Started, closed: string | undefined]> {
  let closed: string | undefined;
  const result = yield* start(function* (ctx) {
    const gate = defaultMutableFeatureGate(ctx.os);
    const enabled = gate.enabled.bind(gate);
    gate.enabled = (feature) => {
      const open = enabled(feature);
      if (!open) closed = `${feature}=false`;
      return open;
    };
    const given = yield* initFn(ctx);
    gate.enabled = enabled;
    return given;
  });
  return [result, closed];
}

type Verdict = 'started' | 'skipped' | 'failed';

const verdictOf = ([, started, err]: Started): Verdict => (err ? 'failed' : started ? 'started' : 'skipped');

const sentences: Readonly<Record<Verdict, string>> = {
  started: 'has started the controller {0}',
  skipped: 'skips the controller {0}',
  failed: 'fails to start the controller {0}',
};

/** The controllers that are there by name alone. */
export function observeNotReimplemented(
  trace: Trace,
  _name: string,
  absent: NotReimplemented,
  sim: Sim,
): NotReimplemented {
  const { client, resources, note } = absent;
  const { rows = [] } = mapGet(trace.world.tables, `${running()?.group ?? ''}/${fateTable}`) ?? {};
  const { name = client } = rows.find(({ cells: [, fate] }) => fate === 'starting') ?? {};
  const columns = ['Controller', 'Client', 'Would watch', 'Note'];
  const row = { name, cells: [client, resources.map(pathOf).join(', '), note ?? ''] };
  addRow(trace, 'not-reimplemented', 'Not re-implemented yet', columns, row);
  startup(sim, 'not re-implemented', name, 'has nothing to run for {0}: it is not re-implemented yet', name);
  return absent;
}
