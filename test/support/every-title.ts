/** The part of a library that says what a user may see, of users who may see everything. */
export const everyTitle = {
  isLimited: () => false,
  maySee: async () => true,
  visibleKeys: async (_user: unknown, keys: readonly string[]) => keys,
  visibleEntries: async <T>(_user: unknown, entries: readonly T[]) => entries,
}
