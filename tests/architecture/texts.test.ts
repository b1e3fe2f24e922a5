import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { browserFiles } from './browser-files.ts';
import { sourceFiles } from './source-files.ts';
import { strayTexts } from './stray-texts.ts';

const MIN_FILES = 500;
/** Modules with user-facing texts; lower modules name values and files, on both sides. */
const USER_FACING = /^(platform\/(api-client|core|findings|ui|workstation|sdk)|extensions|modes)\//;
/** Tests, catalogues and widget examples, which only developers see. */
const DEVELOPER_FILES = /\.test\.tsx?$|\/test-support\/|\/developer\/stor(?:ies\/|y\.)|-texts\.ts$/;

const { imports }: { imports: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const browserSources = browserFiles(sourceFiles(), imports).filter(
  ({ path }) => USER_FACING.test(path) && !DEVELOPER_FILES.test(path),
);
const jsxFiles = browserSources.filter(({ path }) => path.endsWith('.tsx'));

describe('user-facing texts', () => {
  it(`are searched in all browser files: at least ${MIN_FILES}`, () => {
    console.log(
      `${browserSources.length} browser files were searched, ${jsxFiles.length} of them with JSX`,
    );
    expect(browserSources.length).toBeGreaterThanOrEqual(MIN_FILES);
  });

  it('all come from a catalogue', () => {
    const stray = browserSources.flatMap(strayTexts);
    expect(stray.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
  });
});

describe('German texts', () => {
  /** Words that docs/writing.md replaces by 'signiert', 'Signatur' and 'Standort'. */
  const REPLACED = /unterschr(?:ift|ieb|eib)\w*|\b(?:des Hauses|das Haus)\b/giu;
  const catalogues = sourceFiles().filter(({ path }) =>
    /\/texts\/(?:de\/|german-)[^/]+\.ts$/.test(path),
  );

  it('use one term for signatures and sites', () => {
    expect(catalogues.length).toBeGreaterThan(50);
    const found = catalogues.flatMap(({ path, text }) =>
      (text.match(REPLACED) ?? []).map((word) => `${path}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the browser files', () => {
  const reachablePaths = (texts: Record<string, string>): readonly string[] =>
    browserFiles(
      Object.entries(texts).map(([path, text]) => ({ path, text })),
      { '#core': './platform/core/index.ts' },
    ).map(({ path }) => path);

  it('are all files that an entry point imports: directly, through others, dynamically or as a type', () => {
    expect(
      reachablePaths({
        'extensions/a/index.ts': "import { b } from '#core';\nconst c = import('./ui/c.tsx');",
        'extensions/a/ui/c.tsx': "import type { D } from '../model/d.ts';",
        'extensions/a/model/d.ts': '',
        'platform/core/index.ts': "export { e } from './host/e.ts';",
        'platform/core/host/e.ts': '',
      }),
    ).toHaveLength(5);
  });

  it('exclude files that only the server part of an extension imports', () => {
    expect(
      reachablePaths({
        'extensions/a/index.ts': '',
        'extensions/a/server.ts': "import { f } from './engine/f.ts';",
        'extensions/a/engine/f.ts': '',
      }),
    ).toEqual(['extensions/a/index.ts']);
  });
});

describe('strayTexts in JSX files', () => {
  const findTexts = (text: string): readonly string[] =>
    strayTexts({ path: 'platform/ui/a.tsx', text }).map((stray) => stray.text);

  it.each([
    ['between tags', 'return <p>No findings yet.</p>;', 'No findings yet.'],
    ['between tags, over lines', '<p>\n  Nothing is\n  running.\n</p>', 'Nothing is running.'],
    ['with brackets', '<p>Drop a file (.mha) here</p>', 'Drop a file (.mha) here'],
    ['with a semicolon', '<p>It is old; it comes back.</p>', 'It is old; it comes back.'],
    ['before a value', '<b>Study {day}</b>', 'Study'],
    ['after a value', '<p>{count} findings</p>', 'findings'],
    ['after an icon', '<b><Icon name="plus" />New patient</b>', 'New patient'],
    ['as a label', '<Button label="Undo" />', 'Undo'],
    ['as an accessible label', '<nav aria-label="Pages" />', 'Pages'],
    ['as a template', '<Chip ariaLabel={`Scan of today`} />', 'Scan of today'],
    ['as a string in braces', "<Tab title={'Findings'} />", 'Findings'],
    ['as a field', "const KEY = { key: 'a', title: 'Patient above' };", 'Patient above'],
    ['as a choice', "<b>{busy ? 'Importing…' : x}</b>", 'Importing…'],
    ['as a notice', "notices.show('success', 'Nipple set');", 'Nipple set'],
    ['as a notice over lines', "notices.show(\n  'info',\n  `All saved`,\n);", 'All saved'],
  ])('finds a text %s', (_where, source, text) => {
    expect(findTexts(source)).toEqual([text]);
  });

  it.each([
    ['a text of a catalogue', '<p>{texts.none}</p>'],
    ['only signs and units', '<p>{length} mm · 3 × {n}</p>'],
    ['a comment', '// Nothing is running\n/* <p>Nothing</p> */ <p>{x}</p>'],
    ['types', 'function Table<Item extends object>(props: TableProps<Item>): ReactNode {}'],
    ['an arrow', 'const f = (a: number): string => a < 3 ? x : y;'],
    ['ids', "<Icon name={open ? 'chevron-up' : 'chevron-down'} />"],
    ['classes', '<div className="wide panel" data-kind="user error" />'],
  ])('ignores %s', (_what, source) => {
    expect(findTexts(source)).toEqual([]);
  });
});

describe('strayTexts in files without JSX', () => {
  const findTexts = (text: string, path = 'platform/core/a.ts'): readonly string[] =>
    strayTexts({ path, text }).map((stray) => stray.text);

  it.each([
    ['a sentence', "const NEXT = 'Go back to the study.';", 'Go back to the study.'],
    ['a template', `const found = \`\${count} findings are new\`;`, '{} findings are new'],
    ['a text and a value', `return \`Paused \${at}\`;`, 'Paused {}'],
    ['a text in a value', `const x = \`\${a ? 'not yet there' : b}\`;`, 'not yet there'],
    ['a label', "const act = { id: 'undo', label: 'Undo' };", 'Undo'],
    ['a lower-case label', "return { kind: 'a', title: 'findings' };", 'findings'],
    ['a field with the suffix Word', "return { leftWord: 'outer' };", 'outer'],
    ['a choice in a field', "return { title: a === 'b' ? c : 'findings' };", 'findings'],
    ['the first of a choice', "return { leftWord: a === 'b' ? 'outer' : c };", 'outer'],
    [
      'a reason',
      "const act = { enabled: () => isOpen() || 'No scan is open' };",
      'No scan is open',
    ],
    ['a notice', "services.notices.show('success', 'Saved');", 'Saved'],
    ['a notice over lines', "notices.show(\n  'info',\n  `Saved`,\n);", 'Saved'],
    ['the texts of a Problem', "problem('NO_SCAN', 'No scan', detail, next);", 'No scan'],
    [
      'the title of a thrown Problem',
      "throw new ProblemError(problem('A', 'No scan'));",
      'No scan',
    ],
    ['a message of a schema', "z.string().min(1, 'Name the model');", 'Name the model'],
    ['a text after a comment', "/* it's */ return 'It is late.'; // don't", 'It is late.'],
    [
      'a text after a regular expression',
      "const a = /['\"]/.test(b) ? 'It is one' : '';",
      'It is one',
    ],
    ['a table of texts', "const PLANE_TITLES = { COR: 'Coronal' };", 'Coronal'],
    [
      'the result of a function with the suffix Words',
      "function stateWords() { return 'paused'; }",
      'paused',
    ],
    ['a choice', "const planeName = () => a ? 'Left' : b;", 'Left'],
  ])('finds %s', (_what, source, text) => {
    expect(findTexts(source)).toEqual([text]);
  });

  it('finds a single word in a file of texts', () => {
    const source = "export const state = { ready: ['Ready', 'ok'] };";
    expect(findTexts(source, 'extensions/scanner/ui/shared/scanner-label.ts')).toEqual(['Ready']);
    expect(findTexts(source)).toEqual([]);
  });

  it.each([
    ['a text of a catalogue', 'return texts.saved(count);'],
    ['an error message for developers', "throw new Error('Two areas have one name');"],
    ['a line of the log', "context.log.log('warn', 'A coarse level was skipped', { code });"],
    ['the name of a scope', "const scope = new Scope('sync watch');"],
    ['ids and codes', `return { kind: 'user-error', code: 'NO_SCAN', id: \`key \${key}\` };`],
    ['comparisons', "if (word === 'Not there' || 'No scan' === word) return null;"],
    ['cases and types', "type A = 'of one' | 'of two'; switch (a) { case 'of one': }"],
    ['modules', "import { a } from './of words.ts'; const b = import('./of words.ts');"],
    ['selectors', "element.closest('button, a[href]'); const ALL = '[role=menu], input';"],
    ['addresses', `go(\`/scan?study=\${study}&scan=\${scan}\`);`],
    ['formats', "new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long' });"],
    ['units', `return \`\${width.toFixed(1)} mm · \${hours} h \${minutes} min\`;`],
    ['keys of a keyboard', "const MOVING = ['Home', 'End', 'Escape'];"],
    ['comments', "// 'Nothing is open'\n/* 'Nothing is open' */"],
  ])('ignores %s', (_what, source) => {
    expect(findTexts(source)).toEqual([]);
  });
});
