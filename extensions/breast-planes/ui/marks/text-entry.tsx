import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { lengthError } from '#ui';
import type { OpenEntry } from '../../interaction/interaction-context.ts';
import type { PointPx } from '../../model/planes/image-layout.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import styles from './marks.module.css';

/** Maximum length of a mark's text in characters. */
const MAX_TEXT_LENGTH = 500;

/**
 * Text field of a mark at its location: Enter saves the text, Escape cancels. A text that is too long
 * keeps the field open with its error, so that nothing is cut.
 */
export function TextEntry(props: { readonly entry: OpenEntry; readonly at: PointPx }): ReactNode {
  const { entry, at } = props;
  const [text, setText] = useState(entry.text);
  const error = lengthError(text, MAX_TEXT_LENGTH);
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const imageRef = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const field = input.current;
    imageRef.current = field?.closest<HTMLElement>('[role=group]') ?? null;
    field?.focus();
    field?.select();
  }, []);
  const closed = useRef(false);
  const latest = useRef({ entry, text });
  latest.current = { entry, text };
  // Saves a typed text when the view shows another scan, because the field then loses no focus.
  useLayoutEffect(
    () => () => {
      const { entry: last, text: typed } = latest.current;
      if (closed.current || typed.trim() === '' || typed === last.text) return;
      closed.current = true;
      last.submit(typed);
    },
    [],
  );
  /** Runs once, because a removed field also loses the focus; returns the focus to the image. */
  const close = (action: () => void): void => {
    if (closed.current) return;
    closed.current = true;
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
        aria-invalid={error !== null}
        {...(error === null ? {} : { 'aria-describedby': errorId })}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => {
          if (error !== null) return;
          // Losing the focus saves the text; an empty text cancels.
          close(text.trim() === '' ? entry.cancel : () => entry.submit(text));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && error !== null) event.preventDefault();
          else if (event.key === 'Enter' && text.trim() !== '') close(() => entry.submit(text));
          // An empty text keeps the field open: `submit` then only reports the missing text.
          else if (event.key === 'Enter') entry.submit(text);
          else if (event.key === 'Escape') close(entry.cancel);
          event.stopPropagation();
        }}
      />
      {error === null ? null : (
        <p id={errorId} className={styles.entryError} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
