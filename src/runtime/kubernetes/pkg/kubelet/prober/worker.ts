import type { Container, ContainerStateRunning, Probe } from 'kubernetes-types/core/v1';
import { Chan, select } from '../../../../sim/chan.ts';
import { isFault } from '../../../../sim/limits.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { newTicker } from '../../../staging/src/k8s.io/apimachinery/pkg/util/clock/clock.ts';
import type { Pod } from '../../api/objects.ts';
import { getContainerStatus } from '../../api/v1/pod/util.ts';
import { ContainerID, parseContainerID } from '../container/runtime.ts';
import type { ProbeManager, ProbeType } from './prober_manager.ts';
import type { Manager as ResultsManager, Result } from './results/results_manager.ts';

/** Probes one container in one way, until the container is gone for good or somebody stops it. */
// Mirrors: pkg/kubelet/prober/worker.go#worker
export class Worker {
  readonly pod: Pod;
  readonly #container: Container;
  readonly #spec: Probe;
  readonly #probeType: ProbeType;
  /** What is taken for the result before the first probe. */
  readonly #initialValue: Result;
  readonly #resultsManager: ResultsManager;
  readonly #probeManager: ProbeManager;
  /** Whoever stops it need not wait. */
  readonly #stopCh: Chan<true>;
  containerID = new ContainerID('', '');
  #lastResult: Result = 'Success';
  /** How often the last result came in a row. */
  resultRun = 0;
  /** There is nothing to find out until there is a new container. */
  onHold = false;

  constructor(
    m: ProbeManager,
    probeType: ProbeType,
    pod: Pod,
    container: Container,
    spec: Probe,
    resultsManager: ResultsManager,
    initialValue: Result,
  ) {
    this.#probeManager = m;
    this.#probeType = probeType;
    this.pod = pod;
    this.#container = container;
    this.#spec = spec;
    this.#resultsManager = resultsManager;
    this.#initialValue = initialValue;
    this.#stopCh = new Chan<true>(`the end of probes of ${container.name}`, 1);
  }

  /** Probes now and then. */
  // Mirrors: pkg/kubelet/prober/worker.go#worker.run
  *run(): Blocking<void> {
    const { sim } = this.#probeManager;
    const probeTickerPeriodMs = (this.#spec.periodSeconds ?? 0) * 1000;
    // After a restart of the kubelet all probes begin at once: each waits a little, no two alike.
    yield* sim.sleep(sim.random.float() * probeTickerPeriodMs);
    const probeTicker = newTicker(sim, probeTickerPeriodMs, 'the next probe');
    try {
      while (yield* this.doProbe()) {
        const { index } = yield* select(sim, { receive: this.#stopCh }, { receive: probeTicker.c() });
        if (index === 0) break;
      }
    } finally {
      probeTicker.stop();
      if (!this.containerID.isEmpty()) this.#resultsManager.remove(this.containerID);
      this.#probeManager.removeWorker(this.pod.metadata.uid, this.#container.name, this.#probeType);
    }
  }

  /** It may be told so more than once. */
  // Mirrors: pkg/kubelet/prober/worker.go#worker.stop
  stop(): void {
    this.#stopCh.trySend(true);
  }

  /** Probes once. False if there will be nothing to probe any more. A probe that panics is passed over. */
  // Mirrors: pkg/kubelet/prober/worker.go#worker.doProbe
  *doProbe(): Blocking<boolean> {
    try {
      return yield* this.#probeOnce();
    } catch (error) {
      if (isFault(error)) throw error;
      return true;
    }
  }

  // Part of: pkg/kubelet/prober/worker.go#worker.doProbe
  *#probeOnce(): Blocking<boolean> {
    const status = this.#probeManager.statusManager.getPodStatus(this.pod.metadata.uid);
    // It is not there yet, or not any more.
    if (!status) return true;
    if (status.phase === 'Failed' || status.phase === 'Succeeded') return false;
    const c = getContainerStatus(status.containerStatuses, this.#container.name);
    if (!c?.containerID) return true;
    if (String(this.containerID) !== c.containerID) {
      if (!this.containerID.isEmpty()) this.#resultsManager.remove(this.containerID);
      this.containerID = parseContainerID(c.containerID);
      yield* this.#resultsManager.set(this.containerID, this.#initialValue, this.pod);
      this.onHold = false;
    }
    if (this.onHold) return true;
    const { running, terminated } = c.state ?? {};
    if (!running) {
      if (!this.containerID.isEmpty()) yield* this.#resultsManager.set(this.containerID, 'Failure', this.pod);
      return !terminated || this.pod.spec.restartPolicy !== 'Never';
    }
    if (this.#secondsSince(running) < (this.#spec.initialDelaySeconds ?? 0)) return true;
    // One that has not started is asked nothing else than whether it has.
    if ((c.started ?? false) === (this.#probeType === 'Startup')) return true;
    const { prober } = this.#probeManager;
    const [result, err] = yield* prober.probe(
      this.#probeType,
      this.pod,
      status,
      this.#container,
      this.containerID,
    );
    if (err) return true;
    yield* this.#count(result);
    return true;
  }

  /** For how many whole seconds the container has run. */
  // Part of: pkg/kubelet/prober/worker.go#worker.doProbe
  #secondsSince({ startedAt }: ContainerStateRunning): number {
    const { sim } = this.#probeManager;
    return Math.trunc((sim.epoch + sim.now - Date.parse(startedAt ?? '')) / 1000);
  }

  /** A result counts once it has come often enough in a row. */
  // Part of: pkg/kubelet/prober/worker.go#worker.doProbe
  *#count(result: Result): Blocking<void> {
    if (this.#lastResult === result) {
      this.resultRun++;
    } else {
      this.#lastResult = result;
      this.resultRun = 1;
    }
    const { failureThreshold = 0, successThreshold = 0 } = this.#spec;
    if (
      (result === 'Failure' && this.resultRun < failureThreshold) ||
      (result === 'Success' && this.resultRun < successThreshold)
    )
      return;
    yield* this.#resultsManager.set(this.containerID, result, this.pod);
    if (this.#probeType !== 'Readiness' && result === 'Failure') {
      // The container will be ended. It is not asked any more.
      this.onHold = true;
      this.resultRun = 0;
    }
  }
}

// Mirrors: pkg/kubelet/prober/worker.go#newWorker
export function newWorker(m: ProbeManager, probeType: ProbeType, pod: Pod, container: Container): Worker {
  const { readinessProbe = {}, livenessProbe = {}, startupProbe = {} } = container;
  switch (probeType) {
    case 'Readiness':
      return new Worker(m, probeType, pod, container, readinessProbe, m.readinessManager, 'Failure');
    case 'Liveness':
      return new Worker(m, probeType, pod, container, livenessProbe, m.livenessManager, 'Success');
    case 'Startup':
      return new Worker(m, probeType, pod, container, startupProbe, m.startupManager, 'Unknown');
  }
}
