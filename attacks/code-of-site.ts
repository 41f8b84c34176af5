import { textOf } from '../src/components/code/edited-code.ts';
import type { CodeFile } from '../src/components/code/source.ts';

/** The text of a file as the site at an address shows it: links say what differs from that. */
export async function codeOfSite(address: string, file: string): Promise<string> {
  const response = await fetch(`${address}/code/${file}.json`);
  return textOf((await response.json()) as CodeFile);
}
