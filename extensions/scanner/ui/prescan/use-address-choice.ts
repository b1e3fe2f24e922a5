import { useState } from 'react';
import { type ScanProtocol, type ScanSide, scanProtocol, scanSide } from '#contracts';
import { type ExtensionContext, navigationToken } from '#core';
import { useHashQueryText } from '#ui';
import type { ExaminationInfo } from '../../state/scan/read-examination.ts';

/** The study that the operator chose. */
interface StudyChoice {
  /** The studies that were shown; studies that are read again need another choice. */
  readonly info: ExaminationInfo;
  /** Null for a new study. */
  readonly studyId: string | null;
}

/** Choices that another address of the page replaces. */
interface Choices {
  /** The address that the choices belong to, without the page. */
  readonly address: string;
  /** The address with the last choice by hand, until the browser shows it. */
  readonly written: string | null;
  readonly side: ScanSide | null;
  readonly protocol: ScanProtocol;
  /** Null before a choice by hand. */
  readonly study: StudyChoice | null;
}

export interface AddressChoice extends Pick<Choices, 'side' | 'protocol' | 'study'> {
  setSide(side: ScanSide): void;
  setProtocol(protocol: ScanProtocol): void;
  setStudy(study: StudyChoice): void;
}

function choicesOf(address: string): Choices {
  const query = new URLSearchParams(address);
  return {
    address,
    written: null,
    side: scanSide.schema.safeParse(query.get('side')).data ?? null,
    protocol: scanProtocol.schema.safeParse(query.get('protocol')).data ?? 'FULL',
    study: null,
  };
}

/**
 * Returns the choices that begin with the values of the address (`side`, `protocol`). A choice by
 * hand is written into the address, so that the address always names the displayed side; another
 * address, e.g. that of the other breast, replaces all choices.
 */
export function useAddressChoice(context: ExtensionContext): AddressChoice {
  const navigation = context.use(navigationToken);
  const address = useHashQueryText();
  const [stored, setStored] = useState(() => choicesOf(address));
  const choices = followAddress(stored, address);
  if (choices !== stored) setStored(choices);
  const write = (change: Partial<Pick<Choices, 'side' | 'protocol'>>): void => {
    const next = { ...choices, ...change };
    const query = new URLSearchParams(address);
    if (next.side !== null) query.set('side', next.side);
    query.set('protocol', next.protocol);
    setStored({ ...next, written: query.toString() });
    navigation.go(`/prescan-info?${query.toString()}`, { replace: true });
  };
  return {
    side: choices.side,
    protocol: choices.protocol,
    study: choices.study,
    setSide: (side) => write({ side }),
    setProtocol: (protocol) => write({ protocol }),
    setStudy: (study) => setStored({ ...choices, study }),
  };
}

function followAddress(choices: Choices, address: string): Choices {
  if (address === choices.address) return choices;
  if (address === choices.written) return { ...choices, address, written: null };
  return choicesOf(address);
}
