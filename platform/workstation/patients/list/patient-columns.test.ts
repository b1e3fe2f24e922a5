import { describe, expect, it } from 'vitest';
import { patientColumns } from './patient-columns.tsx';

const columns = (listWidth: Parameters<typeof patientColumns>[3]) =>
  patientColumns([], '2026-11-20', { label: () => '' }, listWidth);

describe('the columns of the patient list', () => {
  it('are dropped before the name, starting with those that the panel also shows', () => {
    const ids = (listWidth: Parameters<typeof columns>[0]) =>
      columns(listWidth).map(({ id }) => id);
    expect(ids('wide')).toContain('claimedBy');
    expect(ids('usual')).not.toContain('density');
    expect(ids('narrow')).toEqual(['code', 'name', 'birthDate', 'lastStudy', 'state']);
  });

  it.each(['wide', 'usual', 'narrow'] as const)(
    'leave at least 160 px for the name where the window is %s',
    (listWidth) => {
      const name = columns(listWidth).find(({ id }) => id === 'name');
      expect(name?.minWidth).toBeGreaterThanOrEqual(160);
    },
  );
});
