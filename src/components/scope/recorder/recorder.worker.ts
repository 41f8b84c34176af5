import { speakAs } from '../../../i18n/t.ts';
import { filesOf, record } from '../../../recording/record.ts';
import { answerMessages } from '../../base/worker-replies.ts';
import type { MadeRun, RunRequest } from './messages.ts';
import { loadScenario } from './scenarios.ts';

answerMessages<RunRequest, MadeRun>(
  async ({ scenario: name, seed, acts, changed, lines, edits, words }, { alive }) => {
    speakAs(words);
    const [scenario, unknown] = await loadScenario(name);
    if (unknown) throw unknown;
    const options = { seed, acts, changed, lines, onStep: alive };
    const recording = edits
      ? await (await import('./transpile-edits.ts')).recordEdits(scenario, edits, options)
      : await record(scenario, options);
    const { title, view, plane, offers } = scenario;
    return { recording, title, shows: filesOf(scenario, edits), view, plane, offers };
  },
  async () => (await import('./messages.ts?type=RunReply&shapes')).shapes,
);
