/**
 * Links as readers have them: made at the commit f2ff3df1, by its code, before the plugins moved. Each brings a cluster and one plugin
 * with a comment before its first line; the last brings a plugin of the reader's own.
 */
import { expect, test, vi } from 'vitest';
import { loadPlugins } from '../../../playground/scheduler/edited-plugins.ts';
import { decodeCluster } from '../../../playground/scheduler/cluster-link.ts';
import { ownFile, pluginsFolder } from '../../../playground/scheduler/plugin-files.ts';
import { highlightFile } from '../../../src/components/code/highlight.ts';
import { onDisk, pluginOrder, runtimeText } from '../../../src/instrument/runtime-graph.ts';
import links from './old-links.json' with { type: 'json' };

const files = onDisk(pluginOrder());

test.each(Object.entries(links))(
  'a link with an edit of %s still opens, and its code loads',
  async (name, link) => {
    const file = pluginsFolder + name;
    const fetched = file === ownFile ? undefined : await highlightFile(file, runtimeText(file));
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(fetched)));
    try {
      const [input, err] = await decodeCluster(link);
      expect(err).toBeUndefined();
      const { sources, edits } = input!;
      expect(sources).toEqual([{ name: '', text: 'kind: Node\nmetadata: { name: a }\n' }]);
      expect(Object.keys(edits)).toEqual([file]);
      expect(edits[file]).toContain(file === ownFile ? 'milliCPU >= 1000' : '// mine\n');
      const [loaded, problem] = await loadPlugins(edits, files);
      expect(problem).toBeUndefined();
      expect(loaded?.own?.name).toBe(file === ownFile ? 'Mine' : undefined);
    } finally {
      vi.unstubAllGlobals();
    }
  },
);
