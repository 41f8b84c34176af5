import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hostileThrows } from '../../instrument/throws.ts';
import { Answers, type CodeProblem, type Input } from '../../../playground/scheduler/answers.ts';
import { loadPlugins } from '../../../playground/scheduler/edited-plugins.ts';
import { filesOf, ownFile, ownStart, pluginFiles } from '../../../playground/scheduler/plugin-files.ts';
import { inputOf } from '../../../playground/scheduler/scheduler-model.ts';
import { onDisk, pluginOrder, runtimeText } from '../../../src/instrument/runtime-graph.ts';
import { defaultConfig } from '../../../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import { verdictsOf } from './verdicts.ts';

const files = onDisk(pluginOrder());
const fit = 'kubernetes/pkg/scheduler/framework/plugins/noderesources/fit.ts';

const node = (name: string, cpu: string) =>
  `apiVersion: v1\nkind: Node\nmetadata: { name: ${name} }\nstatus: { allocatable: { cpu: "${cpu}", memory: 8Gi, pods: "10" } }\n---\n`;
const pod = (name: string, cpu: string, spec = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { ${spec}containers: [{ name: a, image: a, resources: { requests: { cpu: "${cpu}" } } }] }\n---\n`;
const cluster = node('large', '4') + node('small', '1') + pod('a', '2');

async function run(edits: Input['edits']) {
  const [plugins, problem] = await loadPlugins(edits, files);
  if (problem) return { codeProblems: [problem] };
  const answers = new Answers();
  answers.plugins = plugins;
  const input = { ...inputOf(cluster), edits };
  const [result, err] = answers.run(input);
  if (err) throw err;
  return { ...result, answers, input };
}
const where = (result: Awaited<ReturnType<typeof run>>) =>
  'after' in result
    ? [result.before, result.after].map((one) => one?.pods.map(({ node: to, message }) => to ?? message))
    : result.codeProblems;

test('every filter and score of the default profile has files, and they are there', () => {
  const names = ['filter', 'score'] as const;
  for (const { name } of names.flatMap((point) => defaultConfig[point]?.enabled ?? []))
    expect(filesOf(name), name).not.toEqual([ownFile]);
  for (const file of pluginFiles) {
    expect(existsSync(`src/runtime/${file}`), file).toBe(true);
    expect(pluginOrder(), file).toContain(file);
  }
});

describe('the code of a plugin', () => {
  test('that is edited decides, and is compared with ours', async () => {
    const closed = runtimeText(fit).replace(
      /(\n {2}filter\([^{]*\{)/,
      "$1\n    return newStatus('Unschedulable', 'closed');",
    );
    expect(where(await run({ [fit]: closed }))).toEqual([['large'], ['0/2 nodes are available: 2 closed.']]);
  });

  test('that cannot be read, or fails, is told with its line', async () => {
    const broken = runtimeText(fit).replace(/(\n {2}filter\([^{]*\{)/, '$1 (');
    expect(where(await run({ [fit]: broken }))).toMatchObject([{ file: fit, line: expect.any(Number) }]);
    const failing = runtimeText(fit).replace(
      /(\n {2}filter\([^{]*\{)/,
      '$1\n    throw new Error("not today");',
    );
    const line = failing.split('\n').findIndex((one) => one.includes('not today')) + 1;
    expect(where(await run({ [fit]: failing }))).toEqual([
      { file: fit, line, message: expect.stringContaining('not today') },
    ]);
  });

  test.each(hostileThrows)('that fails by %s is told with its line', async (statement, says) => {
    const failing = runtimeText(fit).replace(/(\n {2}filter\([^{]*\{)/, `$1\n    ${statement}`);
    const line = failing.split('\n').findIndex((one) => one.includes(statement)) + 1;
    const [problem] = where(await run({ [fit]: failing })) as readonly CodeProblem[];
    expect(problem).toEqual({ file: fit, line, message: expect.stringContaining(says) });
  });

  test('is told line by line for a verdict, with its values: the deciding one last', async () => {
    const answers = new Answers();
    const input = inputOf(cluster);
    const [traced, problem] = await loadPlugins({}, files, filesOf('NodeResourcesFit'));
    if (problem) throw new Error(problem.message);
    const of = {
      pod: 'default/a',
      attempt: 1,
      node: 'small',
      plugin: 'NodeResourcesFit',
      point: 'filter',
    } as const;
    const [code, err] = answers.code(input, of, traced);
    if (err) throw err;
    expect(code?.says).toBe('Insufficient cpu');
    const last = code?.lines.at(-1);
    expect(last?.file).toBe(fit);
    expect(runtimeText(fit).split('\n')[(last?.line ?? 0) - 1]).toContain('return');
    const [passes] = answers.code(input, { ...of, node: 'large' }, traced);
    expect(passes?.says).toBe('it passes');
    expect(answers.code(input, { ...of, node: 'gone' }, traced)).toEqual([undefined, undefined]);
  });

  test('and so is a score', async () => {
    const two = inputOf(node('large', '4') + node('small', '3') + pod('a', '2'));
    const [traced, problem] = await loadPlugins({}, files, filesOf('NodeResourcesLeastAllocated'));
    if (problem) throw new Error(problem.message);
    const of = {
      pod: 'default/a',
      attempt: 1,
      node: 'small',
      plugin: 'NodeResourcesLeastAllocated',
      point: 'score',
    } as const;
    const [code] = new Answers().code(two, of, traced);
    const [why] = new Answers().explain(two, 'after', 'default/a');
    const raw = verdictsOf(why).find(({ node: name }) => name === 'small')?.scores[of.plugin]?.raw;
    expect(code?.says).toBe(`it gives ${raw}, before all nodes are compared`);
    expect(code?.lines.some(({ file }) => file.endsWith('least_allocated.ts'))).toBe(true);
  });
});

describe("a plugin of the reader's own", () => {
  test('takes part where it says, and its verdicts are told as those of others', async () => {
    const result = await run({ [ownFile]: ownStart });
    expect(where(result)).toEqual([['large'], ['large']]);
    if (!('after' in result)) throw new Error('it ran');
    const [why] = result.answers.explain(result.input, 'after', 'default/a');
    const verdicts = verdictsOf(why);
    expect(verdicts.find(({ node: name }) => name === 'small')?.refusals).toContainEqual({
      plugin: 'Mine',
      code: 'Unschedulable',
      reasons: ['node(s) had less than two processors'],
    });
    const two = { ...result.input, sources: inputOf(cluster + node('larger', '5')).sources };
    const [both] = result.answers.explain(two, 'after', 'default/a');
    expect(verdictsOf(both).map(({ node: name, scores }) => [name, scores.Mine?.weighted])).toEqual([
      ['large', expect.any(Number)],
      ['larger', expect.any(Number)],
      ['small', undefined],
    ]);
  });

  test.each([
    [ownStart.replace("'Mine'", "'ImageLocality'"), 'expected a name that no plugin has yet'],
    [ownStart.replace("['filter', 'score']", "['filtre']"), 'expected it to export `points`'],
    [
      ownStart.replace('export function newPlugin', 'function newPlugin'),
      'expected it to export `newPlugin`',
    ],
    [ownStart.replace('../../interface_status.ts', 'node:fs'), 'import only from the modules'],
    [ownStart.replace('if (info', 'while (info) info.node();\n    if (info'), 'endless loop'],
  ])('that cannot be one is told why: %#', async (text, message) => {
    const result = await run({ [ownFile]: text });
    expect(JSON.stringify(where(result))).toContain(message);
  });
});
