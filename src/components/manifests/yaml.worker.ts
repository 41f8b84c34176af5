import { speakAs } from '../../i18n/t.ts';
import { textOfThrown } from '../../runtime/sim/thrown.ts';
import { readManifest } from './apply-yaml.ts';
import { type Manifest, refused } from './manifest.ts';

/** What the page asks of the worker: to read a manifest, which it answers. */
export interface ManifestAsked {
  readonly text: string;
  /** The words of a language other than English, by the English. */
  readonly words?: Readonly<Record<string, string>>;
}

addEventListener('message', ({ data: { text, words } }: MessageEvent<ManifestAsked>) => {
  speakAs(words);
  postMessage(read(text));
});

function read(text: string): Manifest {
  try {
    return readManifest(text);
  } catch (error) {
    return refused(textOfThrown(error));
  }
}
