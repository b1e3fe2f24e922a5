import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon, NumberField, TextArea, TextField } from '#ui';
import { LONG, type StoryGroup } from './story.ts';

type TextProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'>;
type AreaProps = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange'>;

function Text({ start = '', ...props }: TextProps & { readonly start?: string }): ReactNode {
  const [value, setValue] = useState(start);
  return <TextField {...props} value={value} onChange={setValue} />;
}

function Area({ start = '', ...props }: AreaProps & { readonly start?: string }): ReactNode {
  const [value, setValue] = useState(start);
  return <TextArea {...props} value={value} onChange={setValue} />;
}

function Figure(props: Partial<ComponentProps<typeof NumberField>>): ReactNode {
  const [value, setValue] = useState(14);
  return <NumberField label="Depth" {...props} value={value} onChange={setValue} />;
}

export const textStories: readonly StoryGroup[] = [
  {
    widget: 'TextField',
    stories: [
      { title: 'Normal', draw: () => <Text label="Last name" start="Verhoeven" /> },
      { title: 'Empty', draw: () => <Text label="Last name" placeholder="As in the passport" /> },
      { title: 'Required', draw: () => <Text label="Last name" required /> },
      {
        title: 'Error',
        draw: () => <Text label="Code" start="CF 1" error="A code holds no spaces" />,
      },
      { title: 'Help', draw: () => <Text label="Code" help="May stay empty" /> },
      { title: 'Disabled', draw: () => <Text label="Code" start="CF-20418" disabled /> },
      { title: 'Password', draw: () => <Text label="Password" type="password" start="Sesame-1" /> },
      {
        title: 'Search, its label only spoken',
        draw: () => (
          <Text
            label="Search patients"
            labelHidden
            type="search"
            icon={<Icon name="search" />}
            hint="code, name"
          />
        ),
      },
      { title: '40 high', draw: () => <Text label="E-mail" type="email" size={40} /> },
      { title: 'Long text', draw: () => <Text label={LONG} start={LONG} help={LONG} /> },
    ],
  },
  {
    widget: 'TextArea',
    stories: [
      { title: 'Normal', draw: () => <Area label="Note" start="Lump felt by the patient." /> },
      { title: 'Empty', draw: () => <Area label="Note" rows={2} /> },
      { title: 'Near its limit', draw: () => <Area label="Note" start={LONG} maxLength={120} /> },
      { title: 'Error', draw: () => <Area label="Note" error="A note needs words" required /> },
      { title: 'Disabled', draw: () => <Area label="Note" start="Signed" disabled /> },
    ],
  },
  {
    widget: 'NumberField',
    stories: [
      { title: 'Normal', draw: () => <Figure digits={1} unit="mm" min={0} max={45} /> },
      { title: 'Its label only spoken', draw: () => <Figure unit="mm" labelHidden /> },
      { title: 'Disabled', draw: () => <Figure unit="mm" disabled /> },
    ],
  },
];
