import { describe, expect, it } from 'vitest';
import { setUp } from './set-up.ts';

describe('what tests share', () => {
  it('ends what was built so far, last first, where the building fails half way', async () => {
    const ended: string[] = [];
    const built = setUp(async (stack) => {
      stack.defer(() => void ended.push('database'));
      stack.defer(() => void ended.push('server'));
      throw new Error('The third part did not come up');
    });
    await expect(built).rejects.toThrow('The third part did not come up');
    expect(ended).toEqual(['server', 'database']);
  });

  it('lives until its owner ends it', async () => {
    const ended: string[] = [];
    const built = await setUp(async (stack) => {
      stack.defer(() => void ended.push('server'));
      return { port: 1 };
    });
    expect([built.port, ended.length]).toEqual([1, 0]);
    await built[Symbol.asyncDispose]();
    expect(ended).toEqual(['server']);
  });
});
