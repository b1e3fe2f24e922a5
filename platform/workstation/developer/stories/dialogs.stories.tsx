import { type ReactNode, useState } from 'react';
import { Button, ConfirmDialog, Dialog, DialogActions, DiscardDialog, TextField } from '#ui';
import { LONG_TEXT, type StoryGroup } from './story.ts';

function FormExample(): ReactNode {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open a form</Button>
      <Dialog title="New patient" open={open} onClose={() => setOpen(false)}>
        <TextField label="Last name" value={name} autoFocus required onChange={setName} />
        <DialogActions>
          <Button onPress={() => setOpen(false)}>Cancel</Button>
          <Button kind="primary">Create patient</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function ConfirmExample(props: {
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly text: string;
  readonly open: string;
}): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{props.open}</Button>
      <ConfirmDialog
        open={open}
        title={props.danger === true ? 'Delete this study?' : 'Lock this account?'}
        confirmLabel={props.danger === true ? 'Delete study of Verhoeven' : 'Lock L. Moreau'}
        danger={props.danger ?? false}
        busy={props.busy ?? false}
        onConfirm={() => setOpen(false)}
        onClose={() => setOpen(false)}
      >
        {props.text}
      </ConfirmDialog>
    </>
  );
}

function DiscardExample(): ReactNode {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Close a form with entries</Button>
      <DiscardDialog open={open} onDiscard={close} onClose={close} />
    </>
  );
}

export const dialogStories: readonly StoryGroup[] = [
  { widget: 'Dialog', stories: [{ title: 'A form', draw: () => <FormExample /> }] },
  {
    widget: 'ConfirmDialog',
    stories: [
      {
        title: 'Plain',
        draw: () => (
          <ConfirmExample
            open="Confirm"
            text="The user can’t sign in until the account is unlocked."
          />
        ),
      },
      {
        title: 'Dangerous',
        draw: () => (
          <ConfirmExample
            open="Confirm a deletion"
            danger
            text="Its 2 scans and 7 findings are deleted too."
          />
        ),
      },
      {
        title: 'Long text',
        draw: () => (
          <ConfirmExample open="Confirm with a long text" text={`${LONG_TEXT}. ${LONG_TEXT}.`} />
        ),
      },
    ],
  },
  {
    widget: 'DiscardDialog',
    stories: [{ title: 'Unsaved entries', draw: () => <DiscardExample /> }],
  },
];
