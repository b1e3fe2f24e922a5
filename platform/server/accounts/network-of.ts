import { isIPv4, isIPv6 } from 'node:net';

const IPV6_GROUPS = 8;
/**
 * Groups of a /64 prefix, which one subscriber has at least (RFC 6177) and within which the
 * subscriber can choose every address.
 */
const PREFIX_GROUPS = 4;

/**
 * Returns the key for rate limits: an IPv4 address unchanged, also when IPv4-mapped (RFC 4291
 * 2.5.5.2); for other IPv6 addresses the first 64 bits.
 */
export function networkOf(address: string): string {
  const mapped = address.slice(address.lastIndexOf(':') + 1);
  if (isIPv4(mapped)) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: IPV6_GROUPS - left.length - right.length }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  const prefix = groups.slice(0, PREFIX_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${prefix.join(':')}::/64`;
}
