import { useState } from 'react';
import { useApplication } from '../start/application-context.ts';

/**
 * A text that is kept in this browser until it is sent, under the person and `place`: also while
 * another part of the page is looked at, unlike a form, which is given up by leaving it. Empty when
 * there is none; writing an empty one keeps nothing.
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
