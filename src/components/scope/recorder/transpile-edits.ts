import { files } from 'virtual:editable-runtime';
import { lockWorker } from '../../../instrument/lock-worker.ts';
import { recordEdited } from '../../../recording/record-edited.ts';
import type { RecordOptions } from '../../../recording/record.ts';
import type { Edits } from '../../../instrument/edit-place.ts';
import type { Recording } from '../../../recording/recording.ts';
import type { Scenario } from '../../../runtime/stage/scenario.ts';

/** A run of edited code. Fetched by the worker when there are edits, and with it all that reads TypeScript. */
export function recordEdits(scenario: Scenario, edits: Edits, options: RecordOptions): Promise<Recording> {
  lockWorker();
  return recordEdited(scenario, edits, files, options);
}
