import { describe, expect, it } from 'vitest';
import { setUp } from './set-up.ts';

describe('a shared test setup', () => {
  it('disposes of what was built so far in reverse order if building fails', async () => {
    const ended: string[] = [];
    const built = setUp(async (stack) => {
      stack.defer(() => void ended.push('database'));
      stack.defer(() => void ended.push('server'));
      throw new Error('The third part did not start');
    });
    await expect(built).rejects.toThrow('The third part did not start');
    expect(ended).toEqual(['server', 'database']);
  });

  it('lasts until its owner disposes of it', async () => {
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
