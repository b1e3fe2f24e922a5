import { useEffect, useState } from 'react';
import { type FindingEdit, routes } from '#contracts';
import { apiToken, type ExtensionContext, sessionToken } from '#core';
import { findingTexts } from '../../texts/finding-texts.ts';

const { edits, conflict } = findingTexts;

/**
 * Returns the author of a finding's latest edit as the start of a sentence: a name, 'You', or
 * 'Someone else' while loading or if the name is withheld. `change` identifies the described edit,
 * because the next edit may have another author. The last author of the finding itself is
 * unsuitable, because saving its thumbnail counts as well.
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
  // The user's own edit on another page.
  const userId = context.use(sessionToken).store.getState().user?.id;
  return read.by.id === userId ? edits.you : (read.by.name ?? conflict.otherUser);
}
