import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('./', import.meta.url);
const cards = readdirSync(folder).filter((name) => name.endsWith('.card.json'));
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe('the cards of the included models', () => {
  it('exist for every file with weights', () => {
    const weights = readdirSync(folder).filter(
      (name) => name.endsWith('.json') && !name.endsWith('.card.json'),
    );
    expect(weights.map((name) => name.replace('.json', '.card.json'))).toEqual(cards);
    expect(cards.length).toBeGreaterThan(0);
  });

  it.each(cards)('%s states the hash of its weights, data, limits and licence', (name) => {
    const card = JSON.parse(read(name));
    const weights = read(name.replace('.card.json', '.json'));
    expect(card.weightsSha256).toBe(createHash('sha256').update(weights).digest('hex'));
    expect(card).toMatchObject({ use: 'research', name: name.replace('.card.json', '') });
    for (const field of ['data', 'intendedUse', 'limits', 'licence', 'notice', 'figures']) {
      expect(card).toHaveProperty(field);
    }
  });
});
