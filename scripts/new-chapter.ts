/**
 * npm run new:chapter -- PART/NAME ["Title" ["what it shows"]]: makes a chapter that builds and passes, as a draft, and says what is
 * left to write. It overwrites nothing.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toWrite } from '../src/chapters/to-write.ts';
import { parts } from '../src/chapters/parts.ts';
import { chapterFiles, partsWith, readChapter } from './chapter-files.ts';
import { root } from './project.ts';

function fail(message: string): never {
  console.error(`new:chapter: ${message}\n  npm run new:chapter -- PART/NAME ["Title" ["what it shows"]]`);
  process.exit(2);
}

const [chapter, problem] = readChapter(process.argv.slice(2), parts);
if (problem) fail(problem.message);
const files = await chapterFiles(chapter);
const there = [`content/${chapter.id}`, ...files.map(({ path }) => path)].find((path) =>
  existsSync(join(root, path)),
);
if (there !== undefined)
  fail(`expected a name that is free, found ${there}: choose another, or write on there`);

const map = join(root, 'src/chapters/parts.ts');
const withChapter = await partsWith(chapter, readFileSync(map, 'utf8'));
for (const { path, text } of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { flag: 'wx' });
}
writeFileSync(map, withChapter);

const { id, topic, isNewTopic, rows } = chapter;
console.log(`Made, as a draft that readers do not see yet:\n`);
for (const { path } of files) console.log(`  ${path}`);
console.log(`  src/chapters/parts.ts, ${isNewTopic ? 'a new topic' : 'the topic'} "${topic.title}"`);
console.log(`\nTo write, where «…» stands:\n`);
for (const { path, text } of files) {
  for (const { line, says } of toWrite(text)) console.log(`  ${path}:${line}  ${says}`);
}
console.log(
  rows.length > 0
    ? `\nTo explain, under <Explains rows="…" />, and to assert: ${rows[0]?.id} to ${rows.at(-1)?.id} (npm run coverage -- ${topic.component})`
    : `\nTo explain: rows of the checklist, under <Explains rows="…" /> (npm run coverage)`,
);
console.log(`See it:    npm run dev, then /${id}/`);
console.log(`Check it:  npm run check:content, and before you send it npm test`);
console.log(`Open it:   take \`draft: true\` out of content/${id}/index.mdx`);
