import { type ReactNode, useState } from 'react';
import { type HardCodedList, type ListItem, routes, translateList } from '#contracts';
import { EmptyState, Table, type TableColumn } from '#ui';
import { itemOrigin, itemsNotOffered } from '../../model/list-origin.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { systemTexts } from '../../texts/system-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminValue } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import { Loadable, SectionFrame } from '../shared/section-frame.tsx';
import styles from './system.module.css';

const texts = systemTexts.lists;

/** Shows the lists used by forms, with the changes of the site. */
export function ListsSection(): ReactNode {
  const { api } = useAdmin();
  const loaded = useAdminValue('lists', (signal) => api.call(routes.listLists, { signal }));
  return (
    <SectionFrame id="lists" count={loaded.value?.total ?? null} filling>
      <Loadable label={texts.loadingLabel} loaded={loaded}>
        {({ items }) => <Lists lists={items.map(translateList)} />}
      </Loadable>
    </SectionFrame>
  );
}

function Lists({ lists }: { readonly lists: readonly HardCodedList[] }): ReactNode {
  const [selectedListId, setSelectedListId] = useState<string | null>(null);
  const list = lists.find(({ listId }) => listId === selectedListId) ?? lists[0];
  return (
    <div className={styles.lists}>
      <ul className={styles.choices} aria-label={texts.choose}>
        {lists.map(({ listId, title, items }) => (
          <li key={listId}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={listId === list?.listId}
              onClick={() => setSelectedListId(listId)}
            >
              {title}
              <span>{items.length}</span>
            </button>
          </li>
        ))}
      </ul>
      {list === undefined ? null : <ListDetails key={list.listId} list={list} />}
    </div>
  );
}

function ListDetails({ list }: { readonly list: HardCodedList }): ReactNode {
  const [selected, setSelected] = useState<string | null>(null);
  const notOffered = itemsNotOffered(list);
  const hasScores = list.items.some(({ score }) => score !== undefined);
  return (
    <div className={styles.list}>
      <h3>{list.title}</h3>
      <p>
        {versionText(list)}
        {list.maxItems === null ? null : ` · ${texts.maxSelection(list.maxItems)}`}
      </p>
      {notOffered.length === 0 ? null : <p>{texts.notOffered(notOffered.join(', '))}</p>}
      <div className={page.tableFrame}>
        <Table<ListItem>
          label={texts.table(list.title)}
          columns={columnsOf(list, hasScores)}
          items={list.items}
          rowHeight={28}
          selectedId={selected}
          onSelect={setSelected}
          idOf={({ id }) => id}
          empty={<EmptyState icon="list" text={texts.empty} />}
        />
      </div>
      <p>{texts.note}</p>
    </div>
  );
}

/** Formats `product+site`: the version of the product, followed by that of the site. */
function versionText({ version, source }: HardCodedList): string {
  const [productVersion = version, site] = version.split('+');
  const productText = texts.version(productVersion, source);
  return site === undefined ? productText : `${productText} ${texts.siteVersion(site)}`;
}

function columnsOf(list: HardCodedList, hasScores: boolean): readonly TableColumn<ListItem>[] {
  const score: TableColumn<ListItem> = {
    id: 'score',
    title: texts.columns.score,
    width: 100,
    cell: (item) => <span className={page.second}>{item.score ?? adminTexts.none}</span>,
  };
  return [
    {
      id: 'label',
      title: texts.columns.label,
      isRowHeader: true,
      cell: ({ label, code }) => (code === undefined ? label : `${code} · ${label}`),
    },
    {
      id: 'id',
      title: texts.columns.id,
      width: 180,
      cell: ({ id }) => <span className={page.second}>{id}</span>,
    },
    ...(hasScores ? [score] : []),
    {
      id: 'origin',
      title: texts.columns.origin,
      width: 180,
      cell: (item) => {
        const origin = itemOrigin(list, item);
        const name = origin === 'builtIn' ? page.third : page.warning;
        return <span className={name}>{texts.origins[origin]}</span>;
      },
    },
  ];
}
