import type { TextStorage } from '../../../src/components/base/kept-text.ts';

/** A browser's storage, for a test. */
export function storageOf(kept: Readonly<Record<string, string>> = {}): TextStorage {
  const texts = new Map(Object.entries(kept));
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  };
}
