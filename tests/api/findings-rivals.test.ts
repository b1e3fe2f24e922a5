import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { at, type ClinicCalls, startClinicCalls } from './support/clinic-calls.ts';
import { aFinding } from './support/records.ts';

const CLIENTS = 20;
const EDITS_EACH = 2;

let calls: ClinicCalls;
beforeAll(async () => {
  calls = await startClinicCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

describe('twenty readers who each append to one note', () => {
  it('lose nothing: as many versions as successes, every word once, each reader’s in order', async () => {
    const { marks, ...fields } = aFinding(await calls.clinics.ours.addScan());
    const body = { ...fields, marks, note: '' };
    const { id, scanId: _scanId, generator: _generator, ...rest } = body;
    const made = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body });
    const path = `/findings/${id}`;
    const counted = { won: 0, lost: 0 };
    const append = async (word: string, from: Finding): Promise<Finding> => {
      const note = `${from.note}${word} `;
      const answer = await calls.as<Finding & { data: Finding }>('PHYSICIAN', 'PUT', path, {
        ...{ body: { ...rest, note }, ...at(from.version) },
      });
      if (answer.status === 200) {
        counted.won += 1;
        return answer.body;
      }
      expect(answer.status).toBe(412);
      counted.lost += 1;
      return append(word, answer.body.data);
    };
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        let known = made;
        for (let edit = 0; edit < EDITS_EACH; edit += 1)
          known = await append(`${client}:${edit}`, known);
      }),
    );
    const now = await calls.must<Finding>('PHYSICIAN', 'GET', path);
    const words = (now.note ?? '').trim().split(' ');
    expect(counted.won).toBe(CLIENTS * EDITS_EACH);
    expect(counted.lost, 'they were rivals').toBeGreaterThan(0);
    expect(now.version).toBe(1 + counted.won);
    expect(new Set(words).size).toBe(words.length);
    for (let client = 0; client < CLIENTS; client += 1) {
      const own = words.filter((word) => word.startsWith(`${client}:`));
      expect(own).toEqual(Array.from({ length: EDITS_EACH }, (_, edit) => `${client}:${edit}`));
    }
  });
});
