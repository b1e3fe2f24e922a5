import { describe, expect, it } from 'vitest';
import { hangingProtocolSchema } from './manifest.ts';

const cell = (area: string) => ({
  area,
  viewport: 'breast-planes.plane',
  image: { kind: 'VOLUME', laterality: 'target' },
});
const protocol = (areas: readonly string[], ...cells: object[]) => ({
  id: 'org.example.two',
  title: 'Two',
  priority: 1,
  when: [],
  grid: { columns: '1fr 1fr', rows: '1fr', areas },
  cells,
});

describe('a hanging protocol', () => {
  it('has cells in the areas of its grid', () => {
    const valid = protocol(['cor tra', 'cor .'], cell('cor'), cell('tra'));
    expect(hangingProtocolSchema.safeParse(valid).success).toBe(true);
  });

  it('with a cell outside its grid is refused by the name of the area', () => {
    const parsed = hangingProtocolSchema.safeParse(
      protocol(['cor tra', 'cor .'], cell('cor'), cell('trx')),
    );
    expect(parsed.error?.issues).toMatchObject([
      {
        path: ['cells', 1, 'area'],
        message: "'trx' is no area of the grid, which has cor, tra",
      },
    ]);
  });
});
