import { type ReadingState, type routes, type Sex, sex } from '#contracts';
import type { CallInput } from '#core';
import type { Lists } from '../../forms/use-lists.ts';
import { daysOf, type Filter, type FilterValues } from '../../lists/filters/filters.ts';
import { patientTexts } from '../../texts/patient-texts.ts';

const texts = patientTexts.filters;

/** Periods of the date filter, in days. */
const DAYS = ['7', '30', '90', '365'] as const;
/** Ranges of the risk score: lower and upper limit, inclusive; an empty limit is open. */
const RISKS = ['6:', '3:5', ':2'] as const;

/** Returns the filters of the patient list. */
export function patientFilters(lists: Lists): readonly Filter[] {
  return [
    {
      id: 'lastStudy',
      title: texts.lastStudy,
      dates: true,
      choices: DAYS.map((id) => ({ id, label: texts.days[id] })),
    },
    { id: 'density', title: texts.density, choices: lists.options('BREAST_DENSITY') },
    { id: 'risk', title: texts.risk, choices: RISKS.map((id) => ({ id, label: riskLabel(id) })) },
    {
      id: 'sex',
      title: texts.sex,
      choices: sex.codes.map((id) => ({ id, label: sex.labels[id] })),
    },
  ];
}

function riskLabel(range: (typeof RISKS)[number]): string {
  const [from, to] = range.split(':');
  if (to === '') return texts.riskFrom(Number(from));
  return from === '' ? texts.riskTo(Number(to)) : texts.riskBetween(Number(from), Number(to));
}

type SearchQuery = CallInput<typeof routes.searchPatients>['query'];
/** Column by which the server can sort patients. */
export type PatientSort = NonNullable<SearchQuery['sort']>;

const SORTS: Readonly<Record<PatientSort, true>> = {
  code: true,
  name: true,
  birthDate: true,
  sex: true,
  lastStudy: true,
  density: true,
  risk: true,
  state: true,
  createdAt: true,
};

/** Returns whether the server can sort patients by this column. */
export function isPatientSort(column: string): column is PatientSort {
  return Object.hasOwn(SORTS, column);
}

/**
 * Converts filter values to query parameters; periods such as the last 7 days end on `today`
 * (yyyy-mm-dd).
 */
export function patientFilterQuery(
  values: FilterValues,
  today: string,
): Pick<
  SearchQuery,
  'sex' | 'breastDensity' | 'riskFrom' | 'riskTo' | 'lastStudyFrom' | 'lastStudyTo' | 'timeZone'
> {
  const { lastStudy, density, risk, sex: selectedSex } = values;
  const [from, to] = risk?.split(':') ?? [];
  const days = daysOf(lastStudy, today);
  return {
    ...(days.from === undefined ? {} : { lastStudyFrom: days.from }),
    ...(days.to === undefined ? {} : { lastStudyTo: days.to }),
    ...(days.timeZone === undefined ? {} : { timeZone: days.timeZone }),
    // The list has exactly the codes of the contract; a site can change only the labels.
    ...(density === undefined ? {} : { breastDensity: density as SearchQuery['breastDensity'] }),
    ...(from === undefined || from === '' ? {} : { riskFrom: Number(from) }),
    ...(to === undefined || to === '' ? {} : { riskTo: Number(to) }),
    ...(selectedSex === undefined ? {} : { sex: selectedSex as Sex }),
  };
}

/** Query of the patient list, without its page. */
export interface PatientSearch {
  readonly keywords: string;
  readonly filters: ReturnType<typeof patientFilterQuery>;
  readonly state: ReadingState | null;
  readonly sort: PatientSort;
  readonly direction: 'asc' | 'desc';
}
