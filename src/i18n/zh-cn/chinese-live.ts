import type { Vocabulary } from './chinese.ts';
import acts from './acts.json' with { type: 'json' };
import code from './code.json' with { type: 'json' };
import panes from './panes.json' with { type: 'json' };
import recording from './recording.json' with { type: 'json' };
import runtime from './runtime.json' with { type: 'json' };
import scenarios from './scenarios.json' with { type: 'json' };
import scope from './scope.json' with { type: 'json' };

/** The Chinese of what scripts say in any page: the Scope and its code. */
export const live: Vocabulary = {
  words: {
    ...acts,
    ...code,
    ...panes,
    ...recording,
    ...scenarios,
    ...scope,
  },
  told: runtime,
};
