import {
  type FilterPlugin,
  type Plugin,
  type PreFilterPlugin,
  type PreScorePlugin,
  type ScorePlugin,
  isSuccess,
} from '../../kubernetes/pkg/scheduler/framework/interface.ts';
import { overriding } from '../../stage/overriding.ts';
import type { SchedulerRecorder } from './recorder.ts';

type Observed = Partial<PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin>;

/** What one plugin says by itself: what it gives to a node before all are compared, and the line that said it. */
export function observePlugin(recorder: SchedulerRecorder, plugin: Plugin): Plugin {
  const name = plugin.name();
  const { preFilter, filter, preScore, score } = plugin as Observed;
  const methods: Observed = {};
  if (preFilter)
    methods.preFilter = (state, pod) => {
      const status = preFilter.call(plugin as PreFilterPlugin, state, pod);
      if (isSuccess(status)) recorder.builder.prepared('preFilter', name, state, pod);
      else recorder.builder.refusedBy = name;
      return status;
    };
  if (preScore)
    methods.preScore = (state, pod, nodes) => {
      const status = preScore.call(plugin as PreScorePlugin, state, pod, nodes);
      if (isSuccess(status)) recorder.builder.prepared('preScore', name, state, pod);
      return status;
    };
  if (filter)
    methods.filter = (state, pod, info) => {
      const before = recorder.next;
      const status = filter.call(plugin as FilterPlugin, state, pod, info);
      if (recorder.next > before) recorder.builder.filters?.line(name, recorder.next - 1);
      return status;
    };
  if (score) {
    const scorer = plugin as ScorePlugin;
    const extensions = scorer.scoreExtensions();
    methods.score = (state, pod, nodeName) => {
      const before = recorder.next;
      const result = score.call(scorer, state, pod, nodeName);
      recorder.builder.scores?.score(name, result[0]);
      if (recorder.next > before) recorder.builder.scores?.line(name, recorder.next - 1);
      return result;
    };
    if (extensions)
      methods.scoreExtensions = () => ({
        normalizeScore(state, pod, scores) {
          const status = extensions.normalizeScore(state, pod, scores);
          recorder.builder.scores?.normalized(name, scores);
          return status;
        },
      });
  }
  return overriding<Plugin>(plugin, methods);
}
