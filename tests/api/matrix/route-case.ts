import type { Kysely } from 'kysely';
import type { Principal, Role, RouteName } from '#contracts';
import type { Database } from '../../../platform/server/database/schema.ts';
import type { Tenant } from '../../faults/support/data-plane.ts';

/** All callers of the matrix. BLIND_PHYSICIAN has both roles and stays blind. */
export const CALLERS = [
  ...(['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR', 'BLIND_PHYSICIAN'] as const),
  ...(['device', 'worker'] as const),
] as const;
export type CallerName = (typeof CALLERS)[number];

/** A caller. Users have a fresh account for a single call. */
export interface Caller {
  readonly name: CallerName;
  readonly token: string;
  /** Null for devices and workers. */
  readonly accountId: string | null;
  readonly email: string;
  readonly password: string;
}

/** A call of the route that the case belongs to. Method and path come from the catalogue. */
export interface CaseCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Content of the form-data field `data`, in place of `body`. */
  readonly form?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A seeded tenant with factories for fresh objects. Own and other tenant are built alike. */
export interface MatrixTenant {
  readonly organizationId: string;
  readonly host: string;
  /**
   * A patient whose code, names and note contain the tenant's canary. No case changes this patient.
   */
  readonly patientId: string;
  readonly patientCode: string;
  readonly studyId: string;
  readonly accessionNumber: string;
  /** A completed scan of the tenant's device with a stored VOLUME3D. */
  readonly scanId: string;
  /** The stored VOLUME3D of `scanId`. */
  readonly fileId: string;
  readonly findingId: string;
  readonly jobId: string;
  readonly deviceId: string;
  readonly deviceSerial: string;
  /** Tokens and accounts valid for the whole run. */
  readonly base: Tenant;
  /** For rows that no call creates. Every query must filter by organization. */
  readonly db: Kysely<Database>;
  /**
   * Sends a call that must succeed, as a base account of a role or as the caller.
   * @returns the body
   */
  must<T = { id: string; version: number }>(
    as: Role | Caller,
    method: string,
    path: string,
    options?: { body?: object; headers?: Readonly<Record<string, string>> },
  ): Promise<T>;
  /**
   * The factories create objects at version 1 through the API, for cases that change or delete
   * them.
   */
  newPatient(): Promise<string>;
  newStudy(): Promise<string>;
  /** Creates a scan of the tenant's device: N without frames, I, or C. */
  newScan(state?: 'N' | 'I' | 'C'): Promise<string>;
  /** Uploads a volume of a scan; returns the id of its file. */
  newVolume(scanId: string): Promise<string>;
  /**
   * Created by the base physician by default. Pass the caller for blind annotators, who see only
   * their own findings.
   */
  newFinding(by?: Caller): Promise<string>;
  /** Creates an account of this tenant with a single role. */
  newAccount(role?: Role): Promise<string>;
}

type BuildCall = (tenant: MatrixTenant, caller: Caller) => CaseCall | Promise<CaseCall>;
type BuildForeignCall = (
  ownOrg: MatrixTenant,
  otherOrg: MatrixTenant,
  caller: Caller,
) => CaseCall | Promise<CaseCall>;

/** Test case of a route for all callers, on own and foreign objects. */
export interface RouteCase {
  /** Permitted roles, copied from the product's permission table and never computed from code. */
  readonly roles: readonly Role[] | 'public';
  /** Permitted principals other than users. */
  readonly principals: readonly Exclude<Principal, 'human'>[];
  /** A call that returns 200 for permitted callers. Built again for each caller. */
  readonly call: BuildCall;
  /**
   * One entry per position that takes an id, named as the parameter or field: `'theirs'` builds
   * `call` on the other tenant's objects, a function puts a foreign id into a call on own objects.
   * A text gives the reason why the route has none.
   */
  readonly foreign: string | Readonly<Record<string, 'theirs' | BuildForeignCall>>;
  /**
   * Expected response for foreign ids, 404 by default; 'nothing' is an empty list or `{}`, if that
   * reveals nothing. 'address' is a download address with the sent filter, which finds no row of
   * another tenant.
   */
  readonly foreignResponse?: 'nothing' | 'address';
  /**
   * Callers who pass the permission check but get another status, e.g. `{ BLIND_ANNOTATOR: 404 }`.
   */
  readonly statusByCaller?: Readonly<Partial<Record<CallerName, number>>>;
  /**
   * Expected status of permitted callers instead of 200, e.g. 404 for 'no job runs'.
   */
  readonly status?: number;
  /**
   * True if the route needs no API key, because clients call the route before they have the key.
   */
  readonly keyless?: boolean;
  /** True if the response may show names of patients to blind annotators. */
  readonly namesPatients?: boolean;
}

/** The cases of an area. The matrix test fails for each route without a case. */
export type RouteCases<Area> = { readonly [Name in Extract<keyof Area, RouteName>]?: RouteCase };

export const ifMatch = (version: number): Readonly<Record<string, string>> => ({
  'if-match': `"v${version}"`,
});
