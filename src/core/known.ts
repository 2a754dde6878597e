/** What a table has under a name from outside. Names that every object has, such as `constructor`, are none of it. */
export function known<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
