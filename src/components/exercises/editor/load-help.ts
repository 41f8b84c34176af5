import type { Extension } from '@codemirror/state';
import { fetchStyles } from '../../base/fetch-styles.ts';
import type { TypeTable } from './type-table.ts';
import styles from './names.css?url';

/** Brings what lets the editor of an exercise offer and mark names. Rejects where a part of it cannot be fetched. */
export async function loadHelp(exercise: string, inClass: boolean): Promise<Extension> {
  const [{ editorHelp }, table] = await Promise.all([
    import('./editor-help.ts'),
    fetchTable(exercise),
    fetchStyles(styles),
  ]);
  return editorHelp({ table, inClass });
}

async function fetchTable(exercise: string): Promise<TypeTable> {
  const url = `${import.meta.env.BASE_URL.replace(/\/$/, '')}/types/${exercise}.json`;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`expected the types of ${exercise} at ${url}, found ${response.status}`);
  return (await response.json()) as TypeTable;
}
