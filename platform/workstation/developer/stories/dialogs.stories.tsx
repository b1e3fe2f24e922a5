import { type ReactNode, useState } from 'react';
import { Button, ConfirmDialog, Dialog, DialogActions, TextField } from '#ui';
import { LONG, type StoryGroup } from './story.ts';

function Form(): ReactNode {
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

function Question(props: {
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

export const dialogStories: readonly StoryGroup[] = [
  { widget: 'Dialog', stories: [{ title: 'A form', draw: () => <Form /> }] },
  {
    widget: 'ConfirmDialog',
    stories: [
      {
        title: 'Plain',
        draw: () => <Question open="Ask" text="Nobody can sign in with it until it is unlocked." />,
      },
      {
        title: 'Dangerous',
        draw: () => (
          <Question open="Ask about a deletion" danger text="Its 2 scans and 7 findings go too." />
        ),
      },
      {
        title: 'Long text',
        draw: () => <Question open="Ask at length" text={`${LONG}. ${LONG}.`} />,
      },
    ],
  },
];
