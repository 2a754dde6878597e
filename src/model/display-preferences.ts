export const scrollDirections = ['Horizontal', 'Vertical'] as const
export const sortOrders = ['Ascending', 'Descending'] as const

export type DisplayPreferences = {
  readonly sortBy: string | null
  readonly indexBy: string | null
  readonly viewType: string | null
  readonly rememberIndexing: boolean | null
  readonly primaryImageHeight: number | null
  readonly primaryImageWidth: number | null
  readonly customPrefs: Readonly<Record<string, string>> | null
  readonly scrollDirection: (typeof scrollDirections)[number] | null
  readonly showBackdrop: boolean | null
  readonly rememberSorting: boolean | null
  readonly sortOrder: (typeof sortOrders)[number] | null
  readonly showSidebar: boolean | null
}
