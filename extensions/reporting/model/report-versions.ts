import type { Report } from '#contracts';

/** Returns whether the version is an addendum that is not signed. */
export const isOpenAddendum = (report: Report | null): report is Report =>
  report?.state === 'ADDENDUM' && report.signedAt === null;

/** Returns the newer of two answers about one version, which may arrive in the wrong order. */
export const newerOf = (known: Report | null, read: Report | null): Report | null =>
  known !== null && known.id === read?.id && known.version > read.version ? known : read;
