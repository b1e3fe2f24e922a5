import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OpenEntry } from '../../interaction/interaction-context.ts';
import type { PointPx } from '../../model/planes/image-layout.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import styles from './marks.module.css';

/** The most words that a mark keeps. */
const MAX_TEXT_LENGTH = 500;

/** Where the words of a mark are typed, at its place: Enter keeps them, Escape drops the mark. */
export function TextEntry(props: { readonly entry: OpenEntry; readonly at: PointPx }): ReactNode {
  const { entry, at } = props;
  const [text, setText] = useState(entry.text);
  const input = useRef<HTMLInputElement>(null);
  const imageRef = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const field = input.current;
    imageRef.current = field?.closest<HTMLElement>('[role=group]') ?? null;
    field?.focus();
    field?.select();
  }, []);
  const done = useRef(false);
  /** Once: a field that goes loses the focus as well. The keys go back to the picture. */
  const close = (action: () => void): void => {
    if (done.current) return;
    done.current = true;
    action();
    imageRef.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.entry} style={{ left: at.x + 4, top: at.y - 14 }}>
      <input
        ref={input}
        data-testid="mark-words"
        aria-label={markTexts.entry}
        value={text}
        maxLength={MAX_TEXT_LENGTH}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => {
          // Somebody who goes on elsewhere has said what there is to say.
          close(text.trim() === '' ? entry.cancel : () => entry.submit(text));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text.trim() !== '') close(() => entry.submit(text));
          else if (event.key === 'Enter') entry.submit(text);
          else if (event.key === 'Escape') close(entry.cancel);
          event.stopPropagation();
        }}
      />
    </div>
  );
}
