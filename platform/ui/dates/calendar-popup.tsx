import type { ReactNode } from 'react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarMonthPicker,
  CalendarYearPicker,
  Button as SlotButton,
} from 'react-aria-components/Calendar';
import { Dialog, Popover } from 'react-aria-components/Popover';
import { Button } from '../buttons/button.tsx';
import { iconButtonClass } from '../buttons/icon-button.tsx';
import { Icon } from '../display/icon.tsx';
import { Dropdown } from '../fields/dropdown.tsx';
import popover from '../styles/popover.module.css';
import { dateTexts } from '../texts/date-texts.ts';
import styles from './calendar.module.css';

/** Number of years in the list, enough for birth dates. */
const YEARS_IN_LIST = 260;

/** Calendar of a date picker, with lists for month and year. */
export function CalendarPopup({ onClear }: { readonly onClear: (() => void) | null }): ReactNode {
  return (
    <Popover className={popover.popover ?? ''} offset={4} placement="bottom start">
      <Dialog className={styles.dialog ?? ''} aria-label={dateTexts.calendar}>
        {({ close }) => (
          <>
            <Calendar>
              <CalendarHead />
              <CalendarGrid weekdayStyle="short" className={styles.grid ?? ''}>
                {(date) => <CalendarCell date={date} className={styles.cell ?? ''} />}
              </CalendarGrid>
            </Calendar>
            {onClear === null ? null : (
              <Button
                kind="quiet"
                size={24}
                onPress={() => {
                  onClear();
                  close();
                }}
              >
                {dateTexts.noDate}
              </Button>
            )}
          </>
        )}
      </Dialog>
    </Popover>
  );
}

function CalendarHead(): ReactNode {
  return (
    <header className={styles.head}>
      <SlotButton
        slot="previous"
        className={iconButtonClass({ size: 28 })}
        aria-label={dateTexts.monthBefore}
      >
        <Icon name="chevron-left" size={16} />
      </SlotButton>
      <CalendarMonthPicker>{(picker) => <ChoiceList {...picker} wide />}</CalendarMonthPicker>
      <CalendarYearPicker visibleYears={YEARS_IN_LIST}>
        {(picker) => <ChoiceList {...picker} />}
      </CalendarYearPicker>
      <SlotButton
        slot="next"
        className={iconButtonClass({ size: 28 })}
        aria-label={dateTexts.monthAfter}
      >
        <Icon name="chevron-right" size={16} />
      </SlotButton>
    </header>
  );
}

function ChoiceList(props: {
  readonly 'aria-label': string;
  readonly value: string | number;
  readonly items: readonly { readonly id: string | number; readonly formatted: string }[];
  readonly wide?: boolean;
  onChange(key: number): void;
}): ReactNode {
  return (
    <div className={props.wide === true ? styles.month : styles.year}>
      <Dropdown
        label={props['aria-label']}
        labelHidden
        nonNullable
        options={props.items.map((item) => ({ id: String(item.id), label: item.formatted }))}
        value={String(props.value)}
        onChange={(id) => props.onChange(Number(id))}
      />
    </div>
  );
}
