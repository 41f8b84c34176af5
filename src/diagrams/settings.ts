import type { MermaidConfig } from 'mermaid';

/** Raise it when `draw.ts`, `clean.ts` or `marks.ts` draw another picture of the same source: then all are drawn again. */
export const edition = 1;

/** The face that a drawing is measured in: the site brings it, so a text is as wide for each reader as it was when it was drawn. */
export const face = 'Literata Variable';

/** In px. The style sheet of drawings says the same. */
export const fontSize = 15;

const fontFamily = `'${face}', Literata, Georgia, serif`;

/**
 * How mermaid draws. Labels are text of the SVG: HTML in it could not be trusted, nor printed by all. Colours come from the style sheet
 * of the page, whatever the theme here says.
 */
export const settings: MermaidConfig = {
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  logLevel: 'fatal',
  htmlLabels: false,
  look: 'classic',
  layout: 'dagre',
  theme: 'base',
  fontFamily,
  themeVariables: { fontFamily, fontSize: `${fontSize}px` },
  maxTextSize: 20_000,
  sequence: {
    mirrorActors: false,
    diagramMarginX: 8,
    diagramMarginY: 8,
    actorMargin: 28,
    width: 130,
    height: 44,
    messageMargin: 14,
    wrapPadding: 8,
    actorFontFamily: fontFamily,
    actorFontSize: fontSize,
    actorFontWeight: 400,
    messageFontFamily: fontFamily,
    messageFontSize: fontSize,
    messageFontWeight: 400,
    noteFontFamily: fontFamily,
    noteFontSize: fontSize,
    noteFontWeight: 400,
  },
  flowchart: { htmlLabels: false, curve: 'basis', nodeSpacing: 40, rankSpacing: 44, padding: 12 },
  state: { nodeSpacing: 70, rankSpacing: 56 },
  class: { htmlLabels: false, hideEmptyMembersBox: true },
};
