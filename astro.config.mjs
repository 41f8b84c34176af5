import { unified } from '@astrojs/markdown-remark';
import preact from '@astrojs/preact';
import sitemap from '@astrojs/sitemap';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { root } from './scripts/project.ts';
import { editableFiles, readExercises } from './src/components/exercises/exercise-files.ts';
import { checkedContent } from './src/check/integration.ts';
import { apartCells } from './src/chapters/apart-cells.ts';
import { readScenarios, shownFiles } from './src/chapters/scenarios.ts';
import { hiddenDrafts } from './src/chapters/drafts.ts';
import { textGoesOn } from './src/chapters/goes-on.ts';
import { componentsAtHand, withoutStories } from './src/chapters/vite-plugin.ts';
import { diagramsInPlace } from './src/diagrams/in-place.ts';
import { drawnWhileWritten } from './src/diagrams/integration.ts';
import { slimMermaid } from './src/diagrams/slim-mermaid.ts';
import { startMap } from './src/components/map/start-map.ts';
import { messageShapes } from './src/gate/vite-plugin.ts';
import { editableRuntime } from './src/instrument/editable-plugin.ts';
import { machineChunks } from './src/instrument/machine-chunks.ts';
import { slimPreload } from './src/instrument/slim-preload.ts';
import { slimSucrase } from './src/instrument/slim-sucrase.ts';
import { instrumentRuntime } from './src/instrument/vite-plugin.ts';
import { offline } from './src/offline/integration.ts';
import { registerLineHooks } from './src/instrument/node-hooks.ts';
import { loadPlane } from './src/recording/planes.ts';
import { codeThemes } from './src/styles/code-themes.ts';
import { slimStarlight } from './src/styles/slim-starlight.ts';
import { sidebar } from './sidebar.ts';

process.env.ASTRO_TELEMETRY_DISABLED = '1';

const drafts = hiddenDrafts();
const scenarios = await readScenarios(root);
const shown = shownFiles(scenarios);
const exercises = await readExercises(root);
const editable = editableFiles(exercises, scenarios);
// The check of the content records lines in this same process, and Node keeps what it loaded: loaded here first, it needs the hooks.
const stopHooks = registerLineHooks(shown);
// The subjects of the plane that a scenario plays on which names none, as a choice in a pattern.
const usual = ['stage', ...(await loadPlane()).subjects.map(({ name }) => name)].join('|');
stopHooks();

export default defineConfig({
  // Only the sitemap and canonical links need it; a deployment sets SITE_URL.
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  devToolbar: { enabled: false },
  // A page is light, and kept once it was visited; what fetches ahead weighs more than it saves.
  prefetch: false,
  // Chapters are compiled by @mdx-js/mdx, which src/chapters/content.ts reads them with.
  markdown: { processor: unified({ rehypePlugins: [apartCells, textGoesOn] }) },
  vite: {
    plugins: [
      diagramsInPlace(root),
      componentsAtHand(root),
      withoutStories(drafts),
      instrumentRuntime(shown),
      messageShapes(),
      startMap(root),
      slimStarlight,
      ...slimMermaid(),
      slimPreload(),
      // The development server gives workers what these make, not what the plugins of workers make.
      { ...editableRuntime(editable), apply: 'serve' },
    ],
    // A script in the page itself is one that the policy of pages would have to let in by its digest.
    build: {
      assetsInlineLimit: (path, { length }) => (path.endsWith('.js') && length > 0 ? false : undefined),
    },
    // What is a few lines, and on every page, comes as one script.
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'page',
                    test: /components\/(base\/note|.*\/(progress-key|link-prefix|focus))\.ts$|vite\/preload-helper/,
                  },
                  // What says anything, in any language, stays apart from that.
                  { name: 't', test: /src\/i18n\/t\.ts$/, priority: 2 },
                  // The words of the usual plane are one script: one a subject would weigh more, and be as many requests.
                  { name: 'usual-words', test: new RegExp(`src/subjects/(${usual})/words\\.ts$`) },
                  { name: 'preact', test: /node_modules\/@?preact\//, priority: 2 },
                  {
                    name: 'picture-kit',
                    // Other blocks than those of the usual picture come with the pictures that have them.
                    test: new RegExp(
                      '/components/picture/((?!PictureTable|StillPicture)[^/]+|' +
                        'blocks/(chips|groups|lines|queue|slots)\\.tsx)$',
                    ),
                  },
                  {
                    name: 'usual-chinese',
                    test: new RegExp(`src/subjects/(${usual})/zh-cn\\.json$`),
                  },
                ],
              },
            },
          },
        },
      },
    },
    // Kubernetes may lie there, which nobody edits.
    server: { watch: { ignored: ['**/.cache/**'] } },
    // Only workers import these, and late: found then, they would make the server load the page again in the middle of a run.
    optimizeDeps: { include: ['acorn', 'sucrase', 'yaml'] },
    worker: {
      format: 'es',
      plugins: () => [
        withoutStories(drafts),
        instrumentRuntime(shown),
        messageShapes(),
        editableRuntime(editable),
        slimSucrase,
      ],
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [{ name: machineChunks(), includeDependenciesRecursively: false }] },
        },
      },
    },
  },
  integrations: [
    // A run in words is found from where it is played, and from /runs/, a plan from its chapter: that is what a reader looks for.
    sitemap({ filter: (page) => !/\/(runs\/.|plan\/|offline\/|edited-code\/)/.test(page) }),
    starlight({
      title: 'Loopscope',
      description: 'Read the Kubernetes source by running it.',
      locales: {
        root: { label: 'English', lang: 'en' },
        'zh-cn': { label: '简体中文', lang: 'zh-CN' },
      },
      favicon: '/favicon.svg',
      customCss: ['./src/styles/tokens.css', './src/styles/site.css', './src/styles/prose.css'],
      routeMiddleware: './src/route-data.ts',
      components: {
        ContentPanel: './src/components/chrome/ContentPanel.astro',
        Footer: './src/components/chrome/Footer.astro',
        Header: './src/components/chrome/Header.astro',
        FallbackContentNotice: './src/components/chrome/Untranslated.astro',
        Head: './src/components/chrome/Head.astro',
        Hero: './src/components/chrome/Hero.astro',
        LanguageSelect: './src/components/chrome/LanguageSwitch.astro',
        MarkdownContent: './src/components/chrome/MarkdownContent.astro',
        PageFrame: './src/components/chrome/PageFrame.astro',
        PageTitle: './src/components/chrome/PageTitle.astro',
        Search: './src/components/chrome/Search.astro',
        Sidebar: './src/components/chrome/Sidebar.astro',
        ThemeProvider: './src/components/chrome/ThemeProvider.astro',
        ThemeSelect: './src/components/chrome/ThemeSelect.astro',
        TwoColumnContent: './src/components/chrome/TwoColumnContent.astro',
      },
      sidebar,
      disable404Route: true,
      tableOfContents: false,
      credits: false,
      expressiveCode: {
        themes: codeThemes,
        // A listing that scrolls sideways hides its ends on a phone.
        defaultProps: { wrap: true, preserveIndent: true },
        styleOverrides: {
          borderRadius: 'var(--r1)',
          borderColor: 'var(--rule)',
          codeFontFamily: 'var(--mono)',
          codeFontSize: '0.84rem',
          codeLineHeight: '1.6',
          uiFontFamily: 'var(--sans)',
          frames: {
            frameBoxShadowCssValue: 'none',
            editorTabBarBackground: 'var(--paper-2)',
            editorTabBarBorderColor: 'transparent',
            editorTabBarBorderBottomColor: 'var(--rule)',
            editorActiveTabBackground: 'var(--paper-2)',
            editorActiveTabForeground: 'var(--ink-2)',
            editorActiveTabBorderColor: 'transparent',
            editorActiveTabIndicatorTopColor: 'transparent',
            editorActiveTabIndicatorBottomColor: 'transparent',
            terminalBackground: 'var(--paper-2)',
            terminalTitlebarBackground: 'var(--paper-2)',
            terminalTitlebarForeground: 'var(--ink-2)',
            terminalTitlebarBorderBottomColor: 'var(--rule)',
          },
        },
      },
    }),
    preact(),
    offline,
    checkedContent(root),
    drawnWhileWritten(root),
  ],
});
