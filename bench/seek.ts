import { mapEntries } from '../src/runtime/sim/pmap.ts';
import { Random } from '../src/runtime/sim/random.ts';
import type { Recording } from '../src/recording/recording.ts';
import { worldChanges } from '../src/recording/changes.ts';
import { recordStage } from '../src/recording/record.ts';
import { Stage } from '../src/runtime/stage/stage.ts';
import { plane } from '../src/runtime/subjects/control-loop/planes/replicaset.ts';
import { replicaSet } from '../src/runtime/subjects/api/objects.ts';

const seeks = 2000;

/** From any entry to any other: the frame there, and what changed since the entry before. */
export function measureSeek(): void {
  for (const entries of [10_000, 100_000]) {
    const recording = recordingOf(entries);
    const random = new Random(1);
    const times = Array.from({ length: seeks }, () => {
      const index = 1 + random.below(recording.entries.length - 1);
      const start = process.hrtime.bigint();
      const { world } = recording.entries[index]!;
      mapEntries(world.queues);
      worldChanges(recording.entries[index - 1]!.world, world);
      return Number(process.hrtime.bigint() - start) / 1e6;
    }).sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(4);
    const count = recording.entries.length.toLocaleString('en').padStart(7);
    console.log(`  ${count} entries: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
  }
}

/** A ReplicaSet scaled up and down until there are that many entries. */
function recordingOf(entries: number): Recording {
  const cluster = new Stage(
    plane,
    { qps: 1000, burst: 1000 },
    { seed: 1, limits: { entries: entries + 10_000 } },
  );
  return recordStage(cluster, 'bench/seek', function* (user) {
    user.act({ kind: 'apply', object: replicaSet('web', 10) });
    for (let replicas = 40; ; replicas = 50 - replicas) {
      yield* user.sleep(5000);
      user.act({ kind: 'scale', namespace: 'default', name: 'web', replicas });
      if ((cluster.sim.trace?.entries.length ?? 0) >= entries) return;
    }
  });
}
