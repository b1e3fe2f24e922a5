import { describe, expect, it } from 'vitest';
import { manualClock, memoryStorage } from '../testing/index.ts';
import { createFormDrafts } from './form-drafts.ts';

function setup() {
  const storage = memoryStorage();
  const clock = manualClock();
  const user = { id: 'ada' as string | null };
  return { storage, clock, user, drafts: createFormDrafts(storage, clock, () => user.id) };
}

describe('a form draft', () => {
  it('is restored for its author only', () => {
    const { drafts, user } = setup();
    drafts.write('/patient-list#new', { lastName: 'Rautio' });
    user.id = 'phil';
    expect(drafts.read('/patient-list#new')).toBeNull();
    user.id = null;
    expect(drafts.read('/patient-list#new')).toBeNull();
    user.id = 'ada';
    expect(drafts.read('/patient-list#new')).toEqual({ lastName: 'Rautio' });
    expect(drafts.read('/patient-list#other')).toBeNull();
  });

  it('is deleted after saving and after a day', async () => {
    const { drafts, clock, storage } = setup();
    drafts.write('a', 1);
    drafts.remove('a');
    expect(drafts.read('a')).toBeNull();
    drafts.write('b', 2);
    await clock.advance(24 * 3_600_000);
    expect(drafts.read('b')).toBeNull();
    expect(storage.length).toBe(0);
  });

  it('is deleted even if its author never returns', async () => {
    const { drafts, clock, storage } = setup();
    drafts.write('a', { lastName: 'Rautio' });
    await clock.advance(24 * 3_600_000 - 1);
    createFormDrafts(storage, clock, () => 'phil');
    expect(storage.length).toBe(1);
    await clock.advance(1);
    storage.setItem('clockface.token', 'kept');
    storage.setItem('clockface.form.eva.b', '{"at":');
    createFormDrafts(storage, clock, () => 'phil');
    expect(storage.length).toBe(1);
  });

  it('is ignored when unreadable, and while signed out', () => {
    const { drafts, storage, user } = setup();
    for (const text of ['{"at":1', 'null', '7', '{"value":1}']) {
      storage.setItem('clockface.form.ada.a', text);
      expect(drafts.read('a')).toBeNull();
    }
    user.id = null;
    drafts.write('a', 1);
    drafts.remove('a');
    expect(storage.length).toBe(1);
  });
});
