import { useEffect, useState } from 'react';
import { type FindingEdit, routes } from '#contracts';
import { apiToken, type ExtensionContext, sessionToken } from '#core';
import { findingTexts } from '../../texts/finding-texts.ts';

const { edits, conflict } = findingTexts;

/**
 * Who made the latest edit of a finding, to begin a sentence with: a name, 'You', or 'Someone else'
 * until it is read and for whom it isn't told. `change` is what is said of that edit: another one may
 * be another person's. The finding's own last author won't do: a page that keeps its picture is one.
 */
export function useLastEditor(
  context: ExtensionContext,
  findingId: string,
  change: string | null,
): string {
  const [read, setRead] = useState<{ change: string | null; by: FindingEdit['by'] } | null>(null);
  useEffect(() => {
    if (change === null) return;
    let cancelled = false;
    void context
      .use(apiToken)
      .call(routes.listFindingEdits, { params: { id: findingId } })
      .then((response) => {
        if (response.ok && !cancelled) setRead({ change, by: response.value.items[0]?.by ?? null });
      });
    return () => {
      cancelled = true;
    };
  }, [context, findingId, change]);
  if (read === null || read.change !== change || read.by === null) return conflict.otherUser;
  // The reader's own account, on another page.
  const userId = context.use(sessionToken).store.getState().user?.id;
  return read.by.id === userId ? edits.you : (read.by.name ?? conflict.otherUser);
}
