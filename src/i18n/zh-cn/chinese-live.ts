import { chineseOf } from './chinese.ts';
import acts from './acts.json' with { type: 'json' };
import code from './code.json' with { type: 'json' };
import exercises from './exercises.json' with { type: 'json' };
import panes from './panes.json' with { type: 'json' };
import playground from './playground.json' with { type: 'json' };
import recording from './recording.json' with { type: 'json' };
import scenarios from './scenarios.json' with { type: 'json' };
import scope from './scope.json' with { type: 'json' };
import startup from './startup.json' with { type: 'json' };
import teaching from './teaching.json' with { type: 'json' };

/** The Chinese of what scripts say in a page: the Scope, its code, the playground, progress. */
export const chinese = chineseOf({
  ...acts,
  ...code,
  ...exercises,
  ...panes,
  ...playground,
  ...recording,
  ...scenarios,
  ...scope,
  ...startup,
  ...teaching,
});
