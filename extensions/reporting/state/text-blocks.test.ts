import { afterEach, describe, expect, it } from 'vitest';
import { errorResponse, type FakePlatform, fakePlatform } from '#core/testing';
import { unwrap } from '#foundation';
import { parseTextBlocks, type TextBlock } from '../model/text-blocks.ts';
import { createTextBlocks, TEXT_BLOCKS_CODE } from './text-blocks.ts';

let platform: FakePlatform | null = null;
let elsewhere: FakePlatform | null = null;
afterEach(() => {
  platform?.dispose();
  elsewhere?.dispose();
});

const aBlock = (id: string, change: Partial<TextBlock> = {}): TextBlock => ({
  id,
  name: id,
  abbreviation: id,
  text: 'Text',
  language: null,
  ...change,
});

async function createHarness() {
  platform = await fakePlatform();
  const { backend, preferences } = platform;
  const blocks = createTextBlocks(platform, []);
  const stored = () => preferences.store.getState().values.get(TEXT_BLOCKS_CODE) ?? null;
  return { backend, server: backend.server, preferences, blocks, stored };
}

describe('text blocks of a reader', () => {
  it('are added, replaced and removed in their preference', async () => {
    const { blocks, stored } = await createHarness();
    unwrap(await blocks.save(aBlock('one')));
    unwrap(await blocks.save(aBlock('two')));
    unwrap(await blocks.save(aBlock('one', { text: 'Changed' })));
    expect(unwrap(parseTextBlocks(stored()))).toEqual([
      aBlock('one', { text: 'Changed' }),
      aBlock('two'),
    ]);
    unwrap(await blocks.remove('one'));
    expect(unwrap(parseTextBlocks(stored()))).toEqual([aBlock('two')]);
  });

  it('keep those that another computer has added, changed or removed', async () => {
    const { backend, blocks, stored } = await createHarness();
    unwrap(await blocks.save(aBlock('one')));
    unwrap(await blocks.save(aBlock('two')));
    elsewhere = await fakePlatform('PHYSICIAN', { backend });
    const other = createTextBlocks(elsewhere, []);
    unwrap(await other.save(aBlock('three')));
    unwrap(await other.remove('two'));
    unwrap(await blocks.save(aBlock('one', { text: 'Changed' })));
    expect(unwrap(parseTextBlocks(stored()))).toEqual([
      aBlock('one', { text: 'Changed' }),
      aBlock('three'),
    ]);
  });

  it('are all kept when several are saved at once', async () => {
    const { blocks, stored } = await createHarness();
    await Promise.all(['one', 'two', 'three'].map((id) => blocks.save(aBlock(id))));
    expect(unwrap(parseTextBlocks(stored()))).toHaveLength(3);
  });

  it('are unchanged if the stored ones can’t be read', async () => {
    const { server, blocks, stored } = await createHarness();
    unwrap(await blocks.save(aBlock('one')));
    server.once('listPreferences', errorResponse(503, 'Unavailable', 'Try later'));
    expect((await blocks.remove('one')).ok).toBe(false);
    expect(unwrap(parseTextBlocks(stored()))).toEqual([aBlock('one')]);
    unwrap(await blocks.remove('one'));
    expect(unwrap(parseTextBlocks(stored()))).toEqual([]);
  });

  it('stay as they are if the stored form is unknown', async () => {
    const { blocks, preferences, stored } = await createHarness();
    await preferences.save(TEXT_BLOCKS_CODE, '{"version":2}');
    expect(await blocks.save(aBlock('one'))).toMatchObject({
      problem: { code: 'TEXT_BLOCKS_UNREADABLE' },
    });
    expect(stored()).toBe('{"version":2}');
  });

  it('are rejected with a reason when all of them are too long', async () => {
    const { blocks, stored } = await createHarness();
    for (let idx = 0; idx < 8; idx++) {
      unwrap(await blocks.save(aBlock(`b${idx}`, { text: 'x'.repeat(3_900) })));
    }
    const before = stored();
    const full = await blocks.save(aBlock('last', { text: 'x'.repeat(3_900) }));
    expect(full).toMatchObject({ problem: { code: 'TEXT_BLOCKS_FULL' } });
    expect(stored()).toBe(before);
  });

  it('return to what the server has after a rejected save', async () => {
    const { server, blocks, stored } = await createHarness();
    unwrap(await blocks.save(aBlock('one')));
    server.handle('savePreference', () => errorResponse(507, 'StorageFull', 'No room'));
    expect((await blocks.save(aBlock('two'))).ok).toBe(false);
    expect(unwrap(parseTextBlocks(stored()))).toEqual([aBlock('one')]);
  });
});
