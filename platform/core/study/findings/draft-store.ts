import * as z from 'zod';
import { findingUpdateSchema } from '#contracts';
import type { KeyValueStorage } from '../../session/token-store.ts';
import type { FindingBody } from './finding-body.ts';

/** An edit that the server has not acknowledged. */
export interface Draft {
  readonly findingId: string;
  /** Null if deleted. */
  readonly local: FindingBody | null;
  /** Server version that the edit is based on; null for a new finding. */
  readonly baseVersion: number | null;
}

/** Unacknowledged edits of a user in this browser; they survive a reload, but not a sign-out. */
export interface DraftStore {
  read(userId: string, scanId: string): readonly Draft[];
  write(userId: string, scanId: string, draft: Draft): void;
  remove(userId: string, scanId: string, findingId: string): void;
}

const bodySchema = findingUpdateSchema.omit({ thumbnailBase64: true }).required();

const draftSchema = z.object({
  findingId: z.uuid(),
  local: bodySchema.nullable(),
  baseVersion: z.number().int().positive().nullable(),
});

const prefixOf = (userId: string, scanId: string): string => `clockface.draft.${userId}.${scanId}.`;

/** Stores each draft under its own key, so that tabs never overwrite each other's drafts. */
export function createDraftStore(storage: KeyValueStorage): DraftStore {
  return {
    read(userId, scanId) {
      const prefix = prefixOf(userId, scanId);
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
      return keys
        .filter((key) => key?.startsWith(prefix) === true)
        .flatMap((key) => parseDraft(storage.getItem(key ?? '')));
    },
    write(userId, scanId, draft) {
      try {
        storage.setItem(prefixOf(userId, scanId) + draft.findingId, JSON.stringify(draft));
      } catch {
        // Storage is full: the edit stays in memory and in the save queue, and the save state shows
        // whether the edit has reached the server.
      }
    },
    remove: (userId, scanId, findingId) => storage.removeItem(prefixOf(userId, scanId) + findingId),
  };
}

function parseDraft(text: string | null): readonly Draft[] {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(text ?? 'null'));
    return parsed.success ? [parsed.data] : [];
  } catch {
    // Incomplete JSON from an interrupted write; the edit was never shown as saved.
    return [];
  }
}
