import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon, NumberField, TextArea, TextField } from '#ui';
import { LONG_TEXT, type StoryGroup } from './story.ts';

type TextProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'>;
type AreaProps = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'>;

function ControlledTextField({
  start = '',
  ...props
}: TextProps & { readonly start?: string }): ReactNode {
  const [value, setValue] = useState(start);
  return <TextField {...props} value={value} onChange={setValue} />;
}

function ControlledTextArea({
  start = '',
  ...props
}: AreaProps & { readonly start?: string }): ReactNode {
  const [value, setValue] = useState(start);
  return <TextArea {...props} value={value} onChange={setValue} />;
}

function ControlledNumberField(props: Partial<ComponentProps<typeof NumberField>>): ReactNode {
  const [value, setValue] = useState(14);
  return <NumberField label="Depth" {...props} value={value} onChange={setValue} />;
}

export const textStories: readonly StoryGroup[] = [
  {
    widget: 'TextField',
    stories: [
      { title: 'Normal', draw: () => <ControlledTextField label="Last name" start="Verhoeven" /> },
      {
        title: 'Empty',
        draw: () => <ControlledTextField label="Last name" placeholder="As in the passport" />,
      },
      { title: 'Required', draw: () => <ControlledTextField label="Last name" required /> },
      {
        title: 'Error',
        draw: () => (
          <ControlledTextField label="Code" start="CF 1" error="A code can’t contain spaces" />
        ),
      },
      { title: 'Help', draw: () => <ControlledTextField label="Code" help="Optional" /> },
      {
        title: 'Disabled',
        draw: () => <ControlledTextField label="Code" start="CF-20418" disabled />,
      },
      {
        title: 'Password',
        draw: () => <ControlledTextField label="Password" type="password" start="Sesame-1" />,
      },
      {
        title: 'Search, label for screen readers only',
        draw: () => (
          <ControlledTextField
            label="Search patients"
            labelHidden
            type="search"
            icon={<Icon name="search" />}
            hint="code, name"
          />
        ),
      },
      {
        title: '40 px high',
        draw: () => <ControlledTextField label="E-mail" type="email" size={40} />,
      },
      {
        title: 'Long text',
        draw: () => <ControlledTextField label={LONG_TEXT} start={LONG_TEXT} help={LONG_TEXT} />,
      },
    ],
  },
  {
    widget: 'TextArea',
    stories: [
      {
        title: 'Normal',
        draw: () => <ControlledTextArea label="Note" start="Lump felt by the patient." />,
      },
      { title: 'Empty', draw: () => <ControlledTextArea label="Note" rows={2} /> },
      {
        title: 'Near its limit',
        draw: () => <ControlledTextArea label="Note" start={LONG_TEXT} maxLength={120} />,
      },
      {
        title: 'Error',
        draw: () => <ControlledTextArea label="Note" error="Enter a text" required />,
      },
      {
        title: 'Disabled',
        draw: () => <ControlledTextArea label="Note" start="Signed" disabled />,
      },
    ],
  },
  {
    widget: 'NumberField',
    stories: [
      {
        title: 'Normal',
        draw: () => <ControlledNumberField digits={1} unit="mm" min={0} max={45} />,
      },
      {
        title: 'Label for screen readers only',
        draw: () => <ControlledNumberField unit="mm" labelHidden />,
      },
      { title: 'Disabled', draw: () => <ControlledNumberField unit="mm" disabled /> },
    ],
  },
];
