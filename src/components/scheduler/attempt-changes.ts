import { t } from '../../i18n/t.ts';
import { countOf, listed } from '../../recording/words.ts';
import { type Attempt, type FilterTable, nodeAt, verdictOf } from '../../runtime/observe/scheduler-world.ts';
import { refusalWords } from './scheduler-words.ts';

/** Nodes that a sentence names. */
const mostNamed = 3;

/** What is different in an attempt from the one before it, in sentences; empty for the first. */
export function attemptChanges(before: Attempt | undefined, now: Attempt): string {
  if (!before) return '';
  const came = now.why === '' ? [] : [t`It came back because of ${now.why}.`];
  const changes = before.filters && now.filters ? verdictChanges(before.filters, now.filters) : [];
  if (!now.filters) return came.join(' ');
  if (changes.length === 0) return [...came, t`All nodes say what they said before.`].join(' ');
  const named = changes.slice(0, mostNamed);
  const left = changes.length - named.length;
  return [...came, ...named, ...(left > 0 ? [t`So with ${countOf(left, 'more node')}.`] : [])].join(' ');
}

/** A sentence a node of which something else is said than before. */
function verdictChanges(before: FilterTable, now: FilterTable): string[] {
  const earlier = saidBy(before);
  const changes: string[] = [];
  for (const [node, said] of saidBy(now)) {
    const was = earlier.get(node);
    earlier.delete(node);
    if (was === said) continue;
    if (was === undefined) changes.push(t`${node} is new: ${said || t`it passes`}.`);
    else if (said === '') changes.push(t`${node} passes now, and did not before: ${was}.`);
    else if (was === '') changes.push(t`${node} passed before, and no longer does: ${said}.`);
    else changes.push(t`${node} says ${said}, and before: ${was}.`);
  }
  // A node that was not looked at this time may still be there.
  const gone = [...earlier.keys()].filter((node) => !now.order.includes(node));
  return gone.length > 0 ? [...changes, t`${listed(gone.slice(0, mostNamed))} went away.`] : changes;
}

function saidBy(table: FilterTable): Map<string, string> {
  const said = new Map<string, string>();
  for (let place = 0; place < table.count; place++)
    said.set(nodeAt(table, place), refusalWords(verdictOf(table, place)));
  return said;
}
