/** Whatever the case of what somebody typed. */
export function isAlike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
