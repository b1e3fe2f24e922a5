import { type ComponentProps, type ReactNode, useState } from 'react';
import {
  Card,
  Disclosure,
  DropZone,
  ICON_NAMES,
  Icon,
  MarkedText,
  Slider,
  Splitter,
  Tabs,
} from '#ui';
import styles from '../developer.module.css';
import { LONG_TEXT, type StoryGroup } from './story.ts';

function SplitPanes(props: Pick<ComponentProps<typeof Splitter>, 'pane'>): ReactNode {
  const [width, setWidth] = useState(160);
  return (
    <div className={styles.panes}>
      <div className={styles.pane} style={{ width }}>
        {width} px
      </div>
      <Splitter
        label="Width of the left pane"
        value={width}
        min={96}
        max={320}
        {...props}
        onChange={setWidth}
      />
      <div className={styles.rest}>Remaining space</div>
    </div>
  );
}

function ControlledSlider(): ReactNode {
  const [value, setValue] = useState(14);
  return (
    <Slider
      label="Depth"
      value={value}
      min={0}
      max={45}
      viewed={[[4, 28]]}
      ticks={[{ at: 12, color: 'var(--finding-user)' }]}
      format={(mm) => `${mm} mm`}
      onChange={setValue}
    />
  );
}

function ControlledDropZone(props: Partial<ComponentProps<typeof DropZone>>): ReactNode {
  const [names, setNames] = useState<readonly string[]>([]);
  return (
    <>
      <DropZone
        label="Mammogram, report or image"
        accept=".pdf,image/*"
        {...props}
        onFiles={(files) => setNames(files.map((file) => file.name))}
      />
      <p role="status">{names.join(', ')}</p>
    </>
  );
}

export const layoutStories: readonly StoryGroup[] = [
  {
    widget: 'Tabs',
    stories: [
      {
        title: 'Normal',
        wide: true,
        height: 120,
        draw: () => (
          <Tabs
            label="Example"
            items={[
              { id: 'findings', title: 'Findings', badge: 3, content: <p>Three findings.</p> },
              { id: 'report', title: 'Report', content: <p>No report yet.</p> },
            ]}
          />
        ),
      },
    ],
  },
  {
    widget: 'Disclosure',
    stories: [
      { title: 'Closed', draw: () => <Disclosure title="History">Lump left</Disclosure> },
      {
        title: 'Open',
        draw: () => (
          <Disclosure title="Indication" open>
            {LONG_TEXT}
          </Disclosure>
        ),
      },
    ],
  },
  {
    widget: 'Splitter',
    stories: [{ title: 'Between two panes', wide: true, draw: () => <SplitPanes pane="left" /> }],
  },
  {
    widget: 'DropZone',
    stories: [
      {
        title: 'Several files',
        wide: true,
        draw: () => <ControlledDropZone multiple help="Up to 200 MB" />,
      },
      {
        title: 'Error',
        wide: true,
        draw: () => <ControlledDropZone error="The upload was interrupted" />,
      },
      { title: 'Disabled', wide: true, draw: () => <ControlledDropZone disabled /> },
    ],
  },
  {
    widget: 'Slider',
    stories: [{ title: 'Normal', wide: true, draw: () => <ControlledSlider /> }],
  },
  {
    widget: 'Card and text',
    stories: [
      { title: 'Card', wide: true, draw: () => <Card>Content of the card.</Card> },
      {
        title: 'Highlighted search words',
        draw: () => <MarkedText text="CF-20418 Verhoeven" searchTerms={['204', 'ver']} />,
      },
    ],
  },
  {
    widget: 'Icons',
    stories: [
      {
        title: 'All',
        wide: true,
        draw: () => (
          <ul className={styles.icons}>
            {ICON_NAMES.map((name) => (
              <li key={name}>
                <Icon name={name} />
                {name}
              </li>
            ))}
          </ul>
        ),
      },
    ],
  },
];
