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
    let left = false;
    void context
      .use(apiToken)
      .call(routes.listFindingEdits, { params: { id: findingId } })
      .then((answer) => {
        if (answer.ok && !left) setRead({ change, by: answer.value.items[0]?.by ?? null });
      });
    return () => {
      left = true;
    };
  }, [context, findingId, change]);
  if (read === null || read.change !== change || read.by === null) return conflict.someone;
  // The reader's own account, on another page.
  const own = context.use(sessionToken).store.getState().user?.id;
  return read.by.id === own ? edits.you : (read.by.name ?? conflict.someone);
}
