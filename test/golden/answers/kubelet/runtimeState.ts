import { newRuntimeState } from '../../../../src/runtime/kubernetes/pkg/kubelet/runtime.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';

interface Question {
  /** Below 0 the runtime has never answered. */
  readonly LastSyncAgoS: number;
  readonly Network?: string;
  readonly Runtime?: string;
  readonly Storage?: string;
  /** What is wrong, by the name of the check; empty if nothing is. */
  readonly Checks?: Readonly<Record<string, string>>;
}

/** What a kubelet says is wrong with its runtime. */
export function answer(question: unknown): unknown {
  const { LastSyncAgoS, Network, Runtime, Storage, Checks } = question as Question;
  const sim = new Sim();
  const state = newRuntimeState(sim, 30_000);
  const errorOf = (text: string | undefined): Error | undefined => (text ? new Error(text) : undefined);
  if (LastSyncAgoS >= 0) state.setRuntimeSync(sim.now);
  if (LastSyncAgoS > 0) sim.runFor(LastSyncAgoS * 1000);
  if (Network !== undefined) state.setNetworkState(errorOf(Network));
  state.setRuntimeState(errorOf(Runtime));
  state.setStorageState(errorOf(Storage));
  for (const [name, text] of Object.entries(Checks ?? {})) state.addHealthCheck(name, () => errorOf(text));
  return {
    networkErrors: state.networkErrors()?.message ?? null,
    runtimeErrors: state.runtimeErrors()?.message ?? null,
    storageErrors: state.storageErrors()?.message ?? null,
  };
}
