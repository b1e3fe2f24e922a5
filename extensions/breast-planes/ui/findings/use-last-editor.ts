import { useEffect, useState } from 'react';
import { type FindingEdit, routes } from '#contracts';
import { apiToken, type ExtensionContext, sessionToken } from '#core';
import { findingTexts } from '../../texts/finding-texts.ts';

const { edits, conflict } = findingTexts;

/**
 * Returns the author of a finding's latest edit as the start of a sentence: a name, 'You', or
 * 'Someone else' while loading or if the name is withheld. `change` identifies the edit; a new value
 * loads the author again, null loads nothing. `updatedBy` of the finding is unsuitable, because
 * saving a thumbnail changes it as well.
 */
export function useLastEditor(
  context: ExtensionContext,
  findingId: string,
  change: string | null,
): string {
  const [loaded, setLoaded] = useState<{ change: string; by: FindingEdit['by'] } | null>(null);
  useEffect(() => {
    if (change === null) return;
    let cancelled = false;
    void context
      .use(apiToken)
      .call(routes.listFindingEdits, { params: { id: findingId } })
      .then((response) => {
        if (response.ok && !cancelled)
          setLoaded({ change, by: response.value.items[0]?.by ?? null });
      });
    return () => {
      cancelled = true;
    };
  }, [context, findingId, change]);
  const author = loaded?.change === change ? (loaded?.by ?? null) : null;
  if (author === null) return conflict.otherUser;
  // The same user can have edited the finding on another page.
  const userId = context.use(sessionToken).store.getState().user?.id;
  return author.id === userId ? edits.you : (author.name ?? conflict.otherUser);
}
