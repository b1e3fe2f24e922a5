import { describe, expect, it } from 'vitest';
import { patientColumns } from './patient-columns.tsx';

const columns = (listWidth: Parameters<typeof patientColumns>[3]) =>
  patientColumns([], '2026-11-20', { label: () => '' }, listWidth);

describe('the columns of the patient list', () => {
  it('give way before the names do, what the panel tells first', () => {
    const ids = (listWidth: Parameters<typeof columns>[0]) =>
      columns(listWidth).map(({ id }) => id);
    expect(ids('wide')).toContain('heldBy');
    expect(ids('usual')).not.toContain('density');
    expect(ids('narrow')).toEqual(['code', 'name', 'birthDate', 'lastStudy', 'state']);
  });

  it.each(['wide', 'usual', 'narrow'] as const)(
    'keep room for a name where it is %s',
    (listWidth) => {
      const name = columns(listWidth).find(({ id }) => id === 'name');
      expect(name?.minWidth).toBeGreaterThanOrEqual(160);
    },
  );
});
