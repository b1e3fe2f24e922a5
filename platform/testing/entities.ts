import type {
  Account,
  DeviceStatus,
  Finding,
  HardwareState,
  Mark,
  Patient,
  Scan,
  ScanFile,
  Study,
} from '#contracts';
import { GENERATOR_COLOURS, UNASSESSED } from '#contracts';
import { newId } from '#foundation';
import type { ImageFrame, NormalisedPoint } from '#geometry';

const CREATED_AT = '2026-01-15T09:30:00.000Z';

function storedFields() {
  return {
    id: newId(),
    version: 1,
    createdAt: CREATED_AT,
    createdBy: null,
    updatedAt: CREATED_AT,
    updatedBy: null,
  };
}

const NOT_DELETED = { deletedAt: null, deletedBy: null } as const;

/** Creates an active account of an interpreter. */
export function anAccount(overrides: Partial<Account> = {}): Account {
  return {
    ...storedFields(),
    email: 'ada@clinic.example',
    firstName: 'Ada',
    lastName: 'Reader',
    jobTitle: null,
    roles: [{ id: 'PHYSICIAN' }],
    organization: { id: newId(), name: 'Clinic' },
    askedForResetPassword: false,
    state: 'ACTIVE',
    lockedAt: null,
    lastSignInAt: CREATED_AT,
    mail: null,
    ...NOT_DELETED,
    ...overrides,
  };
}

/** Creates the status of a ready scanner that reports no hardware. */
export function aDeviceStatus(overrides: Partial<DeviceStatus> = {}): DeviceStatus {
  return {
    id: newId(),
    at: CREATED_AT,
    scanId: null,
    epoch: 0,
    seq: 1,
    session: 1,
    connected: true,
    state: 'ready',
    errorCode: 'NoError',
    errorMessage: null,
    deviceAngle: null,
    ...aHardwareState(),
    ...overrides,
  };
}

/** Hardware state of a device that reports nothing. */
export function aHardwareState(overrides: Partial<HardwareState> = {}): HardwareState {
  return {
    productId: null,
    revision: null,
    serialNumber: null,
    firmware: null,
    probe: null,
    wirelessCharger: null,
    battery: null,
    motor180: null,
    motor360: null,
    waterSensor: null,
    motionSensor: null,
    lastUpdateTimeStamp: null,
    ...overrides,
  };
}

export function aPatient(overrides: Partial<Patient> = {}): Patient {
  return {
    ...storedFields(),
    code: 'P-1001',
    firstName: 'Ada',
    lastName: 'Example',
    birthDate: '1970-03-14',
    sex: 'FEMALE',
    ethnicity: null,
    cancerHistory: [],
    riskScore: null,
    organization: { id: newId() },
    lastStudyAt: null,
    lastStudyId: null,
    sides: [],
    breastDensity: null,
    readingState: null,
    claimedBy: null,
    ...NOT_DELETED,
    ...overrides,
  };
}

export function aStudy(overrides: Partial<Study> = {}): Study {
  const patientId = overrides.patientId ?? newId();
  return {
    ...storedFields(),
    patientId,
    patient: { id: patientId },
    accessionNumber: null,
    state: 'N',
    indications: [],
    imagingHistory: [],
    palpable: [],
    followUp: [],
    menopause: null,
    pregnancy: null,
    smoking: null,
    priority: 'ROUTINE',
    rereading: null,
    ...NOT_DELETED,
    ...overrides,
  };
}

/** Creates a completed scan of the right breast without a nipple. */
export function aScan(overrides: Partial<Scan> = {}): Scan {
  return {
    ...storedFields(),
    studyId: newId(),
    patientId: newId(),
    laterality: { id: 'R' },
    label: 'R',
    acquisitionTime: CREATED_AT,
    scanState: 'C',
    protocol: 'FULL',
    patientPosition: 'SUPINE',
    deviceId: null,
    deviceAngle: null,
    epoch: 1,
    orientationConfirmed: true,
    origin: 'SCANNED',
    nippleLocation: null,
    breastDensity: null,
    breastVolumeSize: null,
    imageAdjustments: {},
    review: null,
    ...NOT_DELETED,
    ...overrides,
  };
}

/** Creates a file row with stored bytes. */
export function aScanFile(overrides: Partial<ScanFile> = {}): ScanFile {
  return {
    ...storedFields(),
    scanId: newId(),
    fileCategory: { id: 'VOLUME3D' },
    fileName: 'volume.nrrd',
    fileExtension: 'nrrd',
    storagePath: 'volume3d/volume.nrrd',
    checksum: '0'.repeat(64),
    byteLength: 1,
    encoding: 'NONE',
    role: 'PRIMARY',
    encryption: 'NONE',
    nippleLocationAi: null,
    localHardDiskPath: null,
    quarantinedAt: null,
    quarantineReason: null,
    parentId: null,
    header: null,
    acquisitionTime: CREATED_AT,
    ...overrides,
  };
}

/** 60 × 40 mm, facing the patient. */
const CORONAL_FRAME: ImageFrame = {
  originMm: [-30, 20, 20],
  right: [1, 0, 0],
  down: [0, 0, -1],
  widthMm: 60,
  heightMm: 40,
};

export type LengthMarkOverrides = Partial<Omit<Mark, 'markType' | 'markViewParams'>> & {
  readonly start?: NormalisedPoint;
  readonly end?: NormalisedPoint;
};

/** Creates a length mark, by default 12 mm wide in a coronal image. */
export function aLengthMark(options: LengthMarkOverrides = {}): Mark {
  const { start = { u: 0.4, v: 0.5 }, end = { u: 0.6, v: 0.5 }, ...overrides } = options;
  return {
    id: newId(),
    markType: 'LENGTH',
    planeView: 'COR',
    rep: true,
    markViewParams: {
      points: [start, end],
      start,
      end,
      unit: 'mm',
      colour: GENERATOR_COLOURS.USER,
      lineWidth: 2,
      radius: 0,
      shape: 'line',
      generatedBy: 'USER',
    },
    frame: CORONAL_FRAME,
    sag: 0,
    tra: 0,
    depth: 20,
    rad: 0,
    ...overrides,
  };
}

/** Creates a user's finding with these marks, by default one length. */
export function aFinding(
  options: Partial<Omit<Finding, 'marks'>> & { readonly marks?: readonly Mark[] } = {},
): Finding {
  const { marks = [aLengthMark()], ...overrides } = options;
  return {
    ...storedFields(),
    ...UNASSESSED,
    scan: { id: newId() },
    generator: { id: 'USER', labelColour: GENERATOR_COLOURS.USER },
    label: 1,
    marks: Object.fromEntries(marks.map((mark) => [mark.id, mark])),
    note: null,
    massLengthUm: null,
    massWidthUm: null,
    massHeightUm: null,
    clockPositionSec: null,
    quadrant: null,
    distanceFromNippleUm: null,
    depthUm: null,
    depthReference: null,
    deletedAt: null,
    deletedBy: null,
    ...overrides,
  };
}
