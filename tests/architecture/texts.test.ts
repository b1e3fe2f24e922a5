import { describe, expect, it } from 'vitest';
import { strayTexts } from './check-texts.ts';
import { sourceFiles } from './source-files.ts';

const FEWEST_FILES = 150;
const DRAWN = /^(platform\/(ui|workstation)|extensions)\/.*\.tsx$/;
/** Tests, and the examples of widgets, which only developers see. */
const NOT_SHOWN = /\.test\.tsx$|\/test-support\/|\/developer\/stories\//;

const drawn = sourceFiles().filter(({ path }) => DRAWN.test(path) && !NOT_SHOWN.test(path));

describe('the texts', () => {
  it(`have been looked for everywhere: at least ${FEWEST_FILES} files that draw`, () => {
    console.log(`${drawn.length} files that draw were read`);
    expect(drawn.length).toBeGreaterThanOrEqual(FEWEST_FILES);
  });

  it('all come from a catalogue', () => {
    const stray = drawn.flatMap(strayTexts);
    expect(stray.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
  });
});

describe('the checker of texts', () => {
  const planted = (text: string): readonly string[] =>
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
    ['as a spoken label', '<nav aria-label="Pages">', 'Pages'],
    ['as a template', '<Chip ariaLabel={`Scan of today`} />', 'Scan of today'],
    ['as a string in braces', "<Tab title={'Findings'} />", 'Findings'],
    ['as a field', "const KEY = { key: 'a', title: 'Patient above' };", 'Patient above'],
    ['as a choice', "<b>{busy ? 'Importing…' : x}</b>", 'Importing…'],
    ['as a notice', "notices.show('success', 'Nipple set');", 'Nipple set'],
    ['as a notice over lines', "notices.show(\n  'info',\n  `All saved`,\n);", 'All saved'],
  ])('finds one %s', (_where, source, text) => {
    expect(planted(source)).toEqual([text]);
  });

  it.each([
    ['a text of a catalogue', '<p>{texts.none}</p>'],
    ['signs and units alone', '<p>{length} mm · 3 × {n}</p>'],
    ['a comment', '// Nothing is running\n/* <p>Nothing</p> */ <p>{x}</p>'],
    ['types', 'function Table<Item extends object>(props: TableProps<Item>): ReactNode {'],
    ['an arrow', 'const f = (a: number): string => a < 3 ? x : y;'],
    ['ids of the program', "<Icon name={open ? 'chevron-up' : 'chevron-down'} />"],
    ['classes', '<div className="wide panel" data-kind="user error">'],
  ])('lets %s through', (_what, source) => {
    expect(planted(source)).toEqual([]);
  });
});
