/**
 * npm run bench [-- SECTION…]: handoffs, workqueue, informers, trace, scheduler, scheduling, seek, numbers, paint, picture, replicas.
 * Without a section, all of them.
 * Times are of this machine; what to hold on to are the ratios, measured in the same run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureHandoffs } from './handoffs.ts';
import { measureInformers } from './informers.ts';
import { measureNumbers } from './numbers.ts';
import { measurePaint } from './paint.ts';
import { measurePicture } from './picture.ts';
import { measureSchedulerTrace } from './scheduler.ts';
import { measureScheduling } from './scheduling.ts';
import { measureSeek } from './seek.ts';
import { measureTrace } from './trace.ts';
import { measureWorkqueue } from './workqueue.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const nodes = 10;
const sizes = [100, 500, 1000];

const sections: Record<string, () => void | Promise<void>> = {
  handoffs: measureHandoffs,
  workqueue: measureWorkqueue,
  informers: measureInformers,
  trace: measureTrace,
  scheduler: measureSchedulerTrace,
  seek: measureSeek,
  numbers: measureNumbers,
  paint: measurePaint,
  picture: measurePicture,
  scheduling: measureScheduling,
  replicas: compareReplicas,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in sections));
if (unknown !== undefined) {
  console.error(`bench: expected one of ${Object.keys(sections).join(', ')}, found ${unknown}`);
  process.exit(2);
}
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}`);
  await measure();
}

interface Turn {
  readonly cpuSeconds: number;
  readonly peakMB: number;
  readonly virtualSeconds?: number;
}

/** The same work, here and at the peer, each in a process of its own. */
async function compareReplicas(): Promise<void> {
  if (!existsSync(join(here, 'node_modules'))) {
    execFileSync('npm', ['install', '--no-fund', '--no-audit'], { cwd: here, stdio: 'inherit' });
  }
  const { build } = await import('esbuild');
  const out = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const peer = join(out, 'peer.mjs');
  await build({
    entryPoints: [join(here, 'peer.ts')],
    outfile: peer,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  console.log('  replicas   ours: CPU s  peak MB  virtual s    peer: CPU s  peak MB    peer/ours');
  for (const replicas of sizes) {
    const ours = turn(join(here, 'ours.ts'), replicas);
    const theirs = turn(peer, replicas);
    console.log(
      `  ${pad(replicas, 8)}   ${pad(ours.cpuSeconds.toFixed(2), 11)}  ${pad(ours.peakMB.toFixed(0), 7)}` +
        `  ${pad((ours.virtualSeconds ?? 0).toFixed(0), 9)}    ${pad(theirs.cpuSeconds.toFixed(2), 11)}` +
        `  ${pad(theirs.peakMB.toFixed(0), 7)}    ${pad((theirs.cpuSeconds / ours.cpuSeconds).toFixed(0), 9)}`,
    );
  }
  rmSync(out, { recursive: true });
}

function turn(script: string, replicas: number): Turn {
  const said = execFileSync(process.execPath, [script, String(replicas), String(nodes)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 20 * 60 * 1000,
  });
  return JSON.parse(said.trim().split('\n').at(-1) ?? '') as Turn;
}

function pad(value: string | number, width: number): string {
  return String(value).padStart(width);
}
