import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import {
  Disclosure as AriaDisclosure,
  Button,
  DisclosurePanel,
  Heading,
} from 'react-aria-components/Disclosure';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  readonly title: string;
  /** Initially open. */
  readonly open?: boolean;
  /** Level of the title; 3 by default, below a section of the page. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A collapsible section with a title; closed content is removed from the Tab order. */
export function Disclosure(props: DisclosureProps): ReactNode {
  return (
    <AriaDisclosure className={styles.disclosure ?? ''} defaultExpanded={props.open ?? false}>
      <Heading level={props.level ?? 3} className={styles.heading ?? ''}>
        <Button slot="trigger" className={styles.button ?? ''}>
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
          {props.title}
        </Button>
      </Heading>
      <DisclosurePanel className={styles.panel ?? ''}>
        <div className={styles.content}>{props.children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
