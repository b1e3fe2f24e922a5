import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import styles from './tabs.module.css';

export interface TabItem {
  readonly id: string;
  readonly title: string;
  /** Small number beside the title. */
  readonly badge?: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  /** For controlled use; requires `onSelect`. */
  readonly selectedId?: string;
  onSelect?(id: string): void;
}

/** Tabs; only the selected panel is mounted. */
export function Tabs(props: TabsProps): ReactNode {
  const { selectedId, onSelect } = props;
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      {...(selectedId === undefined ? {} : { selectedKey: selectedId })}
      {...(onSelect === undefined
        ? {}
        : { onSelectionChange: (key: string | number) => onSelect(String(key)) })}
    >
      <TabList aria-label={props.label} className={styles.list ?? ''}>
        {props.items.map((item) => (
          <Tab key={item.id} id={item.id} className={styles.tab ?? ''}>
            {item.title}
            {item.badge === undefined ? null : <span className={styles.badge}>{item.badge}</span>}
          </Tab>
        ))}
      </TabList>
      {props.items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={styles.panel ?? ''}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
