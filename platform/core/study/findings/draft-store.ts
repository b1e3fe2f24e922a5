import * as z from 'zod';
import { findingUpdateSchema } from '#contracts';
import type { KeyValueStorage } from '../../session/token-store.ts';
import type { FindingBody } from './finding-body.ts';

/** An edit of a finding that the server has not acknowledged. */
export interface FindingDraft {
  readonly findingId: string;
  /** Null if deleted. */
  readonly local: FindingBody | null;
  /** Server version that the edit is based on; null for a new finding. */
  readonly baseVersion: number | null;
}

/** A finding removed from or returned to the reader's own list, not acknowledged by the server. */
export interface HiddenDraft {
  readonly findingId: string;
  readonly hidden: boolean;
}

/** Unacknowledged changes of one kind, at most one for each finding. */
export interface Drafts<T extends { readonly findingId: string }> {
  read(userId: string, scanId: string): readonly T[];
  write(userId: string, scanId: string, draft: T): void;
  remove(userId: string, scanId: string, findingId: string): void;
}

/** Unacknowledged changes of a user in this browser; they survive a reload, but not a sign-out. */
export interface DraftStore {
  readonly findings: Drafts<FindingDraft>;
  readonly hidden: Drafts<HiddenDraft>;
}

const bodySchema = findingUpdateSchema.omit({ thumbnailBase64: true }).required();

const findingDraftSchema = z.object({
  findingId: z.uuid(),
  local: bodySchema.nullable(),
  baseVersion: z.number().int().positive().nullable(),
});

const hiddenDraftSchema = z.object({ findingId: z.uuid(), hidden: z.boolean() });

export function createDraftStore(storage: KeyValueStorage): DraftStore {
  return {
    findings: createDrafts(storage, 'clockface.draft', findingDraftSchema),
    hidden: createDrafts(storage, 'clockface.draft-hidden', hiddenDraftSchema),
  };
}

/** Stores each draft under its own key, so that tabs never overwrite each other's drafts. */
function createDrafts<T extends { readonly findingId: string }>(
  storage: KeyValueStorage,
  kind: string,
  schema: z.ZodType<T>,
): Drafts<T> {
  const prefixOf = (userId: string, scanId: string): string => `${kind}.${userId}.${scanId}.`;
  return {
    read(userId, scanId) {
      const prefix = prefixOf(userId, scanId);
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
      return keys
        .filter((key) => key?.startsWith(prefix) === true)
        .flatMap((key) => parseDraft(storage.getItem(key ?? ''), schema));
    },
    write(userId, scanId, draft) {
      try {
        storage.setItem(prefixOf(userId, scanId) + draft.findingId, JSON.stringify(draft));
      } catch {
        // Storage is full: the change stays in memory and in the save queue, and the save state
        // shows whether the change has reached the server.
      }
    },
    remove: (userId, scanId, findingId) => storage.removeItem(prefixOf(userId, scanId) + findingId),
  };
}

function parseDraft<T>(text: string | null, schema: z.ZodType<T>): readonly T[] {
  try {
    const parsed = schema.safeParse(JSON.parse(text ?? 'null'));
    return parsed.success ? [parsed.data] : [];
  } catch {
    // Incomplete JSON from an interrupted write; the change was never shown as saved.
    return [];
  }
}
