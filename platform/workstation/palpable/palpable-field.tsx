import { type ReactNode, useRef, useState } from 'react';
import { MAX_PALPABLE_PLACES, type PalpablePlace, type ScanSide } from '#contracts';
import { FieldError, IconButton, TextField } from '#ui';
import { clinicalTexts as texts } from '../texts/clinical-texts.ts';
import styles from './palpable.module.css';
import { PalpableFace } from './palpable-face.tsx';
import { type PalpableRow, parseRow, rowOf, stepClock } from './palpable-rows.ts';
import { clockOf } from './palpable-text.ts';

export interface PalpableFieldProps {
  readonly places: readonly PalpablePlace[];
  readonly error: string | null;
  /** Passes the valid places, and why a typed text is invalid; null if all are valid. */
  onChange(places: readonly PalpablePlace[], invalidReason: string | null): void;
}

const SIDES: readonly ScanSide[] = ['R', 'L'];

/** Places where a lump can be felt: two clock faces to press, and a row to type for each place. */
export function PalpableField({ places, error, onChange }: PalpableFieldProps): ReactNode {
  const [rows, setRows] = usePalpableRows(places);
  const change = (next: readonly PalpableRow[]): void => {
    const parsed = next.map(parseRow);
    const valid = parsed.flatMap((row) => ('place' in row ? [row.place] : []));
    setRows(next, valid);
    onChange(valid, parsed.flatMap((row) => ('error' in row ? [row.error] : []))[0] ?? null);
  };
  const add = (side: ScanSide, clockMinutes: number): void => {
    if (rows.length >= MAX_PALPABLE_PLACES) return;
    change([...rows, { side, clock: clockOf(clockMinutes), distance: '' }]);
  };
  return (
    <fieldset className={styles.field} data-invalid={error === null ? undefined : true}>
      <legend>{texts.palpablePlaces}</legend>
      <div className={styles.faces}>
        {SIDES.map((side) => (
          <PalpableFace
            key={side}
            side={side}
            places={places.filter((place) => place.side === side)}
            onAdd={(clockMinutes) => add(side, clockMinutes)}
          />
        ))}
        <div className={styles.rows}>
          {rows.length === 0 ? <p>{texts.pressFace}</p> : null}
          {rows.map((row, idx) => (
            <PlaceRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while typed
              key={idx}
              row={row}
              number={idx + 1}
              onChange={(typed) => change(rows.map((other, at) => (at === idx ? typed : other)))}
              onRemove={() => change(rows.filter((_, at) => at !== idx))}
            />
          ))}
        </div>
      </div>
      {error === null ? null : <FieldError id="palpable-error">{error}</FieldError>}
    </fieldset>
  );
}

/** Keeps the typed rows; replaces them when the form gets other places, e.g. on a new start. */
function usePalpableRows(places: readonly PalpablePlace[]) {
  const [rows, setRows] = useState<readonly PalpableRow[]>(() => places.map(rowOf));
  const known = useRef(places);
  if (known.current !== places && JSON.stringify(known.current) !== JSON.stringify(places)) {
    known.current = places;
    setRows(places.map(rowOf));
  }
  const set = (next: readonly PalpableRow[], valid: readonly PalpablePlace[]): void => {
    known.current = valid;
    setRows(next);
  };
  return [rows, set] as const;
}

function PlaceRow(props: {
  readonly row: PalpableRow;
  readonly number: number;
  onChange(row: PalpableRow): void;
  onRemove(): void;
}): ReactNode {
  const { row, number, onChange } = props;
  return (
    <div className={styles.row}>
      <strong>{row.side}</strong>
      <TextField
        label={texts.clock(number)}
        labelHidden
        value={row.clock}
        maxLength={5}
        onChange={(clock) => onChange({ ...row, clock })}
        onKeyDown={(event) => {
          const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (steps === undefined) return;
          event.preventDefault();
          onChange({ ...row, clock: stepClock(row.clock, steps) });
        }}
      />
      <TextField
        label={texts.distance(number)}
        labelHidden
        value={row.distance}
        maxLength={3}
        hint={texts.fromNipple}
        onChange={(distance) => onChange({ ...row, distance })}
      />
      <IconButton
        icon="delete"
        size={24}
        label={texts.removePlace(number)}
        onPress={props.onRemove}
      />
    </div>
  );
}
