import { type ReactNode, useEffect, useId } from 'react';
import { Button, DialogActions, FieldError } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { ConflictCard } from './conflict-card.tsx';
import styles from './dashboard.module.css';
import { useEditDialog } from './edit-dialog.tsx';
import type { Edit } from './use-edit.ts';

/** Form in an `EditDialog`: fields, version conflict, form error and buttons. */
export function EditForm<Entries, Saved>(props: {
  readonly editing: Edit<Entries, Saved>;
  readonly submitLabel: string;
  /** Returns the fields that differ in the version that someone else saved meanwhile. */
  differing(theirs: Saved): readonly { readonly field: string; readonly value: string }[];
  readonly children: ReactNode;
}): ReactNode {
  const { editing } = props;
  const { theirs, errors, isChanged } = editing;
  const { setChanged, requestClose } = useEditDialog();
  useEffect(() => setChanged(isChanged), [isChanged, setChanged]);
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
        <Button onPress={requestClose}>{adminTexts.cancel}</Button>
        {theirs === null ? (
          <Button kind="primary" type="submit" busy={editing.busy}>
            {props.submitLabel}
          </Button>
        ) : null}
      </DialogActions>
    </form>
  );
}
