import { signal } from '@preact/signals';
import type { CodeProblem, Input, ObjectResult, RunResult } from './answers.ts';
import { GivenUp } from './asker.ts';
import type { Change, Source } from './cluster.ts';
import type { Answering } from './left-input.ts';
import type { FieldName } from './object-fields.ts';
import type { Explanation } from './outcome.ts';
import { defaultProfile } from './profile.ts';
import type { SetupProblem } from './setup.ts';
import type { TracedVerdict, VerdictOf } from './trace-plugin.ts';

/** An object that is looked at. */
export type Picked = Pick<Change, 'kind' | 'key'>;

/** What is known of it. */
export interface Shown {
  readonly picked: Picked;
  /** Undefined where it is gone. */
  readonly object: ObjectResult | undefined;
  /** Of a pod that was decided, with the changes and without. */
  readonly after: Explanation | undefined;
  readonly before: Explanation | undefined;
}

/** What an input is where nothing but a text is given. */
export const inputOf = (text: string): Input => ({
  sources: [{ name: '', text }],
  changes: [],
  profile: defaultProfile,
  edits: {},
  seed: 1,
});

/**
 * What the page shows and what the reader has set. After each change the worker decides again; what was shown stays
 * until then.
 */
export class SchedulerModel {
  readonly input = signal<Input>(inputOf(''));
  readonly result = signal<RunResult | undefined>(undefined);
  /** What is wrong with the profile: then what was decided before is still shown. */
  readonly setupProblems = signal<readonly SetupProblem[]>([]);
  readonly shown = signal<Shown | undefined>(undefined);
  /** What is wrong with the reader's code: then, too, what was decided before is still shown. */
  readonly codeProblems = signal<readonly CodeProblem[]>([]);
  /** The lines of a plugin that ran for a verdict of the pod that is looked at. */
  readonly code = signal<TracedVerdict | undefined>(undefined);
  /** The file that is being edited. */
  readonly editing = signal<string | undefined>(undefined);
  /** Edits that a link brought, or that ended the page, and that the reader has not answered to yet. */
  readonly offered = signal<Input['edits'] | undefined>(undefined);
  /** True if it is the reader's own code that is offered: it ended the page. */
  readonly ranHere = signal(false);
  readonly busy = signal(false);
  readonly progress = signal<{ readonly decided: number; readonly of: number } | undefined>(undefined);
  /** What went wrong, in words for the reader. */
  readonly problem = signal<string | undefined>(undefined);
  readonly #asker: Answering | undefined;
  /** What was decided last: what is looked at is explained by it, also while something is wrong with what is set now. */
  #decided: Input | undefined;
  #again = false;

  /** Without an asker nothing can be set: the page as it is built. */
  constructor(asker?: Answering) {
    this.#asker = asker;
  }

  /** Sets a part of the input, and decides again. Resolves once the result is shown. */
  set(part: Partial<Input>): Promise<void> {
    this.input.value = { ...this.input.value, ...part };
    return this.run();
  }

  /** The text that is typed. */
  typed(): string {
    return this.input.value.sources[0]?.text ?? '';
  }

  type(text: string): Promise<void> {
    const [, ...files] = this.input.value.sources;
    return this.set({ sources: [{ name: '', text }, ...files] });
  }

  /** Adds files, beside what is typed, or in its place. */
  addFiles(files: readonly Source[], inPlace: boolean): Promise<void> {
    const [typed = { name: '', text: '' }, ...others] = this.input.value.sources;
    return this.set({ sources: [inPlace ? { name: '', text: '' } : typed, ...others, ...files] });
  }

  removeFile(at: number): Promise<void> {
    return this.set({ sources: this.input.value.sources.filter((_, i) => i !== at) });
  }

  /** Replaces the text of an object; null removes the object. */
  change(change: Change): Promise<void> {
    const others = this.input.value.changes.filter(
      ({ kind, key }) => kind !== change.kind || key !== change.key,
    );
    return this.set({ changes: [...others, change] });
  }

  undo({ kind, key }: Picked): Promise<void> {
    return this.set({
      changes: this.input.value.changes.filter((one) => one.kind !== kind || one.key !== key),
    });
  }

  /** Changes one line of an object. Rejects with words for the reader where the value is none. */
  async edit({ kind, key }: Picked, field: FieldName, value: string): Promise<void> {
    const text = await this.#asker?.ask<'edit'>(this.input.value, {
      kind: 'edit',
      of: kind,
      key,
      field,
      value,
    });
    if (text !== undefined) await this.change({ kind, key, text });
  }

  /** All that was taken: with the changes, as YAML; or without them, as JSON in one line. */
  async all(form: 'changed' | 'brought'): Promise<string> {
    const compact = form === 'brought';
    const input = compact ? { ...this.input.value, changes: [] } : this.input.value;
    return (await this.#asker?.ask<'all'>(input, { kind: 'all', compact })) ?? '';
  }

  /** The edits that run, and with them those of the reader's own that wait to be run again. */
  get ownEdits(): Input['edits'] {
    return { ...(this.ranHere.value && this.offered.value), ...this.input.value.edits };
  }

  /** Runs another text of a file of a plugin, or ours again. */
  editCode(file: string, text: string | undefined): Promise<void> {
    const { [file]: _before, ...others } = this.ownEdits;
    if (this.ranHere.value) this.offered.value = undefined;
    return this.set({ edits: text === undefined ? others : { ...others, [file]: text } });
  }

  /** Looks at the code of a plugin as it ran for a node, in the attempt that is looked at. */
  async openCode(node: string, plugin: string, point: 'filter' | 'score'): Promise<void> {
    const { after } = this.shown.value ?? {};
    if (!after) return;
    this.editing.value = undefined;
    await this.#tell(() => this.#trace({ pod: after.pod, attempt: after.number, node, plugin, point }));
  }

  async #trace(of: VerdictOf): Promise<void> {
    const input = this.#decided ?? this.input.value;
    this.code.value = await this.#asker?.ask<'code'>(input, { kind: 'code', of });
  }

  stop(): void {
    this.#asker?.stop();
  }

  end(): void {
    this.#asker?.end();
  }

  /** Looks at an object, at a pod as it was tried for the last time. */
  async pick(picked: Picked): Promise<void> {
    await this.#tell(() => this.#look(picked));
  }

  /** Looks at another attempt of the pod that is looked at. */
  async open(attempt: number): Promise<void> {
    const picked = this.shown.value?.picked;
    if (picked) await this.#tell(() => this.#look(picked, attempt));
  }

  /** Decides what is set. What is set meanwhile is decided after it, once. */
  async run(): Promise<void> {
    if (this.busy.value) {
      this.#again = true;
      return;
    }
    this.busy.value = true;
    do {
      this.#again = false;
      await this.#tell(() => this.#decide());
    } while (this.#again);
    this.busy.value = false;
    this.progress.value = undefined;
  }

  async #decide(): Promise<void> {
    const input = this.input.value;
    const result = await this.#asker?.ask<'run'>(input, { kind: 'run' }, (decided, of) => {
      this.progress.value = { decided, of };
    });
    if (!result) return;
    const refused = 'setupProblems' in result ? result : undefined;
    this.setupProblems.value = refused?.setupProblems ?? [];
    this.codeProblems.value = refused?.codeProblems ?? [];
    if ('setupProblems' in result) return;
    this.#decided = input;
    this.result.value = result;
    const picked = this.shown.value?.picked;
    if (picked) await this.#look(picked);
    // What was looked at may have been in another cluster.
    const { object, before } = this.shown.value ?? {};
    if (object || before) return;
    const first = firstPick(result);
    if (first) await this.#look(first);
    else this.shown.value = undefined;
  }

  async #look(picked: Picked, attempt?: number): Promise<void> {
    const [input, asker] = [this.#decided, this.#asker];
    if (!asker || !input) return;
    const { kind, key } = picked;
    const told = (decided: number, of: number): void => {
      this.progress.value = { decided, of };
    };
    const explain = (side: 'before' | 'after') =>
      kind === 'Pod'
        ? asker.ask<'explain'>(input, { kind: 'explain', side, pod: key, attempt }, told)
        : undefined;
    const [object, after, before] = await Promise.all([
      asker.ask<'object'>(input, { kind: 'object', of: kind, key }),
      explain('after'),
      this.result.value?.before && explain('before'),
    ]);
    this.shown.value = { picked, object, after, before };
    if (!this.busy.value) this.progress.value = undefined;
    const open = this.code.value?.of;
    // Of another pod the same plugin may have been asked something else.
    if (open && after && open.pod === key) await this.#trace({ ...open, attempt: after.number });
    else this.code.value = undefined;
  }

  async #tell(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.problem.value = undefined;
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : String(error);
      if (error instanceof GivenUp) this.#again = false;
    }
  }
}

/** A pod that goes nowhere, else the first. */
export function firstPick({ after }: RunResult): Picked | undefined {
  const pod = after.pods.find(({ node }) => node === undefined) ?? after.pods[0];
  return pod && { kind: 'Pod', key: pod.key };
}
