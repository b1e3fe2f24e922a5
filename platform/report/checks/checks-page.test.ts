import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReportCheck } from './report-check.ts';
import { REPORT_CHECKS } from './report-checks.ts';

const LEVELS = { block: 'blocks', warn: 'warns' } as const;

type Row = Pick<ReportCheck, 'id' | 'firesWhen' | 'level' | 'locked' | 'reads'>;
/** Returns the row of a check on the page. */
const rowOf = ({ id, firesWhen, level, locked, reads }: Row): string =>
  `| \`${id}\` | ${firesWhen} | ${LEVELS[level]}${reads === 'addendum' ? ' (addendum)' : ''} | ${locked ? 'no' : 'yes'} |`;

/** Returns the rows of checks on a page. */
const rowsIn = (page: string): readonly string[] =>
  page.split('\n').filter((line) => line.startsWith('| `'));

describe('docs/report-checks.md', () => {
  const page = readFileSync('docs/report-checks.md', 'utf8');

  it('lists every check with its condition and level, in the order of the table', () => {
    expect(rowsIn(page)).toEqual(REPORT_CHECKS.map(rowOf));
  });

  it('differs when a check changes', () => {
    const [first, ...others] = REPORT_CHECKS;
    const changed = [{ ...first!, locked: !first!.locked }, ...others];
    expect(rowsIn(page)).not.toEqual(changed.map(rowOf));
  });
});
