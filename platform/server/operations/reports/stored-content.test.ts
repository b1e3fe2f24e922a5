import { describe, expect, it } from 'vitest';
import { reportContentSchema } from '#contracts';
import { storedContent } from './stored-content.ts';

describe('storedContent', () => {
  it('returns current content unchanged', () => {
    const content = reportContentSchema.parse({
      language: 'de',
      left: { biradsScore: 2, text: { text: 'A', editedFrom: 'B' } },
      impression: { text: 'C' },
    });
    expect(storedContent(content)).toEqual(content);
  });

  it('reads content that was stored before templates wrote texts', () => {
    const content = storedContent({
      technique: 'Scan',
      impression: 'Benign',
      left: { biradsScore: 2, breastDensity: null, text: 'No mass' },
      right: null,
    });
    expect(content).toMatchObject({
      language: 'en',
      technique: { text: 'Scan', editedFrom: '' },
      comparison: { text: '' },
      impression: { text: 'Benign' },
      left: { text: { text: 'No mass' } },
      right: null,
    });
  });
});
