import { type ReactNode, useId } from 'react';
import { Button, DialogActions, FieldError } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { ConflictCard } from './conflict-card.tsx';
import styles from './dashboard.module.css';
import type { Edit } from './use-edit.ts';

/** The frame of a form in a dialog: its fields, who was faster, what is wrong, and the ways out. */
export function EditForm<Entries, Saved>(props: {
  readonly editing: Edit<Entries, Saved>;
  /** What the button that sends says. */
  readonly submitLabel: string;
  /** Fields in which what someone else saved meanwhile is another. */
  differing(theirs: Saved): readonly { readonly field: string; readonly value: string }[];
  readonly children: ReactNode;
  onClose(): void;
}): ReactNode {
  const { editing } = props;
  const { theirs, errors } = editing;
  const formErrorId = useId();
  return (
    <form className={styles.form} onSubmit={editing.submit} noValidate>
      {props.children}
      {theirs === null ? null : (
        <ConflictCard
          theirs={props.differing(theirs)}
          onAcceptTheirs={editing.acceptTheirs}
          onAcceptMine={editing.acceptMine}
        />
      )}
      {errors[''] === undefined ? null : (
        <FieldError id={formErrorId} alert>
          {errors['']}
        </FieldError>
      )}
      <DialogActions>
        <Button onPress={() => props.onClose()}>{adminTexts.cancel}</Button>
        {theirs === null ? (
          <Button kind="primary" type="submit" busy={editing.busy}>
            {props.submitLabel}
          </Button>
        ) : null}
      </DialogActions>
    </form>
  );
}
