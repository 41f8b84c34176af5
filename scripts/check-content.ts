/**
 * npm run check:content -- [--annotate] [FILES]: checks the content that the files can break, or all of it. Problems are printed as
 * path:line: message, or with --annotate and in GitHub's workflows as annotations. Ends with 1 if there is one.
 */
import { checkCommand } from '../src/check/command.ts';
import { root } from './project.ts';

const { text, code } = await checkCommand(root, process.argv.slice(2), process.env);
(code === 2 ? console.error : console.log)(text);
process.exitCode = code;
