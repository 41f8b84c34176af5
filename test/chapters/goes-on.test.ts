import { compile } from '@mdx-js/mdx';
import { expect, test } from 'vitest';
import { textGoesOn } from '../../src/chapters/goes-on.ts';

/** The elements of a text as they stand in its page, those that are held back in brackets. */
async function shapeOf(text: string): Promise<string> {
  const code = String(await compile(text, { jsx: true, rehypePlugins: [textGoesOn] }));
  return (/return <>([^]*)<\/>;/.exec(code)?.[1] ?? '')
    .replaceAll('<_components.div class="goes-on" hidden="until-found">', '[')
    .replaceAll('</_components.div>', ']')
    .replace(/<_components\.(\w+)>(\{"\\n"\}|[^<])*?<\/_components\.\w+>/g, ' $1 ')
    .replace(/<(\w+) ?\/>/g, ' $1 ')
    .replace(/\{"\\n"\}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

test('holds back what follows a prediction, up to a heading', async () => {
  expect(await shapeOf('One.\n\n<Prediction />\n\nTwo.\n\n<Step />\n\n## Three\n\nFour.')).toBe(
    'p Prediction [ p Step ] h2 p',
  );
});

test('holds it back up to the end, and up to what asks or closes', async () => {
  expect(await shapeOf('<Prediction />\n\nTwo.')).toBe('Prediction [ p ]');
  for (const name of ['Prediction', 'Experiment', 'Exercise', 'Remember', 'Symptom', 'Myths', 'StudyGroup'])
    expect(await shapeOf(`<Prediction />\n\nOne.\n\n<${name} />\n\n## Two`)).toBe(
      `Prediction [ p ] ${name} h2`,
    );
  expect(await shapeOf('<Prediction />\n\nOne.\n\n<Prediction />\n\nTwo.')).toBe(
    'Prediction [ p ] Prediction [ p ]',
  );
});

test('holds nothing back where nothing follows, or nothing is asked', async () => {
  expect(await shapeOf('<Prediction />\n\n## Two\n\nThree.')).toBe('Prediction h2 p');
  expect(await shapeOf('One.\n\n<Experiment />\n\nTwo.')).toBe('p Experiment p');
});
