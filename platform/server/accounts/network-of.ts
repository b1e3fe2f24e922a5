import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** What one line of a provider gets (RFC 6177): whoever has it has all addresses in it. */
const GROUPS_OF_A_LINE = 4;

/**
 * What a caller's address is counted by: an IPv4 address as it is, also where it is written as
 * IPv6 (RFC 4291 2.5.5.2), and the first 64 bits of any other IPv6 address.
 */
export function networkOf(address: string): string {
  const mapped = address.slice(address.lastIndexOf(':') + 1);
  if (isIPv4(mapped)) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  const line = groups.slice(0, GROUPS_OF_A_LINE).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${line.join(':')}::/64`;
}
