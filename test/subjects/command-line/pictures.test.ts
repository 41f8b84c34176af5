import { describe, expect, test } from 'vitest';
import { type Scene, frameAt } from '../../../src/components/picture/description.ts';
import { litAt } from '../../../src/components/picture/hops.ts';
import { record } from '../../../src/recording/record.ts';
import { select } from '../../../src/recording/select.ts';
import { picture as options } from '../../../src/subjects/command-line/pictures/options.ts';
import { picture as run } from '../../../src/subjects/command-line/pictures/run.ts';
import { blockOf } from '../picture-scenes.ts';
import { scenarios as runs } from '../../../content/controller-manager/run/scenario.ts';
import { scenarios as sixLines } from '../../../content/controller-manager/anatomy-of-a-component/scenario.ts';
import { scenarios as toRun } from '../../../content/controller-manager/options-to-configuration/scenario.ts';

/** Names of the chips in a part. */
const chipsIn = ({ parts }: Scene, part: string): readonly string[] =>
  (parts[part]?.blocks ?? []).flatMap((block) =>
    block.kind === 'chips' ? block.chips.map(({ text }) => text) : [],
  );

const linesIn = ({ parts }: Scene, part: string): readonly string[] =>
  (parts[part]?.blocks ?? []).flatMap((block) =>
    block.kind === 'lines' ? block.lines.map(({ text }) => text) : [],
  );

describe('the picture of a command line', async () => {
  const recording = await record(toRun[0]!, { lines: false });
  const at = (
    selector: string,
    run = recording,
  ): { readonly scene: Scene; readonly lit: readonly string[] } => {
    const [index, missing] = select(run, selector);
    if (missing) throw missing;
    return { scene: options.scene(frameAt(run, index)), lit: [...litAt(options, run, index)] };
  };

  test('has each word where it has come: typed, read, in the options, in the configuration', () => {
    expect(chipsIn(at('first program.start').scene, 'line')).toEqual([
      '--kubeconfig',
      '--kube-api-burst',
      '--concurrent-gc-syncs',
    ]);
    const set = at('first startup flag --kube-api-burst');
    expect(chipsIn(set.scene, 'command')).toEqual(['--concurrent-gc-syncs']);
    expect(chipsIn(set.scene, 'options')).toEqual(['kubeconfig', 'kube-api-burst']);
    expect(set.lit).toEqual(['command', 'sets', 'options']);
    const applied = at('first startup apply garbageCollectorController');
    expect(chipsIn(applied.scene, 'options')).toEqual([]);
    expect(chipsIn(applied.scene, 'config')).toContain('concurrent-gc-syncs');
    expect(applied.lit).toEqual(['options', 'checks', 'passes', 'config']);
  });

  test('gathers mistakes where they are found', async () => {
    const { scene, lit } = at('#2 startup config validate');
    expect(scene.parts['validate']).toMatchObject({ tone: 'bad', note: '2' });
    expect(linesIn(scene, 'validate')[0]).toBe('"pogdc" is not in the list of known controllers');
    expect(lit).toContain('validate');
    expect(linesIn(at('program.exit *configuration*').scene, 'config')[0]).toMatch(/^invalid configuration/);

    const six = await record(sixLines[0]!, { lines: false });
    const unknown = at('startup flags unknown* after #2 program.start', six).scene;
    expect(chipsIn(unknown, 'command')).toEqual(['--leader_elect']);
    expect(chipsIn(unknown, 'options')).toEqual(['kubeconfig']);
    expect(chipsIn(at('startup cobra args values=*got*', six).scene, 'command')).toEqual(['false']);
  });

  test('says which feature gates a command line opens', async () => {
    const gates = async (value: string): Promise<Scene> => {
      const typed = await record(
        {
          ...toRun[0]!,
          *story(user) {
            const args = ['--kubeconfig=/etc/kubernetes/controller-manager.conf', `--feature-gates=${value}`];
            user.act({ kind: 'start', program: 'kube-controller-manager', args });
            yield* user.sleep(1000);
          },
        },
        { lines: false },
      );
      return options.scene(frameAt(typed, typed.entries.length - 1));
    };
    expect(linesIn(at('first startup flag --kube-api-burst').scene, 'options')).toEqual(['none set']);
    const opened = await gates('TTLAfterFinished=true');
    expect(linesIn(opened, 'options')).toEqual(['TTLAfterFinished=true']);
    expect(chipsIn(opened, 'options')).toEqual([]);
    // A gate that nobody knows stays with who reads the flags.
    expect(chipsIn(await gates('Foo=true'), 'command')).toEqual(['--feature-gates']);
  });

  test('tells an end by its exit code, and that nobody closed the stop channel', () => {
    const { scene } = at('first program.exit');
    expect(scene.says).toBe(
      'kube-controller-manager has come as far as Run, and has ended with exit code 143.',
    );
    expect(scene.parts['terminal']).toMatchObject({ note: 'exit code 143' });
    expect(linesIn(scene, 'run')).toEqual(['open']);
  });
});

describe('the picture of Run', async () => {
  const recording = await record(runs[0]!, { lines: false });
  const at = (selector: string): { readonly scene: Scene; readonly lit: readonly string[] } => {
    const [index, missing] = select(recording, selector);
    if (missing) throw missing;
    return { scene: run.scene(frameAt(recording, index)), lit: [...litAt(run, recording, index)] };
  };
  const tonesIn = ({ parts }: Scene, part: string): readonly unknown[] =>
    (parts[part]?.blocks ?? []).flatMap((block) =>
      block.kind === 'road' ? block.stations.map(({ title, tone }) => [title, tone]) : [],
    );
  const [first, second] = ['kube-controller-manager-0', 'kube-controller-manager-1'];

  test('has a server before anybody leads, and no controller', () => {
    const { scene, lit } = at('startup serve 0.0.0.0:10257');
    expect(lit).toEqual([`main:${first}`, `serves:${first}`, `servers:${first}`]);
    expect(tonesIn(scene, `main:${first}`)).toEqual([
      ['version', 'good'],
      ['configz', 'good'],
      ['healthz', 'good'],
      ['10257', 'busy'],
      ['10252', undefined],
      ['election', undefined],
    ]);
    expect(scene.parts[`work:${first}`]).toMatchObject({ tone: 'off' });
    expect(scene.parts[`main:${second}`]).toMatchObject({ note: 'idle', tone: 'off' });
  });

  test('has one that works, and one that serves and waits', () => {
    const { scene, lit } = at(
      'http.response /debug/controllers/garbagecollector/graph kube-controller-manager-1',
    );
    expect(scene.says).toBe('2 of 2 controller-managers run; kube-controller-manager-0 leads.');
    expect(scene.parts[`work:${first}`]).toMatchObject({ tone: 'good' });
    expect(blockOf(scene, `work:${first}`, 'board').cells.map(({ text }) => text)).toContain('2 controllers');
    expect(scene.parts[`work:${second}`]).toMatchObject({ tone: 'off' });
    expect(linesIn(scene, `work:${second}`)).toEqual(['not called']);
    expect(linesIn(scene, `servers:${second}`)).toEqual(['/debug/…/graph']);
    expect(lit).toEqual([`servers:${second}`]);
  });

  test('is called, and elected by nobody, where there is no election', async () => {
    const alone = await record(
      runs.find(({ id }) => id.endsWith('#alone'))!,
      { lines: false },
    );
    const name = 'kube-controller-manager';
    expect(run.plan(alone).parts[`work:${name}`]?.title).toBe('run');
    const last = run.scene(frameAt(alone, alone.entries.length - 1));
    expect(tonesIn(last, `main:${name}`).at(-1)).toEqual(['election', 'over']);
  });

  test('has nobody once the leader has lost, and the other has ended by its mistake', () => {
    expect(at('startup stop Stop').scene.parts[`main:${first}`]).toMatchObject({ note: 'lost' });
    const { scene } = at('program.exit kube-controller-manager-1');
    expect(scene.says).toBe('0 of 2 controller-managers run; none leads.');
    expect(chipsIn(scene, 'api')).toEqual(['lease of kube-controller-manager-1']);
  });
});
