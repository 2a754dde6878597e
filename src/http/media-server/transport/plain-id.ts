/** Apps write ids with or without dashes, in any case. */
export function plainId(id: string): string {
  return id.replaceAll('-', '').toLowerCase()
}
