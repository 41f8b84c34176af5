import type { Question as AnyQuestion, Reply } from '../../src/components/base/worker-calls.ts';
import type { Input, ObjectResult, RunResult, SetupRefused, Side } from './answers.ts';
import type { Change } from './cluster.ts';
import type { FieldName } from './object-fields.ts';
import type { Explanation } from './outcome.ts';
import type { TracedVerdict, VerdictOf } from './trace-plugin.ts';

/** What the page asks of the worker. */
export type Question =
  | { readonly kind: 'run' }
  | { readonly kind: 'explain'; readonly side: Side; readonly pod: string; readonly attempt?: number }
  | { readonly kind: 'object'; readonly of: Change['kind']; readonly key: string }
  | {
      readonly kind: 'edit';
      readonly of: Change['kind'];
      readonly key: string;
      readonly field: FieldName;
      readonly value: string;
    }
  | { readonly kind: 'code'; readonly of: VerdictOf }
  | { readonly kind: 'all'; readonly compact: boolean };

export interface Asked extends AnyQuestion {
  readonly input: Input;
  readonly question: Question;
  /** The words of a language other than English, by the English. */
  readonly words?: Readonly<Record<string, string>>;
}

/** What each question is answered with. */
export interface Values {
  readonly run: RunResult | SetupRefused;
  readonly explain: Explanation | undefined;
  readonly object: ObjectResult | undefined;
  readonly edit: string;
  readonly code: TracedVerdict | undefined;
  readonly all: string;
}

/** The answer to a question of a kind. */
export type Answer = {
  readonly [K in keyof Values]: { readonly kind: K; readonly is: Values[K] };
}[keyof Values];

export interface Progress {
  readonly decided: number;
  readonly of: number;
}

/** What the worker says. */
export type Answered = Reply<Answer, Progress>;
