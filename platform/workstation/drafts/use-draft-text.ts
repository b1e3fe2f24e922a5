import { useState } from 'react';
import { useApplication } from '../application/application-context.ts';

/**
 * Stores a text per user and `draftKey` in this browser until sent. Unlike a form draft, the text
 * survives leaving the page. Empty when nothing is stored; writing an empty text removes the draft.
 */
export function useDraftText(draftKey: string): readonly [string, (text: string) => void] {
  const { formDrafts } = useApplication().services;
  const [text, setText] = useState(() => {
    const stored = formDrafts.read(draftKey);
    return typeof stored === 'string' ? stored : '';
  });
  const change = (next: string): void => {
    setText(next);
    if (next === '') formDrafts.remove(draftKey);
    else formDrafts.write(draftKey, next);
  };
  return [text, change];
}
