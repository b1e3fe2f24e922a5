import { type ReactNode, useState } from 'react';
import { CATEGORY_UNITS, type CategoryRow, type CategoryUnit } from '#contracts';
import { RadioChips } from '#ui';
import { CATEGORY_CODES } from '../../model/category-codes.ts';
import { statisticsTexts } from '../../texts/statistics-texts.ts';
import { CategoryChart } from './category-chart.tsx';
import { MonthChart } from './month-chart.tsx';
import styles from './statistics.module.css';

const { categories: texts, unknownUser } = statisticsTexts;

/** Categories of studies or breasts, as charts and as table by month and reader. */
export function CategorySection({
  categories,
}: {
  readonly categories: readonly CategoryRow[];
}): ReactNode {
  const [unit, setUnit] = useState<CategoryUnit>('STUDY');
  const rows = categories.filter((row) => row.unit === unit);
  return (
    <section className={styles.section} aria-labelledby="categories">
      <div className={styles.head}>
        <h2 id="categories">{texts.title}</h2>
        <RadioChips
          label={texts.unit}
          labelHidden
          options={CATEGORY_UNITS.map((id) => ({ id, label: texts.units[id] }))}
          value={unit}
          onChange={setUnit}
        />
      </div>
      <div className={styles.charts}>
        <CategoryChart rows={rows} />
        <MonthChart rows={rows} />
      </div>
      <div className={styles.scroll}>
        <table className={styles.table} data-testid="categories">
          <caption>{texts.table}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.month}</th>
              <th scope="col">{texts.reader}</th>
              {CATEGORY_CODES.map((code) => (
                <th key={code} scope="col" className={styles.count}>
                  {code}
                </th>
              ))}
              <th scope="col" className={styles.count}>
                {texts.total}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ month, reader, counts, total }) => (
              <tr key={`${month} ${reader.id}`}>
                <th scope="row">{month}</th>
                <td>{reader.name ?? unknownUser}</td>
                {counts.map((count, index) => (
                  <td key={CATEGORY_CODES[index]} className={styles.count} data-zero={count === 0}>
                    {count}
                  </td>
                ))}
                <td className={styles.count}>{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
