import { t } from '../../i18n/t.ts';
import { isFields } from '../base/fields.ts';
import { told } from '../base/told.ts';

/** What a reader did in one chapter. What is left out was not done. */
export interface ChapterProgress {
  /** By the id of the prediction. */
  readonly predictions?: Readonly<Record<string, PredictionMade>>;
  /** Ids of the experiments that were made. */
  readonly experiments?: readonly string[];
  /** Ids of the exercises that were solved. */
  readonly exercises?: readonly string[];
  /** The reader said so. */
  readonly read?: boolean;
}

interface PredictionMade {
  /** Place of the answer among those offered, from 0; undefined if the explanation was opened without one. */
  readonly chosen?: number;
  /** True if the explanation was opened. */
  readonly opened?: boolean;
}

/** All that is kept of what a reader did: in the browser, and in the file that a reader takes along. */
export interface ProgressRecord {
  readonly kind: 'loopscope-progress';
  readonly version: 1;
  /** By the id of the chapter, such as `controllers/replicaset`, the same in every language. */
  readonly chapters: Readonly<Record<string, ChapterProgress>>;
}

/** A record of a reader who has done nothing yet. */
export const noProgress: ProgressRecord = { kind: 'loopscope-progress', version: 1, chapters: {} };

/** More characters than years of reading fill. */
const mostCharacters = 500_000;
const idForm = /^[a-z0-9][a-z0-9-]{0,99}(\/[a-z0-9][a-z0-9-]{0,99}){0,3}$/;

/** A record that cannot be read. The message says what was expected and what was found. */
export class BadRecord extends Error {
  override readonly name = 'BadRecord';

  constructor(expected: string, found: unknown) {
    super(t`expected ${expected}, found ${told(found)}`);
  }
}

/** Reads a record from text. Nothing of a text that is wrong in one place is taken. */
export function parseRecord(text: string): [ProgressRecord, undefined] | [undefined, BadRecord] {
  try {
    return [recordOf(text), undefined];
  } catch (error) {
    if (error instanceof BadRecord) return [undefined, error];
    throw error;
  }
}

/** Both together. Where they hold different answers to one prediction, the one in `here` stays. */
export function mergeRecords(here: ProgressRecord, added: ProgressRecord): ProgressRecord {
  const chapters: Record<string, ChapterProgress> = { ...here.chapters };
  for (const [id, more] of Object.entries(added.chapters)) {
    chapters[id] = Object.hasOwn(chapters, id) ? mergeChapters(chapters[id]!, more) : more;
  }
  return { ...here, chapters };
}

/** How many things a record says that the reader did. */
export function countOf(record: ProgressRecord): number {
  return Object.values(record.chapters).reduce(
    (total, { predictions = {}, experiments = [], exercises = [], read }) =>
      total + Object.keys(predictions).length + experiments.length + exercises.length + (read ? 1 : 0),
    0,
  );
}

/** One chapter of both. */
export function mergeChapters(here: ChapterProgress, more: ChapterProgress): ChapterProgress {
  const predictions: Record<string, PredictionMade> = { ...here.predictions };
  for (const [id, { chosen, opened }] of Object.entries(more.predictions ?? {})) {
    const known: PredictionMade = Object.hasOwn(predictions, id) ? predictions[id]! : {};
    predictions[id] = prediction(known.chosen ?? chosen, known.opened || opened);
  }
  return chapter(
    predictions,
    [...new Set([...(here.experiments ?? []), ...(more.experiments ?? [])])],
    [...new Set([...(here.exercises ?? []), ...(more.exercises ?? [])])],
    here.read || more.read,
  );
}

function recordOf(text: string): ProgressRecord {
  if (text.length > mostCharacters) {
    throw new BadRecord(t`at most ${mostCharacters} characters`, text.length);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadRecord(t`a file of JSON that was saved on the progress page`, text);
  }
  if (!isFields(value) || value.kind !== 'loopscope-progress') {
    throw new BadRecord('"kind": "loopscope-progress"', isFields(value) ? value.kind : value);
  }
  if (value.version !== 1) throw new BadRecord(t`"version": 1, the one that this page knows`, value.version);
  const chapters: Record<string, ChapterProgress> = {};
  for (const [id, found] of entriesOf(value.chapters, t`chapters`)) chapters[id] = chapterOf(found, id);
  return { ...noProgress, chapters };
}

function chapterOf(value: unknown, id: string): ChapterProgress {
  if (!isFields(value)) throw new BadRecord(t`an object for the chapter ${id}`, value);
  const { read = false } = value;
  if (typeof read !== 'boolean') throw new BadRecord(t`true or false as "read" of ${id}`, read);
  const predictions: Record<string, PredictionMade> = {};
  for (const [name, made] of entriesOf(value.predictions ?? {}, t`predictions of ${id}`)) {
    predictions[name] = predictionOf(made, t`the prediction ${name} of ${id}`);
  }
  return chapter(
    predictions,
    idsOf(value.experiments ?? [], t`experiments of ${id}`),
    idsOf(value.exercises ?? [], t`exercises of ${id}`),
    read,
  );
}

function predictionOf(value: unknown, where: string): PredictionMade {
  if (!isFields(value)) throw new BadRecord(t`an object for ${where}`, value);
  const { chosen, opened = false } = value;
  if (chosen !== undefined && !(Number.isSafeInteger(chosen) && Number(chosen) >= 0 && Number(chosen) < 10)) {
    throw new BadRecord(t`a whole number from 0 to 9 as "chosen" of ${where}`, chosen);
  }
  if (typeof opened !== 'boolean') throw new BadRecord(t`true or false as "opened" of ${where}`, opened);
  return prediction(chosen as number | undefined, opened);
}

function idsOf(value: unknown, where: string): string[] {
  if (!Array.isArray(value)) throw new BadRecord(t`a list of ids as the ${where}`, value);
  return [...new Set((value as unknown[]).map((id) => checkId(id, where)))];
}

function entriesOf(value: unknown, where: string): [string, unknown][] {
  if (!isFields(value)) throw new BadRecord(t`an object by id as the ${where}`, value);
  return Object.entries(value).map(([id, found]) => [checkId(id, where), found]);
}

function checkId(id: unknown, where: string): string {
  if (typeof id === 'string' && idForm.test(id)) return id;
  throw new BadRecord(t`ids of small letters, digits, "-" and "/" among the ${where}`, id);
}

const prediction = (chosen: number | undefined, opened: boolean | undefined): PredictionMade => ({
  ...(chosen !== undefined && { chosen }),
  ...(opened && { opened }),
});

/** Only what was done has a field. */
const chapter = (
  predictions: Readonly<Record<string, PredictionMade>>,
  experiments: readonly string[],
  exercises: readonly string[],
  read: boolean | undefined,
): ChapterProgress => ({
  ...(Object.keys(predictions).length > 0 && { predictions }),
  ...(experiments.length > 0 && { experiments }),
  ...(exercises.length > 0 && { exercises }),
  ...(read && { read }),
});
