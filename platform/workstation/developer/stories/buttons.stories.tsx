import { type ReactNode, useState } from 'react';
import {
  Button,
  buttonClass,
  Icon,
  IconButton,
  MenuButton,
  MenuPopover,
  PopoverButton,
  Tooltip,
} from '#ui';
import { LONG_TEXT, type StoryGroup } from './story.ts';

const noop = (): void => undefined;

/** Two buttons that open the same menu. */
function SharedMenu(): ReactNode {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const names = ['First', 'Second'];
  return (
    <>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={buttonClass('plain', 32)}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {name}
        </button>
      ))}
      {anchor === null ? null : (
        <MenuPopover
          label="Row actions"
          anchor={anchor}
          entries={[
            { id: 'up', label: 'Move up', run: noop },
            { id: 'down', label: 'Move down', run: noop },
          ]}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

export const buttonStories: readonly StoryGroup[] = [
  {
    widget: 'Button',
    stories: [
      { title: 'Plain', draw: () => <Button>Start scan</Button> },
      { title: 'Primary', draw: () => <Button kind="primary">Sign</Button> },
      { title: 'Quiet', draw: () => <Button kind="quiet">Copy details</Button> },
      { title: 'Danger', draw: () => <Button kind="danger">Stop</Button> },
      { title: 'Link', draw: () => <Button kind="link">Continue anyway</Button> },
      {
        title: 'With an icon',
        draw: () => (
          <Button>
            <Icon name="plus" size={16} />
            New patient
          </Button>
        ),
      },
      { title: 'Disabled', draw: () => <Button disabled>Sign</Button> },
      {
        title: 'Busy',
        draw: () => (
          <Button kind="primary" busy>
            Saving…
          </Button>
        ),
      },
      { title: '24 px high', draw: () => <Button size={24}>Fit</Button> },
      { title: '40 px high', draw: () => <Button size={40}>Sign in</Button> },
      { title: '56 px high', draw: () => <Button size={56}>Pause</Button> },
      { title: 'Long text', draw: () => <Button>{LONG_TEXT.slice(0, 30)}</Button> },
    ],
  },
  {
    widget: 'IconButton',
    stories: [
      { title: 'Plain', draw: () => <IconButton icon="help" label="Help" onPress={noop} /> },
      {
        title: 'With a border',
        draw: () => <IconButton icon="more" label="More" bordered onPress={noop} />,
      },
      {
        title: 'Pressed',
        draw: () => <IconButton icon="eye" label="Show lines" pressed onPress={noop} />,
      },
      {
        title: 'Danger',
        draw: () => <IconButton icon="delete" label="Delete" danger onPress={noop} />,
      },
      {
        title: 'Disabled',
        draw: () => <IconButton icon="undo" label="Undo" disabled onPress={noop} />,
      },
      {
        title: 'With a key',
        draw: () => <IconButton icon="length" label="Length" shortcut="L" onPress={noop} />,
      },
    ],
  },
  {
    widget: 'MenuButton',
    stories: [
      {
        title: 'Normal',
        draw: () => (
          <MenuButton
            ariaLabel="Account actions"
            className={buttonClass('plain', 32)}
            entries={[
              { id: 'lock', label: 'Lock', icon: <Icon name="lock" size={16} />, run: noop },
              { id: 'reset', label: 'Reset password', run: noop },
              { id: 'no', label: 'Unavailable', disabled: true, run: noop },
              { id: 'delete', label: 'Delete', separated: true, run: noop },
            ]}
          >
            Actions
            <Icon name="chevron-down" size={16} />
          </MenuButton>
        ),
      },
    ],
  },
  {
    widget: 'MenuPopover',
    stories: [{ title: 'Shared by two buttons', draw: () => <SharedMenu /> }],
  },
  {
    widget: 'PopoverButton',
    stories: [
      {
        title: 'Normal',
        draw: () => (
          <PopoverButton
            ariaLabel="Jobs"
            className={buttonClass('plain', 32)}
            content={<p>Nothing is running.</p>}
          >
            Jobs
          </PopoverButton>
        ),
      },
    ],
  },
  {
    widget: 'Tooltip',
    stories: [
      {
        title: 'On hover or focus',
        draw: () => (
          <Tooltip text="Moves all planes to the nipple" shortcut="0">
            <button type="button" className={buttonClass('plain', 32)}>
              Reset view
            </button>
          </Tooltip>
        ),
      },
    ],
  },
];
