import type { Kysely } from 'kysely';
import type { Principal, Role, RouteName } from '#contracts';
import type { Database } from '../../../platform/server/database/schema.ts';
import type { Tenant } from '../../faults/support/data-plane.ts';

/** Everyone whom the matrix lets call a route; BLIND_PHYSICIAN holds both roles and stays blind. */
export const CALLERS = [
  ...(['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR', 'BLIND_PHYSICIAN'] as const),
  ...(['device', 'worker'] as const),
] as const;
export type CallerName = (typeof CALLERS)[number];

/** Who calls. People have an account of their own, made for this one call and thrown away after. */
export interface Caller {
  readonly name: CallerName;
  readonly token: string;
  /** Null for devices and workers. */
  readonly accountId: string | null;
  readonly email: string;
  readonly password: string;
}

/** One call of the route that the case belongs to. Method and path come from the catalogue. */
export interface CaseCall {
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Bytes of the form-data field `data`, in place of `body`. */
  readonly form?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A seeded clinic and ways to get fresh objects of it. Ours and theirs are made alike. */
export interface MatrixTenant {
  readonly organizationId: string;
  readonly host: string;
  /** A patient with code, names and note that hold the clinic's canary; never changed by a case. */
  readonly patientId: string;
  readonly patientCode: string;
  readonly studyId: string;
  readonly accessionNumber: string;
  /** A completed scan of the clinic's device, with a stored VOLUME3D. */
  readonly scanId: string;
  /** The stored VOLUME3D of `scanId`. */
  readonly fileId: string;
  readonly findingId: string;
  readonly jobId: string;
  readonly deviceId: string;
  readonly deviceSerial: string;
  /** Tokens and accounts that live through the whole run. */
  readonly base: Tenant;
  /** For rows that no call makes. Always name the organization. */
  readonly db: Kysely<Database>;
  /** A call that has to succeed, by a lasting account of a role or by the caller. @returns its body */
  must<T = { id: string; version: number }>(
    as: Role | Caller,
    method: string,
    path: string,
    options?: { body?: object; headers?: Readonly<Record<string, string>> },
  ): Promise<T>;
  /** Fresh ones, for cases that change or delete: made by calls, at version 1. */
  newPatient(): Promise<string>;
  newStudy(): Promise<string>;
  /** A scan of the clinic's device: N with no frames, or C. */
  newScan(state?: 'N' | 'I' | 'C'): Promise<string>;
  /** By default of the lasting physician; blind annotators see their own only, so give the caller. */
  newFinding(by?: Caller): Promise<string>;
  /** An account of this clinic with one role. */
  newAccount(role?: Role): Promise<string>;
}

type BuildCall = (tenant: MatrixTenant, caller: Caller) => CaseCall | Promise<CaseCall>;
type BuildForeignCall = (
  ownOrg: MatrixTenant,
  otherOrg: MatrixTenant,
  caller: Caller,
) => CaseCall | Promise<CaseCall>;

/** How one route of the catalogue is tried, by everyone, on own and on foreign objects. */
export interface RouteCase {
  /** Who may, word by word from the permission table of the product: never computed from it. */
  readonly roles: readonly Role[] | 'public';
  /** Which of the callers that are not people may. */
  readonly principals: readonly Exclude<Principal, 'human'>[];
  /** A call that whoever may is answered with 200. Built anew for each caller. */
  readonly call: BuildCall;
  /**
   * One entry for each place that takes an id, named as the parameter or field: `'theirs'` makes
   * `call` on the other clinic's objects, a function puts a foreign id into a call on ours. A text
   * says why there is none.
   */
  readonly foreign: string | Readonly<Record<string, 'theirs' | BuildForeignCall>>;
  /** 404 unless it says otherwise; 'nothing' is an empty list or `{}` where that tells as little. */
  readonly foreignResponse?: 'nothing';
  /** Callers who pass the permission but are answered otherwise, e.g. `{ BLIND_ANNOTATOR: 404 }`. */
  readonly statusByCaller?: Readonly<Partial<Record<CallerName, number>>>;
  /** What may own callers be answered instead of 200, e.g. 404 for 'no job runs'. Rarely right. */
  readonly status?: number;
  /** True where the route asks for no API key, because it is asked before anyone can know it. */
  readonly keyless?: boolean;
  /** True where the answer shows names to blind annotators on purpose (there should be none). */
  readonly namesPatients?: boolean;
}

/** The cases of one area: a route without one makes the matrix red, by name. */
export type RouteCases<Area> = { readonly [Name in Extract<keyof Area, RouteName>]?: RouteCase };

export const ifMatch = (version: number): Readonly<Record<string, string>> => ({
  'if-match': `"v${version}"`,
});
