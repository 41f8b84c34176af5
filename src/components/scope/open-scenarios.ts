import { hiddenDrafts } from '../../chapters/drafts.ts';
import type { Scenario } from '../../runtime/cluster/scenario.ts';
import { allScenarios } from './scenarios.ts';

/** Every scenario that a page may lead to: those of drafts only while the site is being written. */
export async function openScenarios(): Promise<Scenario[]> {
  const drafts = hiddenDrafts();
  return (await allScenarios()).filter(({ id }) => !drafts.has(id.replace(/#.*/, '')));
}
